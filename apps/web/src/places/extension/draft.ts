import { decimalOf, decimalText } from '@satchel/money/decimal'
import type { FieldShape } from '../../api/extensions.ts'
import { ownZone } from '../../language/dates.ts'

/** Values of a form while it is edited: texts, switches, and lists of them. */
export type DraftValue = string | boolean | readonly DraftValue[] | { readonly [name: string]: DraftValue }
export type Draft = Readonly<Record<string, DraftValue>>

/** Fields that the service does not set. */
export const isEditable = ({ server }: FieldShape): boolean => !server

/** An empty value is allowed, and the field has no default that fills it. */
export const isOptional = (field: FieldShape): boolean => !field.required && EMPTY.has(JSON.stringify(startOf(field)))

const EMPTY: ReadonlySet<string | undefined> = new Set([undefined, 'null', '""', '[]'])

/** A draft from an item's values, else from defaults. */
export const toDraft = (fields: readonly FieldShape[], values: Readonly<Record<string, unknown>> = {}): Draft =>
  Object.fromEntries(
    fields.filter(isEditable).map((field) => [field.name, toDraftValue(field, values[field.name] ?? startOf(field))]),
  )

/** A time zone field starts with the browser's zone. */
const startOf = ({ as, default: usual }: FieldShape): unknown => (as === 'timezone' ? ownZone() : usual)

function toDraftValue(field: FieldShape, value: unknown): DraftValue {
  if (field.type === 'bool') return value === true
  if (field.type === 'list') {
    const elements = Array.isArray(value) ? value : []
    if (field.isPlain === true) return elements.map(String)
    const rows = elements.map((row) => toDraft(field.of ?? [], row as Record<string, unknown>))
    return rows.length === 0 && (field.minItems ?? 0) > 0 ? [toDraft(field.of ?? [])] : rows
  }
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' && NUMBERS.has(field.type)) return decimalText(decimalOf(value))
  if (typeof value === 'string' && field.type !== 'json') return value
  return JSON.stringify(value, undefined, 2)
}

/**
 * The request body. `new` omits empty values, so that defaults apply; `change` sends `null` for them. Invalid JSON is
 * sent as text: the service names the error.
 */
export function toBody(fields: readonly FieldShape[], draft: Draft, kind: 'new' | 'change'): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    if (!isEditable(field) || (kind === 'change' && field.fixed)) continue
    const value = draft[field.name]
    if (value === undefined) continue
    if (value === '') {
      if (kind === 'change' && field.optional) body[field.name] = null
      else if (field.required && field.type === 'text') body[field.name] = ''
      else if (kind === 'change' && field.default !== undefined) body[field.name] = field.default
      continue
    }
    const isNothing = Array.isArray(value) && value.length === 0 && field.optional
    if (!isNothing) body[field.name] = toValue(field, value)
    else if (kind === 'change') body[field.name] = null
  }
  return body
}

function toValue(field: FieldShape, value: DraftValue): unknown {
  if (Array.isArray(value)) {
    const [one] = field.of ?? []
    if (field.isPlain !== true) return value.map((row) => toBody(field.of ?? [], row as Draft, 'new'))
    return value.filter((each) => each !== '').map((each) => (one?.type === 'int' ? toNumber(String(each)) : each))
  }
  if (typeof value !== 'string') return value
  if (NUMBERS.has(field.type)) return toNumber(value)
  if (field.type !== 'json') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

const NUMBERS = new Set(['int', 'sat', 'msat', 'money', 'percent'])

/** `NumberField` has parsed the digits. */
const toNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

/** Only changed fields: secrets that were not shown stay. */
export function changesOf(fields: readonly FieldShape[], before: Draft, now: Draft): Record<string, unknown> {
  const [old, next] = [toBody(fields, before, 'change'), toBody(fields, now, 'change')]
  return Object.fromEntries(Object.entries(next).filter(([name, value]) => !isSame(old[name], value)))
}

/** The part of a kept draft that this form shows: without secrets it has fewer fields. */
export const shownPart = (kept: Draft, start: Draft): Draft => pick(kept, (name) => name in start)

/** The changes to keep: those of this form, and earlier ones of fields that it does not show. */
export const keptChanges = (kept: Draft, start: Draft, now: Draft): Draft => ({
  ...pick(kept, (name) => !(name in start)),
  ...pick(now, (name, value) => !isSame(value, start[name])),
})

const pick = (draft: Draft, isWanted: (name: string, value: DraftValue) => boolean): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => isWanted(name, value)))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
