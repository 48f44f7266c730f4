import { requireWatchOnly } from '@satchel/extension-sdk/onchain-watch'
import { reject } from '@satchel/extension-sdk/rejection'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { parseJson } from '@satchel/json/parse-json'
import { NOTHING_PAID, openCharge, requireCharge } from './charge-state.ts'
import { type Charge, FIELDS, type SatspayCtx } from './fields.ts'

const { route, routes } = routeBuilders<typeof FIELDS>()

/** Shops create a charge per order; the cap of items for people is too low for them. */
const MAX_CHARGES = 100_000
const LIST_QUERY = {
  limit: { type: 'int', min: 1, max: 1000, default: 1000, doc: 'Maximum number of charges.' },
  offset: { type: 'int', min: 0, max: 1_000_000, default: 0, doc: 'Number of charges to skip.' },
} as const satisfies Shape

/** Texts and numbers as shops send them: null and empty count as absent. */
const any = (doc: string) => ({ type: 'json', maxBytes: 2000, doc, optional: true }) as const

const BODY = {
  description: any('Purpose of the payment.'),
  amount: any('Amount, satoshis.'),
  currency: any('With `currency_amount`, in place of `amount`.'),
  currency_amount: any('Amount, in `currency`.'),
  time: any('Minutes until the charge expires.'),
  lnbitswallet: any('Id of a wallet of yours: payable over Lightning, into that wallet.'),
  onchainwallet: any('Id of a watch-only wallet of yours: payable on-chain.'),
  name: any('Name shown on the page of the charge.'),
  webhook: any('Webhook URL, called once when the charge is paid.'),
  completelink: any('URL (https) linked from the page once the charge is paid.'),
  completelinktext: any('Label of that link.'),
  zeroconf: any('True: on-chain, paid as soon as it is seen.'),
  extra: any('JSON of yours, as text.'),
} as const satisfies Shape

const REPLY = {
  id: { type: 'text', max: 64, doc: 'Id of the charge; its page is `/satspay/{id}`.' },
  name: FIELDS.name,
  description: FIELDS.description,
  amount: { type: 'sat', doc: 'Amount, satoshis.' },
  currency: { type: 'text', max: 3, doc: 'Currency of the request, if not satoshis.', optional: true },
  currency_amount: { type: 'money', doc: 'Amount, in `currency`.', optional: true },
  time: FIELDS.time,
  timestamp: { type: 'text', max: 30, doc: 'When the charge was created, ISO 8601.' },
  balance: FIELDS.balance,
  pending: FIELDS.pending,
  paid: FIELDS.paid,
  zeroconf: FIELDS.zeroconf,
  fasttrack: { type: 'bool', doc: 'Always false.' },
  payment_request: FIELDS.payment_request,
  payment_hash: FIELDS.payment_hash,
  onchainwallet: FIELDS.onchain,
  onchainaddress: FIELDS.onchain_address,
  webhook: FIELDS.webhook_url,
  completelink: FIELDS.completelink,
  completelinktext: FIELDS.completelink_text,
  extra: { type: 'text', max: 5000, doc: 'JSON of yours.', optional: true },
} as const satisfies Shape

/** Charges in the form that plugins for web shops know from LNbits; they have the invoice key. */
export const LNBITS_ROUTES = routes({
  'POST /charge': route({
    access: 'invoice',
    summary: 'Create a charge, compatible with LNbits',
    description:
      'Same as `POST /satspay/api/v1/`, with the field names of LNbits; also at `/satspay/api/v1/charge`. The invoice key is enough, because a charge only receives.',
    body: BODY,
    reply: REPLY,
    async handle({ body, wallet }, ctx) {
      const draft = await readCharge(ctx, body, wallet)
      const { into, ...values } = draft
      if ((await ctx.items.count({ wallet: into })) >= MAX_CHARGES) {
        throw reject(`A wallet has at most ${MAX_CHARGES} charges; delete some first.`)
      }
      const { id } = await ctx.items.insert({ ...values, ...NOTHING_PAID }, into)
      await openCharge(ctx, await requireCharge(ctx, id))
      return { json: toLnbits(await requireCharge(ctx, id)) }
    },
  }),
  'GET /charge/:id': {
    access: 'invoice',
    summary: 'Read a charge, compatible with LNbits',
    description: 'Also at `/satspay/api/v1/charge/{id}` and `/satspay/api/v1/charge/balance/{id}`.',
    reply: REPLY,
    handle: async ({ params }, ctx) => ({ json: toLnbits(await requireCharge(ctx, params.id)) }),
  },
  'PUT /charge/:id': {
    access: 'admin',
    summary: 'Check the payment of a charge, compatible with LNbits',
    description: 'Answers the current state; nothing is triggered. Also at `/satspay/api/v1/charge/balance/{id}`.',
    reply: REPLY,
    handle: async ({ params }, ctx) => ({ json: toLnbits(await requireCharge(ctx, params.id)) }),
  },
  'GET /lnbits/charges': route({
    access: 'admin',
    summary: 'List the charges of a wallet, compatible with LNbits',
    description:
      'Newest first, up to 1000 or `limit`, from `offset` on; `X-Total-Count` is their number. Also at `/satspay/api/v1/charges`.',
    query: LIST_QUERY,
    reply: REPLY,
    replyType: 'list',
    handle: async ({ wallet, query }, ctx) => ({
      json: (await ctx.items.find({ wallet, ...query })).map((charge) => toLnbits(charge)),
      headers: { 'X-Total-Count': String(await ctx.items.count({ wallet })) },
    }),
  }),
  'GET /css/:css': {
    access: 'public',
    summary: 'Get the style sheet of a page, compatible with LNbits',
    description: 'Always empty: pages here have their own style.',
    replyType: 'text',
    replyMedia: 'text/css',
    handle: async () => ({ text: '', type: 'text/css; charset=utf-8' }),
  },
})

