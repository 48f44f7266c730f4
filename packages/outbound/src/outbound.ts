import { codeOf, type Failure, failure } from './describe-failure.ts'
import { type DestinationRules, judgeDestination, parseAllowList } from './destination-rules.ts'
import { judgeUrl, problem, type Target, type UrlProblem } from './judge-url.ts'
import { headerProblem } from './judge-headers.ts'
import { resolveHost, resolverFor } from './resolve-host.ts'
import { type HttpMethod, sendPinned } from './send-pinned.ts'

const CONNECT_TIMEOUT_MS = 3000
const TOTAL_TIMEOUT_MS = 15_000
const MAX_BODY_BYTES = 64 * 1024

export interface OutboundOptions extends DestinationRules {
  /** `ip:port` of the DNS server for these URLs; unset = as the machine resolves. */
  readonly resolver?: string | undefined
  readonly userAgent: string
}

export interface OutboundRequest {
  readonly method: HttpMethod
  readonly url: string
  /** What the caller wants to say; framing, Host and Accept-Encoding are not the caller's. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** From the look-up to the last byte. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
}

/** `answered` is any complete answer, also a redirect: none is followed. */
export type OutboundAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
    }
  | Blocked
  | Failed

/** The guard refused: not a byte was sent. The message is safe for whoever named the URL. */
export type Blocked = {
  readonly kind: 'blocked'
  readonly reason: UrlProblem['reason'] | 'header'
  readonly message: string
}

/** With a `status` the other side had already begun to answer, and may have done what it was asked. */
export type Failed = { readonly kind: 'failed'; readonly status: number | undefined } & Failure

export interface Outbound {
  /** Never rejects. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /** For the moment a URL is named: everything but the look-up, which happens anew at each request. */
  checkUrl(url: string): UrlProblem | undefined
  /** Stops what is under way; later requests fail as stopped. */
  close(): void
}

/** The one client for URLs that users or manifests name (money safety, D.9). Throws when the options are wrong. */
export function createOutbound(options: OutboundOptions): Outbound {
  const allow = parseAllowList(options.allow)
  if (options.resolver !== undefined) resolverFor(options.resolver)
  const underWay = new Set<AbortController>()
  let closed = false

  async function request(asked: OutboundRequest): Promise<OutboundAnswer> {
    const target = judgeUrl(asked.url, options, allow)
    if ('reason' in target) return { kind: 'blocked', ...target }
    const header = headerProblem(asked.headers ?? {})
    if (header !== undefined) return { kind: 'blocked', reason: 'header', message: header }
    const stop = new AbortController()
    underWay.add(stop)
    const deadline = setTimeout(() => stop.abort('timeout'), asked.timeoutMs ?? TOTAL_TIMEOUT_MS)
    const stopEarly = () => stop.abort('aborted')
    asked.signal?.addEventListener('abort', stopEarly, { once: true })
    if (closed || asked.signal?.aborted) stopEarly()
    try {
      return await resolveAndSend(asked, target, options, stop.signal)
    } catch (error) {
      return failed(stop.signal.aborted ? failure(stop.signal.reason) : failure('other', codeOf(error)))
    } finally {
      clearTimeout(deadline)
      asked.signal?.removeEventListener('abort', stopEarly)
      underWay.delete(stop)
    }
  }

  return {
    request,
    checkUrl(url) {
      const judged = judgeUrl(url, options, allow)
      return 'reason' in judged ? judged : undefined
    },
    close() {
      closed = true
      for (const stop of underWay) stop.abort('aborted')
    },
  }
}

/** One look-up, every answer judged, and a connection to nothing but these answers. */
async function resolveAndSend(
  asked: OutboundRequest,
  target: Target,
  options: OutboundOptions,
  stop: AbortSignal,
): Promise<OutboundAnswer> {
  stop.throwIfAborted()
  let addresses: readonly string[]
  try {
    addresses = await resolveHost(target.host, options.resolver, stop)
  } catch (error) {
    stop.throwIfAborted()
    return failed(failure('dns', codeOf(error)))
  }
  const refusal = target.listed ? undefined : firstRefusal(addresses, target.port, options)
  if (refusal !== undefined) return { kind: 'blocked', ...problem(refusal) }
  const sent = await sendPinned({
    ...target,
    addresses,
    secure: target.url.protocol === 'https:',
    method: asked.method,
    headers: { 'user-agent': options.userAgent, ...lowerCase(asked.headers ?? {}), 'accept-encoding': 'identity' },
    body: asked.body,
    maxBytes: asked.maxBytes ?? MAX_BODY_BYTES,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    stop,
  })
  return sent.kind === 'wrong_peer' ? { kind: 'blocked', ...problem('address') } : sent
}

function firstRefusal(addresses: readonly string[], port: number, rules: DestinationRules) {
  return addresses.map((address) => judgeDestination(address, port, rules)).find((refusal) => refusal !== undefined)
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function failed(what: Failure): Failed {
  return { kind: 'failed', status: undefined, ...what }
}
