import { type Msat, msat } from '@satchel/money/units'

/** An object from the node. Reading a missing field, or one of another type, throws: such an answer proves nothing. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw missing(name)
  return value
}

const HASH = /^[0-9a-f]{64}$/

/** A hash or a preimage. */
export function hexOf(fields: Fields, name: string): string {
  const value = textOf(fields, name).toLowerCase()
  if (!HASH.test(value)) throw missing(name)
  return value
}

export function countOf(fields: Fields, name: string): number {
  const value = fields[name]
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw missing(name)
  return value as number
}

/** A number; up to version 23.02 a text that ends in `msat`. */
export function msatOf(fields: Fields, name: string): Msat {
  const value = fields[name]
  if (typeof value === 'string' && /^\d{1,19}(msat)?$/.test(value)) return msat(BigInt(value.replace('msat', '')))
  return msat(countOf(fields, name))
}

export function listOf(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name]
  if (!Array.isArray(value) || !value.every(isFields)) throw missing(name)
  return value
}

const missing = (name: string): Error => new Error(`the node's answer has no usable ${name}`)
