import { parseJson } from '@satchel/json/parse-json'
import type { ForeignRow, ForeignValue } from '../../db/foreign/foreign-database.ts'

/** One value of LNbits in the forms that SQLite and PostgreSQL give it; absent columns are as NULL. */
export type Value = ForeignValue | undefined

/** Without NUL and half characters, which no column of ours takes. */
export function toText(value: Value): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
  return text.replaceAll('\0', '').toWellFormed()
}

/** The beginning of a text, in whole characters. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** From JSON: values other than texts and numbers are ignored. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? toText(value) : ''

/** A whole number, or undefined. Fractions are cut. */
export function toInteger(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value
  const text = toText(value).trim()
  if (!/^-?\d+(\.\d*)?([eE][+-]?\d+)?$/.test(text)) return undefined
  if (/^-?\d+$/.test(text)) return BigInt(text)
  const number = Math.trunc(Number(text))
  return Number.isSafeInteger(number) ? BigInt(number) : undefined
}

export function toNumber(value: Value): number | undefined {
  const text = toText(value).trim()
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** `absent`: the meaning of a missing value. */
export const toBool = (value: Value, absent = false): boolean =>
  value === undefined || value === null ? absent : /^(1|t|true)$/i.test(toText(value).trim())

/** Unix seconds. PostgreSQL has times without a zone, which the program writes in UTC. */
export function toSeconds(value: Value): number | undefined {
  const number = toNumber(value)
  if (number !== undefined) return inRange(Math.floor(number > 1e11 ? number / 1000 : number))
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(
    toText(value).trim().replaceAll('/', '-'),
  )
  if (found === null) return undefined
  const [, day, time = '00:00:00', zone = 'Z'] = found
  return inRange(Math.floor(Date.parse(`${day}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`) / 1000))
}

const inRange = (seconds: number): number | undefined => (seconds >= 0 && seconds < 4e10 ? seconds : undefined)

/** Undefined for invalid JSON, and for NULL, '' and `null`. */
export function toJson(value: Value): unknown {
  const text = toText(value).trim()
  if (text === '') return undefined
  try {
    return parseJson(text) ?? undefined
  } catch {
    return undefined
  }
}

export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The first of several columns that has something: names changed between versions. */
export const firstOf = (row: ForeignRow, ...names: readonly string[]): Value =>
  names.map((name) => row[name]).find((value) => value !== undefined && value !== null)
