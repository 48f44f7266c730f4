import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One body in every form a client may ask for, made once and sent many times without touching it. */
export interface CachedAnswer {
  readonly tag: string
  readonly identity: Variant
  readonly gzip: Variant
  readonly br: Variant
}

interface Variant {
  readonly body: Buffer
  readonly etag: string
  /** Flat name, value list: what node:http writes with the least work. The last value is the Cache-Control. */
  readonly headers: string[]
}

/** Builds the forms of a JSON body. `tag` names its content: equal tags promise equal bytes at one URL. */
export function createCachedAnswer(body: Buffer, tag: string): CachedAnswer {
  const identity = variant(body, tag, undefined)
  const gzip = gzipSync(body)
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return {
    tag,
    identity,
    // A compressed form that is not smaller costs the client work for nothing.
    gzip: gzip.length < body.length ? variant(gzip, tag, 'gzip') : identity,
    br: br.length < body.length ? variant(br, tag, 'br') : identity,
  }
}

function variant(body: Buffer, tag: string, encoding: 'gzip' | 'br' | undefined): Variant {
  const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`
  const own = ['Content-Type', 'application/json', 'Content-Length', String(body.length), 'ETag', etag]
  if (encoding !== undefined) own.push('Content-Encoding', encoding)
  return { body, etag, headers: [...own, ...SHARED_HEADERS, 'Cache-Control', ''] }
}

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

/** Answers 200 or 304 from the prepared bytes. Bypasses Fastify's reply: this is the hottest path of the product. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
  cacheControl: string,
): void {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
  const chosen = accepted === undefined ? answer.identity : answer[preferredEncoding(accepted)]
  if (known !== undefined && matchesTag(known, answer.tag)) {
    sendRaw(reply, 304, ['ETag', chosen.etag, ...SHARED_HEADERS, 'Cache-Control', cacheControl], undefined)
    return
  }
  chosen.headers[chosen.headers.length - 1] = cacheControl
  sendRaw(reply, 200, chosen.headers, chosen.body)
}

/** A small body made for this request, with the tag of the snapshot it came from. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  tag: string,
  cacheControl: string,
): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && matchesTag(known, tag)) {
    sendRaw(reply, 304, ['ETag', `"${tag}"`, ...SHARED_HEADERS, 'Cache-Control', cacheControl], undefined)
    return
  }
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))]
  sendRaw(reply, 200, [...headers, 'ETag', `"${tag}"`, ...SHARED_HEADERS, 'Cache-Control', cacheControl], body)
}

function sendRaw(reply: FastifyReply, status: number, headers: string[], body: Buffer | string | undefined): void {
  reply.hijack()
  // What hooks have set so far (the rate limit's headers) must not be lost.
  const set = reply.getHeaders()
  let all = headers
  for (const name in set) all = [...all, name, String(set[name])]
  reply.raw.writeHead(status, all)
  reply.raw.end(body)
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

/** Clients send a handful of different Accept-Encoding texts: each is read once. */
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
