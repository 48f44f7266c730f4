import { Agent as PlainAgent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'

export interface NodeHttpOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Sent with every request: the credential. */
  readonly headers: Readonly<Record<string, string>>
  /** PEM. This certificate and no other: nodes sign their own. Undefined = whatever the system trusts. */
  readonly certificate?: string | undefined
}

export interface NodeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its query. */
  readonly path: string
  /** An object is sent as JSON, `URLSearchParams` as a form. */
  readonly body?: object | URLSearchParams | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default 15 s. Long for what waits on purpose. */
  readonly timeoutMs?: number | undefined
}

export interface NodeAnswer {
  readonly status: number
  readonly text: string
}

/** Nobody at the node has read a byte of it: the only error that says a payment was not sent (money-safety A14). */
export class NotSentError extends Error {}

/** One node over HTTP. Every error that is no `NotSentError` leaves open whether the request arrived. */
export interface NodeHttp {
  /** Any status. Rejects without an answer, when the time is over, or after `close`. */
  call(call: NodeCall): Promise<NodeAnswer>
  /**
   * A body that goes on for as long as both want, line by line. Resolves when the node ends it, rejects when it breaks
   * off or is refused with a status that is no success. `silenceMs` without a byte breaks it off.
   */
  readLines(
    call: NodeCall & { readonly silenceMs: number; readonly signal?: AbortSignal },
    onLine: (line: string) => void,
  ): Promise<void>
  /** Ends everything under way. */
  close(): void
}

const CALL_MS = 15_000
const MOST_BYTES = 64 * 1024 * 1024

export function createNodeHttp(options: NodeHttpOptions): NodeHttp {
  const base = new URL(options.baseUrl)
  const isSecure = base.protocol === 'https:'
  const agent = isSecure
    ? new SecureAgent({ keepAlive: true, maxSockets: 512, ...pinned(options.certificate) })
    : new PlainAgent({ keepAlive: true, maxSockets: 512 })
  const closed = new AbortController()

  const begin = (call: NodeCall, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const body = bodyOf(call.body)
      const headers = { ...options.headers, ...body.headers, ...call.headers }
      const send = isSecure ? secureRequest : plainRequest
      const request = send(`${options.baseUrl}${call.path}`, { method: call.method, agent, headers, signal }, resolve)
      let connected = false
      watchConnection(request, isSecure, () => {
        connected = true
      })
      request.on('error', (error) => {
        reject(connected || request.reusedSocket ? error : new NotSentError(error.message))
      })
      request.end(body.text)
    })

  return {
    async call(call) {
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(call.timeoutMs ?? CALL_MS)])
      const answer = await begin(call, signal)
      return { status: answer.statusCode ?? 0, text: await readAll(answer) }
    },
    async readLines({ silenceMs, signal, ...call }, onLine) {
      const stop = AbortSignal.any([closed.signal, ...(signal === undefined ? [] : [signal])])
      const answer = await begin(call, stop)
      const status = answer.statusCode ?? 0
      if (status < 200 || status > 299) throw new Error(`${status}: ${(await readAll(answer)).slice(0, 500)}`)
      await readEachLine(answer, silenceMs, onLine)
    },
    close() {
      closed.abort(new Error('the connection to the node is closed'))
      agent.destroy()
    },
  }
}

/** A pinned certificate stands for itself, whatever name and authority it carries. */
function pinned(certificate: string | undefined) {
  if (certificate === undefined) return {}
  const wanted = new X509Certificate(certificate).fingerprint256
  return {
    ca: [certificate],
    checkServerIdentity: (_host: string, { fingerprint256 }: { fingerprint256: string }) =>
      fingerprint256 === wanted ? undefined : new Error('the node shows another certificate'),
  }
}

function watchConnection(request: ClientRequest, isSecure: boolean, onConnected: () => void): void {
  request.on('socket', (socket) => {
    if (!socket.connecting && (!isSecure || (socket as TLSSocket).authorized)) onConnected()
    else socket.once(isSecure ? 'secureConnect' : 'connect', onConnected)
  })
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
    if (bytes > MOST_BYTES) throw new Error('the node answers with more than 64 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function readEachLine(answer: IncomingMessage, silenceMs: number, onLine: (line: string) => void): Promise<void> {
  answer.setTimeout(silenceMs, () => answer.destroy(new Error(`no byte for ${silenceMs} ms`)))
  answer.setEncoding('utf8')
  let rest = ''
  for await (const chunk of answer as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MOST_BYTES) throw new Error('the node sends a line of more than 64 MiB')
    for (const line of lines) if (line !== '') onLine(line)
  }
  if (rest !== '') onLine(rest)
}
