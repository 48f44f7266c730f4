import type { SourceKind } from '@satchel/lightning/all-backends'
import { Value } from 'typebox/value'
import { SETTINGS, type SettingName } from '../../config/settings.ts'
import type { Lnbits } from '../reading/open-lnbits.ts'
import { textOf, toJson, toList, toText } from '../reading/values.ts'
import type { Report } from '../report.ts'
import { toUserId } from './user-id.ts'

/** The part of `system_settings` that has a counterpart here. */
export interface Settings {
  readonly superUser: string
  readonly admins: ReadonlySet<string>
  /** No node: a wallet that makes satoshis up. */
  readonly fake: boolean
  /** What LNbits signs the invoices by that it pays itself. */
  readonly throwAwaySecret: string
  /** The class of its funding source. */
  readonly source: string
  /** Settings of ours. */
  readonly ours: readonly { readonly name: SettingName; readonly value: unknown }[]
}

export async function readSettings(lnbits: Lnbits, report: Report): Promise<Settings> {
  const all = new Map<string, unknown>()
  for await (const page of lnbits.tables.pages('system_settings')) {
    for (const row of page) all.set(toText(row['id']), toJson(row['value']))
  }
  const get = (name: string): unknown => all.get(name) ?? all.get(name.toUpperCase())
  const texts = (name: string): string[] => toList(get(name)).map((one) => toText(String(one)))
  const source = textOf(get('lnbits_backend_wallet_class'))
  advise(report, get, source)
  return {
    superUser: textOf(get('super_user')),
    admins: new Set(texts('lnbits_admin_users')),
    fake: source === 'FakeWallet',
    throwAwaySecret: textOf(get('fake_wallet_secret')) || 'ToTheMoon1',
    source,
    ours: translate(report, get),
  }
}

type Get = (name: string) => unknown

const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Only values that the schema of the setting accepts. */
function translate(report: Report, get: Get): Settings['ours'] {
  const positive = (value: unknown): number | undefined => ((number(value) ?? 0) > 0 ? number(value) : undefined)
  const amounts = ['outgoing', 'incoming'].flatMap(
    (way) => positive(get(`lnbits_max_${way}_payment_amount_sats`)) ?? [],
  )
  if (new Set(amounts).size > 1) {
    report.change('settings', 'one limit for payments in both ways here: the larger of two', 1, 'max_payment_sats')
  }
  const percent = number(get('lnbits_reserve_fee_percent'))
  const methods = toList(get('auth_allowed_methods')).filter((one) => one !== 'oidc-auth')
  const allowed = toList(get('lnbits_allowed_users')).map((id) => toUserId(String(id)))
  const wanted: Partial<Record<SettingName, unknown>> = {
    allow_new_accounts: get('lnbits_allow_new_accounts'),
    auth_allowed_methods: methods.length > 0 ? methods : undefined,
    allowed_users: allowed.length > 0 ? allowed : undefined,
    site_name: get('lnbits_site_title'),
    site_motd: get('lnbits_site_tagline'),
    fee_reserve_min_msat: get('lnbits_reserve_fee_min'),
    fee_reserve_ppm: percent === undefined ? undefined : Math.round(percent * 10_000),
    max_balance_sats: positive(get('lnbits_wallet_limit_max_balance')),
    daily_limit_wallet_sats: positive(get('lnbits_wallet_limit_daily_max_withdraw')),
    max_payment_sats: amounts.length > 0 ? Math.max(...amounts) : undefined,
    rate_limit_requests: get('lnbits_rate_limit_no'),
    rate_limit_unit: get('lnbits_rate_limit_unit'),
  }
  return (Object.keys(wanted) as SettingName[]).flatMap((name) => {
    const value = wanted[name]
    if (value === undefined || value === null) return []
    if (!Value.Check(SETTINGS[name].setting.schema, value)) {
      report.leaveOut('settings', 'their value is none for this service', 1, name)
      return []
    }
    report.count('settings')
    return [{ name, value }]
  })
}

