import { gzipSync } from 'node:zlib'
import type { Misbehaviour, Reply } from './misbehaviour.ts'

export const bodyMisbehaviours: readonly Misbehaviour[] = [
  bytes('html-with-200', 'an HTML page with status 200', () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from('<!DOCTYPE html><html><body>Checking your browser</body></html>'),
  })),
  text('truncated-json', 'the first half of the JSON, complete for HTTP', (json) => json.slice(0, json.length / 2)),
  text('trailing-garbage', 'good JSON with something behind it', (json) => `${json}\n<!-- cached -->`),
  { ...text('byte-order-mark', 'good JSON behind a byte-order mark', (json) => `\uFEFF${json}`), expect: 'updated' },
  {
    ...bytes('wrong-content-type', 'good JSON announced as text/html', (reply) =>
      announce(reply, 'content-type', 'text/html'),
    ),
    expect: 'updated',
  },
  bytes('gzip-announced-not-used', 'plain JSON announced as gzip', (reply) =>
    announce(reply, 'content-encoding', 'gzip'),
  ),
  bytes('br-announced-not-used', 'plain JSON announced as br', (reply) => announce(reply, 'content-encoding', 'br')),
  bytes('corrupt-gzip', 'gzip with damaged bytes', (reply) => corrupt(announce(reply, 'content-encoding', 'gzip'))),
  text('empty-body', 'status 200 and no byte of a body', () => ''),
  text('deep-nesting', 'a hundred thousand lists within each other', () => '['.repeat(100_000) + ']'.repeat(100_000)),
  {
    ...json('duplicate-keys', 'every key twice: first with a decoy, then with the value', (value) => value),
    expect: 'updated',
    sources: ['source_a', 'source_b', 'source_d', 'source_e', 'source_f', 'source_g'],
    does: { text: (body) => printTwice(JSON.parse(body)) },
  },
  json('array-and-object-swapped', 'a list where an object is expected, and the reverse', (value) =>
    Array.isArray(value) ? { rows: value } : [value],
  ),
  text('empty-array', 'an empty list', () => '[]'),
  text('empty-object', 'an empty object', () => '{}'),
  text('null-body', 'nothing but null', () => 'null'),
  json('nulls-at-level-1', 'null in place of everything one level down', (value) => nullsBelow(value, 1)),
  json('nulls-at-level-2', 'null in place of everything two levels down', (value) => nullsBelow(value, 2)),
  json('nulls-at-level-3', 'null in place of everything three levels down', (value) => nullsBelow(value, 3)),
  json('nulls-at-level-4', 'null in place of everything four levels down', (value) => nullsBelow(value, 4)),
  {
    ...json('prototype-like-keys', 'decoys named __proto__, constructor and the like beside the prices', addDecoys),
    expect: 'updated',
  },
  json('prototype-like-keys-only', 'the whole answer below a key named __proto__', (value) =>
    Object.fromEntries([['__proto__', value]]),
  ),
]

type Row = Omit<Misbehaviour, 'expect'> & { readonly expect: 'kept' }

function bytes(name: string, what: string, reply: (reply: Reply) => Reply): Row {
  return { name, kind: 'body', what, expect: 'kept', does: { reply } }
}

function text(name: string, what: string, change: (text: string) => string): Row {
  return { name, kind: 'body', what, expect: 'kept', does: { text: change } }
}

function json(name: string, what: string, change: (json: unknown) => unknown): Row {
  return { name, kind: 'body', what, expect: 'kept', does: { json: change } }
}

function announce(reply: Reply, header: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [header]: value } }
}

function corrupt(reply: Reply): Reply {
  const body = gzipSync(reply.body)
  const middle = Math.floor(body.length / 2)
  return { ...reply, body: Buffer.concat([body.subarray(0, middle), Buffer.alloc(8, 0xff), body.subarray(middle + 8)]) }
}

function printTwice(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printTwice).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
  const decoys = entries.map(([key]) => `${JSON.stringify(key)}:"1"`)
  return `{${[...decoys, ...entries.map(([key, inner]) => `${JSON.stringify(key)}:${printTwice(inner)}`)].join(',')}}`
}

/** A leaf that is reached before the level becomes null as well: on every exchange no price is left. */
function nullsBelow(value: unknown, level: number): unknown {
  if (level === 0 || typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return value.map((inner) => nullsBelow(inner, level - 1))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, nullsBelow(inner, level - 1)]))
}

const DECOY = { price: '1', last: '1', c: ['1', '1'] }
const DECOY_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

function addDecoys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return Array.isArray(value[0]) ? [...value, ...decoyRows()] : value.map(addDecoys)
  }
  if (typeof value !== 'object' || value === null) return value
  const decoys = DECOY_KEYS.map((key) => [key, DECOY] as const)
  return Object.fromEntries([
    ...decoys,
    ...Object.entries(value).map(([key, inner]) => [key, addDecoys(inner)] as const),
  ])
}

function decoyRows(): unknown[] {
  return DECOY_KEYS.map((key) => [key, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
}
