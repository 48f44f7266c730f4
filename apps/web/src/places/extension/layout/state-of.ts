import type { Description, FieldShape, Item } from '../../../api/extensions.ts'
import { t } from '../../../language/language.ts'

export interface State {
  readonly tone: 'good' | 'bad' | ''
  readonly text: string
}

type Values = Readonly<Record<string, unknown>>

/** The state that the field says; undefined: nothing worth a mark. */
export function stateOf(fields: readonly FieldShape[], name: string | undefined, values: Values): State | undefined {
  const field = fields.find((each) => each.name === name)
  const value = field && values[field.name]
  if (field === undefined || value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return switchState(field, value)
  const option = field.options?.find((each) => each.value === value)
  return option === undefined || value === 'none' ? undefined : { tone: toneOf(option.value), text: option.label }
}

function switchState({ name, label }: FieldShape, value: boolean): State | undefined {
  if (SWITCHES.has(name)) return value ? { tone: 'good', text: t('ext.on') } : { tone: '', text: t('ext.off') }
  if (!value) return undefined
  return { tone: ENDS.has(name) ? 'bad' : 'good', text: label }
}

const SWITCHES: ReadonlySet<string> = new Set(['enabled', 'enable', 'active', 'online'])
const ENDS: ReadonlySet<string> = new Set(['revoked', 'canceled', 'disabled'])

const GOOD = ['active', 'acknowledged', 'claimed', 'done', 'moved', 'paid', 'sent', 'settled', 'succeeded', 'success']
const BAD = ['canceled', 'conflict', 'expired', 'failed', 'lapsed', 'rejected', 'revoked']

const toneOf = (value: string): State['tone'] => (GOOD.includes(value) ? 'good' : BAD.includes(value) ? 'bad' : '')

/** The state of an item: what has ended it, what it says of itself, or that a connection is on. */
export function stateOfItem({ fields, state, layout }: Description, item: Item, now = Date.now()): State | undefined {
  const end = fields.find(({ name, type }) => type === 'bool' && ENDS.has(name) && item[name] === true)
  if (end !== undefined) return { tone: 'bad', text: end.label }
  const own = stateOf(fields, state, item)
  if (own !== undefined) return own
  const expiry = timeOf(item['expires_at'])
  if (expiry !== undefined && expiry * 1000 <= now) return { tone: 'bad', text: t('payment.expired') }
  const isLogin = layout === 'connect' && fields.some(({ show }) => show === 'once')
  return isLogin ? { tone: 'good', text: t('ext.on') } : undefined
}

/** Unix seconds of a time in a row: a number, or ISO 8601. */
export function timeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1000 : value
  return typeof seconds === 'number' && seconds > 0 && seconds < MAX_SECONDS ? seconds : undefined
}

/** `Intl` throws for later times. */
const MAX_SECONDS = 8_640_000_000_000
