import { gzipSync } from 'node:zlib'
import type { Schema } from './operations.ts'

/** A body in bytes, and the allowed answers. */
export interface BadBody {
  readonly title: string
  readonly payload: string | Buffer
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly permitted: readonly number[]
}

type Fields = Readonly<Record<string, unknown>>

const MALFORMED = [400, 422]
const NOT_JSON = [400, 415, 422]

/** Rule F1: what never is a good body: `good` is one that is. */
export function listBadBodies(schema: Schema, good: Fields): BadBody[] {
  return [...NO_OBJECTS, ...otherEncodings(good), ...tooMuch(good), ...badFields(schema, good)]
}

const NO_OBJECTS: readonly BadBody[] = [
  ...['{', '{"a":}', "{'a': 1}", 'undefined', '{} {}', '{"a": 1,}', '\u{feff}{', '{"a": NaN}', '{"a": 1e999}'].map(
    (payload) => ({ title: `${payload}, not JSON`, payload, permitted: MALFORMED }),
  ),
  { title: 'bytes that are not UTF-8', payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), permitted: MALFORMED },
  ...['[]', '"x"', '1', 'null', 'true', '[{}]'].map((payload) => ({
    title: `${payload}, no object`,
    payload,
    permitted: MALFORMED,
  })),
]

function otherEncodings(good: Fields): BadBody[] {
  const payload = JSON.stringify(good)
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json']
  return [
    ...[...types, 'application/jsonx', 'application', 'json', '*/*', 'application/json, text/plain'].map(
      (contentType) => ({ title: `sent as ${contentType}`, payload, contentType, permitted: NOT_JSON }),
    ),
    {
      title: 'compressed',
      payload: gzipSync(payload),
      headers: { 'content-encoding': 'gzip' },
      permitted: [400, 415],
    },
    { title: 'in UTF-16', payload: Buffer.from(`\u{feff}${payload}`, 'utf16le'), permitted: NOT_JSON },
  ]
}

function tooMuch(good: Fields): BadBody[] {
  const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const many = (keys: number): string => Array.from({ length: keys }, (_one, index) => `"${index}":0`).join(',')
  const inside = JSON.stringify(good).slice(0, -1) + (Object.keys(good).length === 0 ? '' : ',')
  const tooLarge = [400, 413, 422]
  return [
    { title: 'nested too deeply', payload: `${inside}"x":${deep(600)}}`, permitted: MALFORMED },
    { title: 'nested as deeply as can be', payload: `${inside}"x":${deep(400_000)}}`, permitted: tooLarge },
    { title: 'with too many keys', payload: `${inside}${many(1100)}}`, permitted: MALFORMED },
    { title: 'with as many keys as can be', payload: `${inside}${many(80_000)}}`, permitted: tooLarge },
    { title: 'too large', payload: `${inside}"x":"${'x'.repeat(1_100_000)}"}`, permitted: tooLarge },
  ]
}

/** Raw JSON: two of them can be written in no other way. */
const BAD_TEXTS = ['"a\\u0000b"', '"a\\ud800b"', '"\\udc00"', '"\\ud83d\\ud83d"']

/** Each is a separate problem. */
const WRONG_ITEMS = `[${Array.from({ length: 100_000 }, () => '[]').join(',')}]`

/** One of each kind of value. */
const VALUES: Readonly<Record<NonNullable<Schema['type']>, string>> = {
  null: 'null',
  boolean: 'true',
  integer: '1',
  number: '1.5',
  string: '"x"',
  array: '[]',
  object: '{}',
}

function badFields(schema: Schema, good: Fields): BadBody[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = field.type
    if (own === undefined) return []
    const isRequired = schema.required?.includes(name) === true
    const isNullAbsent = schema['x-null-is-absent'] === true && !isRequired
    const withValue = (raw: string): string => replaced(good, name, raw)
    const isFine = (type: string): boolean =>
      type === own || (own === 'number' && type === 'integer') || (isNullAbsent && type === 'null')
    const isDefaulted = schema['x-defaulted']?.includes(name) === true
    const wrong = Object.entries(VALUES).filter(([type]) => !isFine(type) && !(isDefaulted && type === 'null'))
    return [
      ...(own === 'array'
        ? [{ title: `${name}: much that is wrong`, payload: withValue(WRONG_ITEMS), permitted: [400, 413, 422] }]
        : []),
      ...wrong.map(([type, raw]) => ({ title: `${name}: ${type}`, payload: withValue(raw), permitted: [422] })),
      ...(own === 'string'
        ? BAD_TEXTS.map((raw) => ({ title: `${name}: ${raw}`, payload: withValue(raw), permitted: MALFORMED }))
        : []),
      ...(isRequired && !isDefaulted
        ? [{ title: `${name}: absent`, payload: replaced(good, name, undefined), permitted: [422] }]
        : []),
    ]
  })
}

/** JSON text of the body with that value in place of the field's. */
function replaced(body: Fields, name: string, raw: string | undefined): string {
  const fields = Object.entries(body)
    .filter(([key]) => key !== name)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  return `{${[...fields, ...(raw === undefined ? [] : [`${JSON.stringify(name)}:${raw}`])].join(',')}}`
}
