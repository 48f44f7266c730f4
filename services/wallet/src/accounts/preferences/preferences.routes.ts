import type { HttpApp } from '@satchel/http/http-app'
import { invalid, type ServiceError } from '@satchel/http/service-error'
import { MAX_SAT } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import { userIdOf } from '../../access/access-rules.ts'
import type { Database } from '../../db/database.ts'
import type { Rates } from '../../rates/rates.ts'
import { isSeenBy } from '../../wallets/share-store.ts'
import { changePreferences, findPreferences, type Preferences } from './preferences-store.ts'

export interface PreferencesRoutesDeps {
  readonly db: Database
  readonly rates: Pick<Rates, 'codeOf'>
}

/** A user's settings of the web app, stored for all devices. */
export function preferencesRoutes(app: HttpApp, { db, rates }: PreferencesRoutesDeps): void {
  const path = '/api/v1/auth/me/preferences'
  app.get(path, { config: { access: 'user' }, schema: GET }, async (request) =>
    toJson(await findPreferences(db, userIdOf(request))),
  )
  app.put(path, { config: { access: 'user' }, schema: CHANGE }, async (request) => {
    const userId = userIdOf(request)
    const {
      locale,
      currency,
      start_wallet_id: startWalletId,
      hide_balance: hideBalance,
      notify_min_sats: notifyMinSats,
      notify_mail: notifyMail,
      notify_nostr: notifyNostr,
      notify_operator: notifyOperator,
      ...rest
    } = request.body
    if (typeof startWalletId === 'string' && !(await isSeenBy(db, { walletId: startWalletId, userId }))) {
      throw wrong('start_wallet_id', 'not a wallet that you can see', startWalletId)
    }
    const change = {
      ...rest,
      locale: typeof locale === 'string' ? readLocale(locale) : locale,
      currency: typeof currency === 'string' ? readCurrency(rates, currency) : currency,
      startWalletId,
      hideBalance,
      notifyMinSats,
      notifyMail,
      notifyNostr,
      notifyOperator,
    }
    await db.transact(changePreferences, { userId, change })
    return toJson(await findPreferences(db, userId))
  })
}

const toJson = ({
  startWalletId,
  hideBalance,
  notifyMinSats,
  notifyMail,
  notifyNostr,
  notifyOperator,
  ...preferences
}: Preferences): Static<typeof Whole> => ({
  ...preferences,
  start_wallet_id: startWalletId,
  hide_balance: hideBalance,
  notify_min_sats: notifyMinSats,
  notify_mail: notifyMail,
  notify_nostr: notifyNostr,
  notify_operator: notifyOperator,
})

/** Normalizes a BCP 47 tag: `de-at` becomes `de-AT`. */
function readLocale(text: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(text)
    if (locale !== undefined) return locale
  } catch {
    // Rejected below.
  }
  throw wrong('locale', 'not a language tag such as en or pt-BR', text)
}

function readCurrency(rates: Pick<Rates, 'codeOf'>, name: string): string {
  const code = rates.codeOf(name)
  if (code === undefined) throw wrong('currency', 'not one of GET /api/v1/currencies', name)
  return code
}

const wrong = (field: string, msg: string, input: string): ServiceError =>
  invalid({ type: 'value_error', loc: ['body', field], msg, input })

const orNull = (maxLength: number, description: string) =>
  Type.Union([Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$' }), Type.Null()], { description })
const choice = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description })

const FIELDS = {
  locale: orNull(64, 'Language tag (BCP 47), such as `en` or `pt-BR`; null = that of the browser.'),
  currency: orNull(16, 'One of `GET /api/v1/currencies`; null = none chosen.'),
  unit: choice(['sat', 'fiat'], 'Unit in which amounts are typed and shown first.'),
  theme: choice(['system', 'light', 'dark'], 'Colour scheme.'),
  start_wallet_id: Type.Union(
    [Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\u0000]*$', 'x-lower-case': true }), Type.Null()],
    { description: 'Id of the wallet that opens first, yours or shared with you; null = the oldest.' },
  ),
  hide_balance: Type.Boolean({ description: 'True: balances are hidden until you show them.' }),
  notify: Type.Boolean({ description: 'True: sends messages about received payments.' }),
  notify_min_sats: Type.Integer({
    minimum: 0,
    maximum: Number(MAX_SAT),
    description: 'Smallest received payment that sends a message, satoshis.',
  }),
  notify_mail: Type.Boolean({ description: 'True: messages also go to your verified email address.' }),
  notify_nostr: Type.Boolean({ description: 'True: messages also go to your verified key over Nostr.' }),
  notify_operator: Type.Boolean({ description: 'For super users. True: sends messages about alarms.' }),
}

const Whole = Type.Object(FIELDS, { description: 'Your preferences.' })

const GET = {
  operationId: 'getPreferences',
  tags: ['accounts'],
  summary: 'Read your preferences',
  description: 'Settings of the web app, the same on each device.',
  response: { 200: Whole },
} as const

const CHANGE = {
  operationId: 'changePreferences',
  tags: ['accounts'],
  summary: 'Change your preferences',
  description: 'Omitted fields keep their values.',
  body: Type.Partial(Type.Object(FIELDS), { additionalProperties: false, examples: [{ theme: 'dark' }] }),
  response: { 200: Type.Object(FIELDS, { description: 'Your preferences after the change.' }) },
} as const
