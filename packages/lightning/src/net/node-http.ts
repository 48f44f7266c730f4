import { X509Certificate } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls'
import { describeTrouble, type NodeTrouble } from '../port/node-trouble.ts'
import { whyUntrusted } from './why-untrusted.ts'

export interface NodeHttpOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Sent with every request: the credential. */
  readonly headers: Readonly<Record<string, string>>
  /** PEM of the only accepted certificate, because nodes sign their own. Undefined = the system's trust store. */
  readonly certificate?: string | undefined
  /** PEM of the only authority to trust, by name; the system's are ignored. No effect beside a certificate. */
  readonly authority?: string | undefined
  /** The variables that hold certificate or authority, and the address: named when the node shows another certificate. */
  readonly certificateSetting?: string | undefined
  readonly endpoint?: string | undefined
}

export interface NodeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its query. */
  readonly path: string
  /** An object is sent as JSON, `URLSearchParams` as a form. */
  readonly body?: object | URLSearchParams | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default 15 s. Set a longer one for calls that wait for an event. */
  readonly timeoutMs?: number | undefined
  /** The node's own clock when it began its answer, Unix seconds (RFC 9110 §6.6.1). Not called without that header. */
  readonly onDate?: (seconds: number) => void
}

export interface NodeAnswer {
  readonly status: number
  readonly text: string
}

/** No byte of the request reached the node: the only error that proves that a payment was not sent (rule A14). */
export class NotSentError extends Error {}

/** The node shows a certificate that is not trusted: nothing was sent, and only the operator can change that. */
export class UntrustedNodeError extends NotSentError {
  readonly trouble: NodeTrouble
  constructor(trouble: NodeTrouble) {
    super(describeTrouble(trouble))
    this.trouble = trouble
  }
}

export const toNotSent = (error: Error, untrusted: NodeTrouble | undefined): NotSentError =>
  untrusted === undefined ? new NotSentError(error.message) : new UntrustedNodeError(untrusted)

/** A stream that was answered with a status that is no success. */
export class RefusedStreamError extends Error {
  readonly answer: NodeAnswer
  constructor(answer: NodeAnswer) {
    super(`${answer.status}: ${answer.text.slice(0, 500)}`)
    this.answer = answer
  }
}

/** One node over HTTP. Every error that is no `NotSentError` leaves open whether the request arrived. */
export interface NodeHttp {
  /** Any status. Rejects without an answer, when the time is over, or after `close`. */
  call(call: NodeCall): Promise<NodeAnswer>
  /**
   * A streamed body, line by line. Resolves when the node ends it, rejects when it breaks off or is answered with an
   * error (`RefusedStreamError`). `silenceMs` without a byte breaks it off, before the first one, too: some nodes send
   * their headers with it.
   */
  readLines(
    call: NodeCall & { readonly silenceMs: number; readonly signal?: AbortSignal },
    onLine: (line: string) => void,
  ): Promise<void>
  /** Ends all calls in flight. */
  close(): void
}

export const CALL_MS = 15_000
const MAX_BYTES = 64 * 1024 * 1024