async function readCharge(ctx: SatspayCtx, body: Row<typeof BODY>, wallet: WalletHandle) {
  const [source, target] = [textIn(body, 'onchainwallet', 64), textIn(body, 'lnbitswallet', 64)]
  if (source === undefined && target === undefined) {
    throw reject('body: either onchainwallet or lnbitswallet is required.', 422)
  }
  const into = target === undefined ? wallet : await ctx.targets.findWallet(target, wallet)
  if (into === null) throw reject('body.lnbitswallet: is no wallet of this account.', 422)
  if (source !== undefined) await requireWatchOnly(ctx, into, 'onchainwallet', source)
  const currency = textIn(body, 'currency', 3)?.toUpperCase()
  const fiat = numberIn(body, 'currency_amount')
  const price =
    currency !== undefined && currency !== 'SAT' && fiat !== undefined
      ? { amount: fiat, currency }
      : { amount: Math.round(numberIn(body, 'amount') ?? Number.NaN), currency: 'sat' }
  if (!(price.amount > 0)) throw reject('body.amount: either amount or currency_amount is required.', 422)
  const time = Math.trunc(numberIn(body, 'time') ?? 0)
  if (time < 1 || time > FIELDS.time.max) throw reject(`body.time: must be 1 to ${FIELDS.time.max} minutes.`, 422)
  const description = textIn(body, 'description', 500)
  if (description === undefined) throw reject('body.description: is required.', 422)
  return {
    into,
    description,
    ...price,
    time,
    name: textIn(body, 'name', 64),
    lightning: target !== undefined,
    onchain: source,
    zeroconf: body.zeroconf === true,
    webhook_url: urlIn(body, 'webhook', /^https?:$/),
    completelink: urlIn(body, 'completelink', /^https:$/),
    completelink_text: textIn(body, 'completelinktext', 64) ?? FIELDS.completelink_text.default,
    extra: extraIn(body),
  }
}

type Body = Row<typeof BODY>

/** Cut if it is too long. */
function textIn(body: Body, name: keyof Body, max: number): string | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw reject(`body.${name}: must be a text.`, 422)
  return value.slice(0, max).toWellFormed()
}

function numberIn(body: Body, name: keyof Body): number | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw reject(`body.${name}: must be a number.`, 422)
  return number
}

function urlIn(body: Body, name: keyof Body, protocol: RegExp): string | undefined {
  const url = textIn(body, name, 2000)
  if (url === undefined || protocol.test(URL.parse(url)?.protocol ?? '')) return url
  throw reject(`body.${name}: must be a URL that begins with ${protocol.test('http:') ? 'http' : 'https'}://.`, 422)
}

function extraIn(body: Body): unknown {
  const text = textIn(body, 'extra', 4096)
  if (text === undefined) return undefined
  try {
    return parseJson(text)
  } catch {
    throw reject('body.extra: must be JSON, as text.', 422)
  }
}

/** Without the wallet: an extension does not know its id. */
function toLnbits(charge: Charge) {
  const isFiat = charge.currency !== 'sat'
  return {
    id: charge.id,
    name: charge.name ?? null,
    description: charge.description,
    amount: charge.amount_sat,
    currency: isFiat ? charge.currency : null,
    currency_amount: isFiat ? charge.amount : null,
    time: charge.time,
    timestamp: new Date(charge.created_at * 1000).toISOString(),
    balance: charge.balance,
    pending: charge.pending,
    paid: charge.paid,
    zeroconf: charge.zeroconf,
    fasttrack: false,
    payment_request: charge.payment_request ?? null,
    payment_hash: charge.payment_hash ?? null,
    onchainwallet: charge.onchain ?? null,
    onchainaddress: charge.onchain_address ?? null,
    webhook: charge.webhook_url ?? null,
    completelink: charge.completelink ?? null,
    completelinktext: charge.completelink_text,
    extra: charge.extra === undefined ? null : JSON.stringify(charge.extra),
  }
}