/** How its nodes are called here. */
export const SOURCES: Readonly<Record<string, SourceKind>> = {
  LndRestWallet: 'lnd',
  LndWallet: 'lnd',
  CLNRestWallet: 'cln',
  CoreLightningWallet: 'cln',
  CoreLightningRestWallet: 'cln',
  PhoenixdWallet: 'phoenixd',
  EclairWallet: 'eclair',
  LNbitsWallet: 'lnbits',
  NWCWallet: 'nwc',
  BlinkWallet: 'blink',
  OpenNodeWallet: 'opennode',
  StrikeWallet: 'strike',
}

function advise(report: Report, get: Get, source: string): void {
  const kind = SOURCES[source]
  if (source === 'FakeWallet') {
    report.advise('LNbits ran without a node (FakeWallet): no satoshi stands behind its balances.')
  } else if (kind !== undefined) {
    report.advise(`LNbits used ${source}: run Satchel with SERVICE_FUNDING_SOURCE=${kind} on the same node or account.`)
  } else {
    report.advise(
      source === ''
        ? 'The database does not name the node of LNbits: run Satchel on the same one.'
        : `LNbits used ${source}, which Satchel does not know: payments in flight and open invoices cannot be followed there.`,
    )
  }
  if ((number(get('lnbits_service_fee')) ?? 0) > 0) {
    report.advise('LNbits took a service fee from payments; Satchel has none, so this income ends.')
  }
  if ((number(get('lnbits_wallet_limit_daily_max_withdraw')) ?? 0) < 0) {
    report.advise(
      'In LNbits no wallet might spend (lnbits_wallet_limit_daily_max_withdraw below 0); here 0 is no limit: set daily_limit_wallet_sats to 1 before you open the service.',
    )
  }
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const value = toList(get(name)).map(String)
    if (value.length > 0)
      report.advise(`Set ${variable}=${value.join(',')} in the environment of Satchel, as in LNbits.`)
  }
  const currency = textOf(get('lnbits_default_accounting_currency'))
  if (/^[A-Z]{3}$/.test(currency)) {
    report.advise(`LNbits reckoned in ${currency}: set SERVICE_ACCOUNTING_CURRENCY=${currency}.`)
  }
  const expiry = number(get('lightning_invoice_expiry'))
  if (expiry !== undefined && expiry !== HOUR) {
    report.advise(
      `Invoices of LNbits ran ${expiry} seconds by default, here ${HOUR}: callers that need another time send \`expiry\`.`,
    )
  }
  for (const [name, { called, variables }] of Object.entries(PROVIDERS)) {
    // Neither the id nor the secret is shown: the report is kept.
    if (textOf(get(`${name}_client_id`)) === '') continue
    report.advise(
      `Accounts of LNbits logged in with ${called}: set ${variables} as in LNbits, and register the redirect URI of Satchel there.`,
    )
  }
  // The server has a default.
  if (get('lnbits_email_notifications_enabled') === true) {
    report.advise('LNbits sent e-mail: set SERVICE_SMTP_URL and SERVICE_MAIL_FROM.')
  }
}

const HOUR = 3600

const credentials = (name: string): string => `${name}_CLIENT_ID and ${name}_CLIENT_SECRET`

const PROVIDERS = {
  google: { called: 'Google', variables: credentials('GOOGLE') },
  github: { called: 'GitHub', variables: credentials('GITHUB') },
  keycloak: { called: 'Keycloak', variables: `KEYCLOAK_DISCOVERY_URL, ${credentials('KEYCLOAK')}` },
}

const VARIABLES = {
  lnbits_admin_extensions: 'SERVICE_ADMIN_EXTENSIONS',
  lnbits_user_default_extensions: 'SERVICE_USER_DEFAULT_EXTENSIONS',
  lnbits_deactivated_extensions: 'SERVICE_DISABLED_EXTENSIONS',
}