export function createNodeHttp(options: NodeHttpOptions): NodeHttp {
  const base = new URL(options.baseUrl)
  const isSecure = base.protocol === 'https:'
  const agent = isSecure
    ? new SecureAgent({ keepAlive: true, maxSockets: 512, ...trusting(options) })
    : new PlainAgent({ keepAlive: true, maxSockets: 512 })
  const closed = new AbortController()

  const begin = (call: NodeCall, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const body = bodyOf(call.body)
      const headers = { ...options.headers, ...body.headers, ...call.headers }
      const send = isSecure ? secureRequest : plainRequest
      const request = send(`${options.baseUrl}${call.path}`, { method: call.method, agent, headers }, (answer) => {
        // The reader of the body gets the error; without a listener it would be uncaught.
        answer.on('error', () => undefined)
        const date = Date.parse(answer.headers.date ?? '')
        if (!Number.isNaN(date)) call.onDate?.(date / 1000)
        resolve(answer)
      })
      breakOffWith(signal, request)
      let connected = false
      watchConnection(request, isSecure, () => {
        connected = true
      })
      request.on('error', (error) => {
        if (connected || request.reusedSocket) reject(error)
        else reject(toNotSent(error, whyUntrusted(request.socket as TLSSocket | null, options)))
      })
      request.end(body.text)
    })

  return {
    async call(call) {
      const deadline = AbortSignal.timeout(call.timeoutMs ?? CALL_MS)
      try {
        const answer = await begin(call, AbortSignal.any([closed.signal, deadline]))
        return { status: answer.statusCode ?? 0, text: await readAll(answer) }
      } finally {
        if (deadline.aborted) closeIdle(agent)
      }
    },
    async readLines({ silenceMs, signal, ...call }, onLine) {
      const silence = watchSilence(silenceMs)
      const stop = AbortSignal.any([closed.signal, silence.signal, ...(signal === undefined ? [] : [signal])])
      try {
        const answer = await begin(call, stop)
        const status = answer.statusCode ?? 0
        if (status < 200 || status > 299) throw new RefusedStreamError({ status, text: await readAll(answer) })
        await readEachLine(answer, silence.heard, onLine)
      } finally {
        silence.end()
        if (silence.signal.aborted) closeIdle(agent)
      }
    },
    close() {
      closed.abort(new Error('the connection to the node is closed'))
      agent.destroy()
    },
  }
}

/**
 * When one connection died silently, idle ones probably did, too: close them, so that the next call does not wait for
 * each.
 */
function closeIdle(agent: PlainAgent): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy()
  }
}

/** A pinned certificate is accepted whatever its name and issuer. */
export function trusting({ certificate, authority }: Pick<NodeHttpOptions, 'certificate' | 'authority'>) {
  // A self-signed certificate is its own authority.
  const pem = certificate ?? authority
  if (pem === undefined) return {}
  const wanted = new X509Certificate(pem).fingerprint256
  return {
    ca: [pem],
    // The node's own certificate may be signed by an authority that is not at hand.
    allowPartialTrustChain: true,
    checkServerIdentity(host: string, shown: PeerCertificate) {
      if (shown.fingerprint256 === wanted) return undefined
      return certificate === undefined
        ? checkServerIdentity(host, shown)
        : new Error('the node shows another certificate')
    },
  }
}

function watchConnection(request: ClientRequest, isSecure: boolean, onConnected: () => void): void {
  request.on('socket', (socket) => {
    if (!socket.connecting && (!isSecure || (socket as TLSSocket).authorized)) onConnected()
    else socket.once(isSecure ? 'secureConnect' : 'connect', onConnected)
  })
}

/** Node's own `signal` would also destroy a connection that was returned to the agent, with an uncaught error. */
function breakOffWith(signal: AbortSignal, request: ClientRequest): void {
  let answer: IncomingMessage | undefined
  const breakOff = (): void => {
    if (answer?.complete !== true) (answer ?? request).destroy(signal.reason as Error)
  }
  request.on('response', (begun) => {
    answer = begun
  })
  request.on('close', () => signal.removeEventListener('abort', breakOff))
  signal.addEventListener('abort', breakOff)
  if (signal.aborted) breakOff()
}

function bodyOf(body: NodeCall['body']): { readonly text?: string; readonly headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  const isForm = body instanceof URLSearchParams
  const text = isForm ? body.toString() : JSON.stringify(body)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return { text, headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) } }
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('the node answers with more than 64 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function readEachLine(
  answer: IncomingMessage,
  onBytes: () => void,
  onLine: (line: string) => void,
): Promise<void> {
  answer.setEncoding('utf8')
  let rest = ''
  for await (const chunk of answer as AsyncIterable<string>) {
    onBytes()
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_BYTES) throw new Error('the node sends a line of more than 64 MiB')
    for (const line of lines) if (line !== '') onLine(line)
  }
  if (rest !== '') onLine(rest)
}

/** A signal that is aborted after that much silence. */
function watchSilence(silenceMs: number) {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(new Error(`no byte for ${silenceMs} ms`)), silenceMs)
  return {
    signal: tooLong.signal,
    heard: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  }
}
