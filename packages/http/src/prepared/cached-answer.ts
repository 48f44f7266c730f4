import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takeOver } from './take-over.ts'

/** One body in every form a client may ask for, made once and sent many times without touching it. */
export interface CachedAnswer {
  readonly tag: string
  readonly identity: Variant
  readonly gzip: Variant
  readonly br: Variant
}

interface Variant {
  /** The bytes, one per character: node:http writes a string in one piece with the headers, a buffer after them. */
  readonly body: string
  readonly etag: string
  /** A flat list of names and values, the form that node:http writes fastest. The last value is the Cache-Control. */
  readonly headers: string[]
}

/**
 * Builds the encodings of a body, by default JSON. `tag` identifies its content: equal tags promise equal bytes at one
 * URL.
 */
export function createCachedAnswer(body: Buffer, tag: string, type = JSON_TYPE): CachedAnswer {
  const identity = variant(body.toString('latin1'), { etag: `"${tag}"`, type, encoding: [] })
  const gzip = gzipSync(body)
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const compressed = (bytes: Buffer, encoding: string): Variant =>
    // Keep a compressed form only if it is smaller.
    bytes.length < body.length
      ? variant(bytes.toString('latin1'), {
          etag: `"${tag}-${encoding}"`,
          type,
          encoding: ['Content-Encoding', encoding],
        })
      : identity
  return { tag, identity, gzip: compressed(gzip, 'gzip'), br: compressed(br, 'br') }
}

/**
 * For small bodies made for one request each, not compressed, with the tag of their snapshot. Their headers differ only
 * in the length, and are built once for each length.
 */
export function createTaggedAnswers(tag: string): (body: string) => CachedAnswer {
  const byLength = new Map<number, string[]>()
  const etag = `"${tag}"`
  return (text) => {
    const ascii = Buffer.byteLength(text) === text.length
    const body = ascii ? text : Buffer.from(text).toString('latin1')
    let headers = byLength.get(body.length)
    if (headers === undefined)
      byLength.set(body.length, (headers = headersOf(body, { etag, type: JSON_TYPE, encoding: NOTHING })))
    const only = { body, etag, headers }
    return { tag, identity: only, gzip: only, br: only }
  }
}

const NOTHING: readonly string[] = []
const JSON_TYPE = 'application/json'

interface Form {
  readonly etag: string
  readonly type: string
  readonly encoding: readonly string[]
}

const variant = (body: string, form: Form): Variant => ({ body, etag: form.etag, headers: headersOf(body, form) })

const headersOf = (body: string, { etag, type, encoding }: Form): string[] => [
  'Content-Type',
  type,
  'Content-Length',
  `${body.length}`,
  'ETag',
  etag,
  ...encoding,
  ...SHARED_HEADERS,
  'Cache-Control',
  '',
]

const SHARED_HEADERS = [
  'Vary',
  'Accept-Encoding',
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag',
  'X-Content-Type-Options',
  'nosniff',
]

/** Answers 200 or 304 from the prepared bytes, past Fastify's reply (docs/decisions/0003). */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
  cacheControl: string,
): void {
  const response = takeOver(reply)
  // Keep headers that hooks have set, such as those of the rate limit.
  const set = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  writeCached(request.headers, response, answer, cacheControl, set)
}

/** Writes the answer to node:http's response, with `headers` after its own; returns the status. */
export function writeCached(
  asked: IncomingHttpHeaders,
  response: ServerResponse,
  answer: CachedAnswer,
  cacheControl: string,
  others: readonly string[] = NOTHING,
): 200 | 304 {
  const { 'accept-encoding': accepted, 'if-none-match': known } = asked
  const { body, etag, headers } = accepted === undefined ? answer.identity : answer[preferredEncoding(accepted)]
  if (known !== undefined && matchesTag(known, answer.tag)) {
    response.writeHead(304, ['ETag', etag, ...SHARED_HEADERS, 'Cache-Control', cacheControl, ...others])
    response.end()
    return 304
  }
  headers[headers.length - 1] = cacheControl
  response.writeHead(200, others.length === 0 ? headers : [...headers, ...others])
  response.end(body, 'latin1')
  return 200
}

/** If-None-Match: a list, `*`, weak forms; any encoding of the same content counts (RFC 9110, 13.1.2). */
function matchesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((entry) => {
    const text = entry.trim().replace(/^W\//, '')
    return text === `"${tag}"` || text === `"${tag}-gzip"` || text === `"${tag}-br"`
  })
}

type Encoding = 'br' | 'gzip' | 'identity'

/** Caches the parsed Accept-Encoding texts: clients send only a few different ones. */
const preferred = new Map<string, Encoding>()
const REMEMBERED = 200

function preferredEncoding(header: string): Encoding {
  const known = preferred.get(header)
  if (known !== undefined) return known
  if (preferred.size >= REMEMBERED) preferred.clear()
  const encoding = readPreference(header)
  preferred.set(header, encoding)
  return encoding
}

function readPreference(header: string): Encoding {
  const weights = new Map<string, number>()
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  const identity = weights.get('identity') ?? 0
  if (br > 0 && br >= gzip && br >= identity) return 'br'
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
}
