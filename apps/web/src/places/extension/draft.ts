import { decimalOf, decimalText } from '@satchel/money/decimal'
import type { FieldShape } from '../../api/extensions.ts'
import { ownZone } from '../../language/dates.ts'

/** What a person has typed so far: texts, switches, and lists of these. */
export type DraftValue = string | boolean | readonly DraftValue[] | { readonly [name: string]: DraftValue }
export type Draft = Readonly<Record<string, DraftValue>>

/** Fields that a person fills in. */
export const isEditable = ({ server }: FieldShape): boolean => !server

/** May be left empty: what begins with a default is filled in. */
export const isOptional = (field: FieldShape): boolean => !field.required && EMPTY.has(JSON.stringify(startOf(field)))

const EMPTY: ReadonlySet<string | undefined> = new Set([undefined, 'null', '""', '[]'])

/** A form begins with the values of the item, else with the defaults. */
export const toDraft = (fields: readonly FieldShape[], values: Readonly<Record<string, unknown>> = {}): Draft =>
  Object.fromEntries(
    fields.filter(isEditable).map((field) => [field.name, toDraftValue(field, values[field.name] ?? startOf(field))]),
  )

/** Days begin where the person is, unless they say otherwise. */
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
 * The body of a request. `new`: what is empty is left out, so that defaults count. `change`: what is empty is removed
 * (`null`). A text that is no JSON is sent as it is: the service says what is wrong with it.
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

/** Digits, as `NumberField` has read them. */
const toNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

/** Only what differs from what the form began with: secrets that were not shown stay as they are. */
export function changesOf(fields: readonly FieldShape[], before: Draft, now: Draft): Record<string, unknown> {
  const [old, next] = [toBody(fields, before, 'change'), toBody(fields, now, 'change')]
  return Object.fromEntries(Object.entries(next).filter(([name, value]) => !isSame(old[name], value)))
}

/** What a form shows of a kept draft: one without the secret fields shows less than one with them. */
export const shownPart = (kept: Draft, start: Draft): Draft => pick(kept, (name) => name in start)

/** What is kept of a draft: the changes, and those that this form does not show. */
export const keptChanges = (kept: Draft, start: Draft, now: Draft): Draft => ({
  ...pick(kept, (name) => !(name in start)),
  ...pick(now, (name, value) => !isSame(value, start[name])),
})

const pick = (draft: Draft, isWanted: (name: string, value: DraftValue) => boolean): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => isWanted(name, value)))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
