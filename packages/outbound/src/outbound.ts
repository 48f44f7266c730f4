import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { codeOf, describeFailure, type Failure, failure } from './describe-failure.ts'
import { type DestinationRules, judgeDestination, parseAllowList } from './destination-rules.ts'
import { connectPinned, type Pinned, WRONG_PEER } from './guarded-connector.ts'
import { headerProblem } from './judge-headers.ts'
import { judgeUrl, problem, type Target, type UrlProblem } from './judge-url.ts'
import { type Opened, openPinned } from './open-pinned.ts'
import { resolveHost, resolverFor } from './resolve-host.ts'
import { type HttpMethod, type PinnedRequest, type Sent, sendPinned } from './send-pinned.ts'

const CONNECT_TIMEOUT_MS = 3000
const TOTAL_TIMEOUT_MS = 15_000
const MAX_BODY_BYTES = 64 * 1024

export interface OutboundOptions extends DestinationRules {
  /** `ip:port` of the DNS server for these URLs; unset = the system's resolver. */
  readonly resolver?: string | undefined
  readonly userAgent: string
}

export interface OutboundRequest {
  readonly method: HttpMethod
  readonly url: string
  /** Headers of the caller. Framing, Host and Accept-Encoding are set by the client. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** From the DNS look-up to the last byte. */
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

/** `opened`: the beginning of any answer, also a redirect; the caller reads its body or destroys it. */
export type OutboundOpened = Extract<Opened, { kind: 'opened' }> | Blocked | Failed

/** The guard rejected the request: no byte was sent. The message is safe for the user who set the URL. */
export type Blocked = {
  readonly kind: 'blocked'
  readonly reason: UrlProblem['reason'] | 'header'
  readonly message: string
}

/** With a `status` the other side had begun to answer, so the request may have taken effect. */
export type Failed = { readonly kind: 'failed'; readonly status: number | undefined } & Failure

/** An open connection, with TLS for https and wss; it belongs to the caller, who closes it. */
export type OutboundConnection = { readonly kind: 'connected'; readonly socket: Socket } | Blocked | Failed

export interface Outbound {
  /** Never rejects. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * For bodies that are forwarded as they arrive. `timeoutMs` limits the time until the answer begins. The caller
   * limits how many are open. Never rejects.
   */
  open(request: OutboundRequest): Promise<OutboundOpened>
  /** For protocols that begin as HTTP, such as websockets, with the same checks. Never rejects. */
  connect(request: Pick<OutboundRequest, 'url' | 'timeoutMs' | 'signal'>): Promise<OutboundConnection>
  /** Checks a URL when it is set: everything except the DNS look-up, which each request makes. */
  checkUrl(url: string): UrlProblem | undefined
  /** Stops requests in flight; later requests fail as stopped. */
  close(): void
}

/** The only client for URLs that users or manifests name (rule D9). Throws for invalid options. */
export function createOutbound(options: OutboundOptions): Outbound {
  const allow = parseAllowList(options.allow)
  if (options.resolver !== undefined) resolverFor(options.resolver)
  const underWay = new Set<AbortController>()
  const arriving = new Set<Readable>()
  let closed = false

  /** Aborts at the caller's deadline or signal, or when the service stops. */
  async function limited<T>(
    { timeoutMs, signal }: Pick<OutboundRequest, 'timeoutMs' | 'signal'>,
    work: (stop: AbortSignal) => Promise<T>,
  ): Promise<T | Failed> {
    const stop = new AbortController()
    underWay.add(stop)
    const deadline = setTimeout(() => stop.abort('timeout'), timeoutMs ?? TOTAL_TIMEOUT_MS)
    const stopEarly = () => stop.abort('aborted')
    signal?.addEventListener('abort', stopEarly, { once: true })
    if (closed || signal?.aborted) stopEarly()
    try {
      return await work(stop.signal)
    } catch (error) {
      return failed(stop.signal.aborted ? failure(stop.signal.reason) : failure('other', codeOf(error)))
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', stopEarly)
      underWay.delete(stop)
    }
  }

  async function ask<T extends Sent | Opened>(asked: OutboundRequest, send: Send<T>): Promise<Reached<T>> {
    const target = judgeUrl(asked.url, options, allow)
    if ('reason' in target) return { kind: 'blocked', ...target }
    const header = headerProblem(asked.headers ?? {})
    if (header !== undefined) return { kind: 'blocked', reason: 'header', message: header }
    return limited(asked, (stop) => resolveAndSend(asked, target, { options, stop, send }))
  }

  async function open(asked: OutboundRequest): Promise<OutboundOpened> {
    const opened = await ask(asked, openPinned)
    if (opened.kind !== 'opened') return opened
    const { body } = opened
    arriving.add(body.once('close', () => arriving.delete(body)))
    if (closed) body.destroy()
    return opened
  }

  async function connect(asked: Parameters<Outbound['connect']>[0]): Promise<OutboundConnection> {
    const target = judgeUrl(asked.url, options, allow)
    if ('reason' in target) return { kind: 'blocked', ...target }
    return limited(asked, (stop) => resolveAndConnect(target, options, stop))
  }

  return {
    request: (asked) => ask(asked, sendPinned),
    open,
    connect,
    checkUrl(url) {
      const judged = judgeUrl(url, options, allow)
      return 'reason' in judged ? judged : undefined
    },
    close() {
      closed = true
      for (const stop of underWay) stop.abort('aborted')
      for (const body of arriving) body.destroy()
    },
  }
}

type Send<T> = (request: PinnedRequest) => Promise<T>
type Reached<T> = Exclude<T, { kind: 'wrong_peer' }> | Blocked | Failed

/** Sends one request over a connection to one of the checked addresses. */
async function resolveAndSend<T extends Sent | Opened>(
  asked: OutboundRequest,
  target: Target,
  { options, stop, send }: { readonly options: OutboundOptions; readonly stop: AbortSignal; readonly send: Send<T> },
): Promise<Reached<T>> {
  const pinned = await resolveAndJudge(target, options, stop)
  if ('kind' in pinned) return pinned
  const sent = await send({
    ...target,
    ...pinned,
    method: asked.method,
    headers: { 'user-agent': options.userAgent, ...lowerCase(asked.headers ?? {}), 'accept-encoding': 'identity' },
    body: asked.body,
    maxBytes: asked.maxBytes ?? MAX_BODY_BYTES,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    stop,
  })
  if (sent.kind === 'wrong_peer') return { kind: 'blocked', ...problem('address') }
  return sent as Reached<T>
}

async function resolveAndConnect(
  target: Target,
  options: OutboundOptions,
  stop: AbortSignal,
): Promise<OutboundConnection> {
  const pinned = await resolveAndJudge(target, options, stop)
  if ('kind' in pinned) return pinned
  try {
    return { kind: 'connected', socket: await connectPinned(pinned, CONNECT_TIMEOUT_MS, stop) }
  } catch (error) {
    stop.throwIfAborted()
    return codeOf(error) === WRONG_PEER ? { kind: 'blocked', ...problem('address') } : failed(describeFailure(error))
  }
}

/** One DNS look-up; every address in its answer is checked. */
async function resolveAndJudge(
  target: Target,
  options: OutboundOptions,
  stop: AbortSignal,
): Promise<Pinned | Blocked | Failed> {
  stop.throwIfAborted()
  const { host, port, url } = target
  let addresses: readonly string[]
  try {
    addresses = await resolveHost(host, options.resolver, stop)
  } catch (error) {
    stop.throwIfAborted()
    return failed(failure('dns', codeOf(error)))
  }
  const refusal = target.listed ? undefined : firstRefusal(addresses, port, options)
  if (refusal !== undefined) return { kind: 'blocked', ...problem(refusal) }
  return { host, port, addresses, secure: url.protocol === 'https:' }
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
