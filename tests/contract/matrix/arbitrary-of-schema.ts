import fc from 'fast-check'
import type { Schema } from './operations.ts'

/** `least`: only what must be there. */
export interface ArbitraryOptions {
  readonly least?: boolean
}

/** Values that the schema allows. */
export function arbitraryOf(schema: Schema, options: ArbitraryOptions = {}): fc.Arbitrary<unknown> {
  const { enum: choices, anyOf, not, type } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (choices !== undefined) return fc.constantFrom(...choices)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => arbitraryOf(one, options)))
  const found = type === undefined ? fc.jsonValue() : BY_TYPE[type](schema, options)
  return not?.enum === undefined ? found : found.filter((value) => not.enum?.includes(value) === false)
}

const BY_TYPE: Record<
  NonNullable<Schema['type']>,
  (schema: Schema, options: ArbitraryOptions) => fc.Arbitrary<unknown>
> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -1_000_000, maximum = 1_000_000 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = -1e9, maximum = 1e9 }) =>
    fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true }),
  string: (schema) => arbitraryText(schema),
  array: ({ items = {}, minItems = 0, maxItems = 3, uniqueItems = false }, options) => {
    const size = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) }
    const item = arbitraryOf(items, options)
    return uniqueItems ? fc.uniqueArray(item, size) : fc.array(item, size)
  },
  object: ({ properties = {}, required = [], additionalProperties }, options) => {
    const names = Object.keys(properties).filter((name) => options.least !== true || required.includes(name))
    const fields = Object.fromEntries(names.map((name) => [name, arbitraryOf(properties[name] ?? {}, options)]))
    const known = fc.record(fields, { requiredKeys: [...required] })
    if (names.length > 0 || additionalProperties !== true || options.least === true) return known
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  },
}

/** Patterns of ours either define the form of a text, or the characters that it must not have. */
function arbitraryText({ format, pattern, minLength = 0, maxLength = 64 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 64)) }
  const free = fc.string({ ...size, unit: 'grapheme-composite' })
  if (pattern === undefined) return free.filter((text) => fits(text, minLength, maxLength))
  const allowed = new RegExp(pattern, 'u')
  const made = pattern.startsWith('^[^') ? free : fc.stringMatching(allowed)
  return made.filter((text) => allowed.test(text) && fits(text, minLength, maxLength))
}

const fits = (text: string, least: number, most: number): boolean => {
  const length = Array.from(text).length
  return length >= least && length <= most
}
