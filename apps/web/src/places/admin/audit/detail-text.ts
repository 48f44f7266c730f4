import { listed } from '../../../language/joined.ts'
import { type TextKey, t } from '../../../language/language.ts'
import { countText, optionText, textOf } from '../settings/setting-text.ts'
import type { AuditLine } from './audit-line.ts'

const NAMES: Readonly<Record<string, TextKey>> = {
  accept_difference: 'admin.accept-difference',
  acl_id: 'admin.fact-acl',
  alias: 'admin.fact-alias',
  amount_msat: 'admin.fact-amount',
  amount_sat: 'admin.fact-amount',
  budgetSat: 'admin.fact-budget',
  by: 'admin.fact-by',
  counter: 'admin.fact-counter',
  detail: 'admin.fact-detail',
  endpoints: 'admin.fact-endpoints',
  extension: 'admin.fact-app',
  fee_msat: 'admin.fact-fee',
  fields: 'admin.fact-fields',
  forced: 'admin.fact-forced',
  former: 'admin.fact-former',
  from: 'admin.fact-from',
  hash: 'admin.app-hash',
  in_spite_of: 'admin.fact-in-spite',
  kind: 'admin.kind',
  link: 'admin.fact-link',
  maxSat: 'admin.fact-max',
  method: 'admin.fact-way',
  name: 'admin.fact-name',
  node_answer: 'admin.fact-node-answer',
  node_key: 'admin.fact-node-key',
  note: 'admin.fact-note',
  outcome: 'admin.fact-outcome',
  passkey: 'admin.way-passkey',
  pending_msat: 'admin.fact-pending',
  period: 'admin.fact-period',
  permissions: 'connect.rights',
  provider: 'admin.fact-provider',
  reason: 'admin.fact-reason',
  remainder_msat: 'admin.fact-remainder',
  role: 'admin.role',
  second_factor: 'admin.fact-factor',
  secrets: 'admin.fact-secrets',
  session: 'admin.fact-session',
  source: 'admin.app-source',
  state: 'admin.fact-state',
  taken_over: 'admin.fact-taken-over',
  to: 'admin.fact-to',
  username: 'admin.fact-username',
  users: 'admin.fact-users',
  value: 'admin.fact-value',
  version: 'admin.app-version',
  wallet: 'admin.wallet-id',
  wallet_id: 'admin.wallet-id',
  way: 'admin.fact-way',
  what: 'admin.what',
  why: 'admin.fact-reason',
}

/** A detail of an audit line with a translated name and a formatted value. */
export function detailText(name: string, value: unknown, line: Pick<AuditLine, 'action' | 'subject'>) {
  const key = NAMES[name]
  const about = name === 'value' ? line.subject : name
  return { title: key === undefined ? readable(name) : t(key), text: valueText(about, value) }
}

/** The name of the setting that was changed. */
export const subjectText = ({ action, subject }: Pick<AuditLine, 'action' | 'subject'>): string | undefined =>
  action.startsWith('setting-') ? textOf({ name: subject, description: '' }).title : undefined

/** The subject: a setting, an app, or a recorded name. */
export function aboutText(line: Pick<AuditLine, 'action' | 'subject' | 'detail'>): string | undefined {
  const { extension, username } = line.detail
  const named = [extension, username].find((one) => typeof one === 'string')
  return subjectText(line) ?? named ?? (line.action.startsWith('extension-') ? line.subject : undefined)
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === '') return t('admin.none')
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no')
  if (Array.isArray(value)) return value.length === 0 ? t('admin.none') : listed(value.map((one) => valueText('', one)))
  // Numbers that JSON would round arrive as strings.
  const unit = UNITS.find(([ending]) => ending.test(name))?.[1]
  if (typeof value === 'number') return countText(unit ?? null, value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return unit !== undefined && /^-?\d+$/.test(value) ? countText(unit, Number(value)) : optionText(value)
}

const UNITS = [
  [/_msat$/, 'msat'],
  [/(?:_sats?|Sat)$/, 'sat'],
  [/_seconds$/, 'seconds'],
  [/_ppm$/, 'ppm'],
] as const

/** `node_answer` → `Node answer`: for details that a newer service has. */
function readable(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').replaceAll(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
