import { type Duplex, PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000
/** What stops the reading of a body that grows past the limit. */
const TOO_LARGE = new Error('larger than 1 MiB')
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** The statuses with which an exchange asks to be left alone; elsewhere the header is noise of a proxy. */
const ASKS_FOR_PATIENCE = new Set([418, 429, 503])

const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/
/** zlib's `Z_…`, and Brotli's, which Node builds from an empty prefix. */
const DECODER_ERROR = /^(Z_|ERR__ERROR)/

export interface FetchOptions {
  /** One deadline for everything: DNS lookup, connect, redirects, headers and body. */
  readonly timeoutMs: number
  readonly userAgent: string
  readonly clock: () => number
  readonly signal?: AbortSignal | undefined
}

/** `status` is there if a complete status line came: 200 with `ok: false` means an unusable body. */
export type JsonAnswer =
  | { readonly ok: true; readonly json: unknown }
  | {
      readonly ok: false
      readonly status: number | undefined
      readonly error: string
      readonly retryAfterMs: number | undefined
    }

/** GETs one JSON document. Never rejects, never outlives its deadline, never keeps more than 1 MiB. */
export async function fetchJson(url: string, options: FetchOptions): Promise<JsonAnswer> {
  const { timeoutMs } = options
  // The reason of the abort is the text people read.
  const stop = new AbortController()
  const deadline = setTimeout(() => stop.abort(`timed out after ${timeoutMs / 1000} s`), timeoutMs)
  const stopEarly = () => stop.abort('stopped')
  options.signal?.addEventListener('abort', stopEarly, { once: true })
  if (options.signal?.aborted) stopEarly()
  // No connection is ever used twice (`pipelining: 0`, and no HTTP/2 session): requests are a minute apart, and a
  // kept one that the exchange has half closed meanwhile would fail a whole cycle.
  const agent = new Agent({ pipelining: 0, allowH2: false, connect: { timeout: timeoutMs } })
  try {
    return await follow(new URL(url), { agent, signal: stop.signal, options })
  } catch (error) {
    return failed(stop.signal.aborted ? String(stop.signal.reason) : describeError(error))
  } finally {
    clearTimeout(deadline)
    options.signal?.removeEventListener('abort', stopEarly)
    void agent.destroy()
  }
}

interface Exchange {
  readonly agent: Agent
  readonly signal: AbortSignal
  readonly options: FetchOptions
}

async function follow(start: URL, exchange: Exchange): Promise<JsonAnswer> {
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await ask(url, exchange)
    const location = REDIRECTS.has(response.statusCode) ? headerOf(response, 'location') : undefined
    if (location === undefined) return readResponse(response, exchange)
    const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined
    if (target?.origin !== start.origin) return failed('redirected to another host', response.statusCode)
    url = target
  }
  return failed('redirected too often')
}

async function ask(url: URL, { agent, signal, options }: Exchange): Promise<Dispatcher.ResponseData> {
  const headers = { 'user-agent': options.userAgent, accept: 'application/json', 'accept-encoding': 'gzip, br' }
  const { origin, pathname, search } = url
  const response = await agent.request({ origin, path: `${pathname}${search}`, method: 'GET', signal, headers })
  // An unread body ends with the agent; without a listener that end would be an uncaught error.
  response.body.on('error', () => {})
  return response
}

async function readResponse(response: Dispatcher.ResponseData, { signal, options }: Exchange): Promise<JsonAnswer> {
  const status = response.statusCode
  if (status !== 200) return failed(`HTTP ${status}`, status, retryAfterMs(response, options.clock()))
  const decoder = decoderOf(headerOf(response, 'content-encoding'))
  if (decoder === undefined) return failed('compressed in an unknown way', status)
  let body: Buffer
  try {
    body = await pipeline(response.body, decoder, readUpToLimit, { signal })
  } catch (error) {
    if (error === TOO_LARGE) return failed(TOO_LARGE.message, status)
    if (DECODER_ERROR.test(codeOf(error))) return failed(describeError(error), status)
    throw error
  }
  try {
    // The decoder drops a byte-order mark, which JSON.parse would refuse.
    return { ok: true, json: JSON.parse(new TextDecoder('utf-8').decode(body)) }
  } catch {
    return failed('not JSON', status)
  }
}

function decoderOf(contentEncoding: string | undefined): Duplex | undefined {
  switch (contentEncoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return new PassThrough()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      return undefined
  }
}

/** Counts after decompression, where a small body can become a huge one; throwing here ends the connection. */
async function readUpToLimit(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw TOO_LARGE
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Seconds or an HTTP date; a time in the past means no wait. */
function retryAfterMs(response: Dispatcher.ResponseData, nowMs: number): number | undefined {
  const text = headerOf(response, 'retry-after')?.trim() ?? ''
  if (!ASKS_FOR_PATIENCE.has(response.statusCode)) return undefined
  const waitMs = /^[0-9]+$/.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS)
}

function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function failed(error: string, status?: number, retryAfter?: number): JsonAnswer {
  return { ok: false, status, error, retryAfterMs: retryAfter }
}

/** Codes are those of Node, of its TLS and zlib parts, and of undici. The first matching row counts. */
const MEANINGS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ENOTFOUND|EAI_)/, 'host not found'],
  [/TIMEOUT|^ETIMEDOUT$/, 'timed out'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH|ERR_STREAM_PREMATURE)/, 'connection broke off'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'host not reachable'],
  [/CERT|SIGNATURE|^(ERR_TLS_|ERR_SSL_|EPROTO)/, 'TLS failed'],
  [/^(HPE_|HTTPParserError)/, 'not HTTP'],
  [DECODER_ERROR, 'broken compression'],
]

function describeError(error: unknown): string {
  const code = codeOf(error)
  const meaning = MEANINGS.find(([pattern]) => pattern.test(code))?.[1] ?? 'request failed'
  return `${meaning} (${code})`
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
