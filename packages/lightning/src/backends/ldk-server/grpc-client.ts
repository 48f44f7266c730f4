import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2'
import { isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { NotSentError, toNotSent, trusting } from '../../net/node-http.ts'
import { whyUntrusted } from '../../net/why-untrusted.ts'
import { createFrameReader, writeFrame } from './grpc-frames.ts'

export interface GrpcOptions {
  /** https, without a slash at its end. */
  readonly baseUrl: string
  /** The metadata of a request; `frame` is its body. */
  readonly credential: (frame: Buffer) => Readonly<Record<string, string>>
  /** PEM. This certificate and no other. Undefined = whatever the system trusts. */
  readonly certificate?: string | undefined
  /** The variables that hold certificate and address: named when the node shows another certificate. */
  readonly certificateSetting?: string | undefined
  readonly endpoint?: string | undefined
  /** Default 10 s: interval of pings. Three without an answer mean that the node is gone. */
  readonly pingMs?: number
}

/** The end of a call in gRPC: code 0 is a success, with one message. */
export interface GrpcAnswer {
  readonly code: number
  readonly message: string
  readonly body: Buffer
  /** The clock of the node at the start of its answer, Unix seconds; undefined = not reported. */
  readonly nodeSeconds?: number | undefined
}

/** One node over gRPC. Every error that is no `NotSentError` leaves open whether the request arrived. */
export interface GrpcClient {
  /** Rejects without a valid gRPC status, after the timeout, or after `close`. */
  call(path: string, message: Uint8Array, timeoutMs?: number): Promise<GrpcAnswer>
  /** Each message of a stream until it ends or the signal is aborted. `onOpen`: the node has begun to answer. */
  follow(path: string, signal: AbortSignal, on: { open(): void; message(bytes: Buffer): void }): Promise<void>
  /** Ends all calls in flight. */
  close(): void
}

const CALL_MS = 15_000
const PING_MS = 10_000
const MAX_SILENT_PINGS = 3
const SUCCESS = 0

export function createGrpcClient(options: GrpcOptions): GrpcClient {
  const closed = new AbortController()
  const sessions = openSessions(options)

  const begin = async (path: string, message: Uint8Array, signal: AbortSignal): Promise<ClientHttp2Stream> => {
    if (closed.signal.aborted) throw new Error('the connection to the node is closed')
    const session = await sessions.now(signal)
    if (signal.aborted) throw new NotSentError('there was no time left to send it')
    const frame = writeFrame(message)
    const headers = {
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc+proto',
      'content-length': String(frame.length),
      te: 'trailers',
      ...options.credential(frame),
    }
    const stream = request(session, headers)
    const breakOff = (): void => void stream.destroy(signal.reason as Error)
    signal.addEventListener('abort', breakOff)
    stream.on('close', () => signal.removeEventListener('abort', breakOff))
    stream.end(frame)
    return stream
  }
  return {
    async call(path, message, timeoutMs = CALL_MS) {
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)])
      const bodies: Buffer[] = []
      const end = await readAll(await begin(path, message, signal), {
        open: () => undefined,
        message: (body) => void bodies.push(body),
      })
      const [body = Buffer.alloc(0)] = bodies
      if (end.code === SUCCESS && bodies.length !== 1) throw new Error('the node answers with no message, or several')
      return { ...end, body }
    },
    async follow(path, signal, on) {
      const stop = AbortSignal.any([closed.signal, signal])
      const end = await readAll(await begin(path, new Uint8Array(), stop), on)
      if (end.code !== SUCCESS) throw new Error(`the node ends its stream: ${end.code} ${end.message}`)
    },
    close() {
      closed.abort(new Error('the connection to the node is closed'))
      sessions.close()
    },
  }
}

/** Sends nothing over a connection that is known to be closed. */
function request(session: ClientHttp2Session, headers: Record<string, string>): ClientHttp2Stream {
  try {
    return session.request(headers)
  } catch (error) {
    throw new NotSentError(error instanceof Error ? error.message : String(error))
  }
}

/** One connection for all calls, opened again when it has closed. */
function openSessions(options: GrpcOptions) {
  const { baseUrl, certificate, pingMs = PING_MS } = options
  let current: { readonly session: ClientHttp2Session; readonly ready: Promise<ClientHttp2Session> } | undefined
  const open = (): NonNullable<typeof current> => {
    const socket = connectSocket(baseUrl, certificate)
    const session = connect(baseUrl, { createConnection: () => socket })
    const forget = (): void => {
      if (current?.session === session) current = undefined
    }
    const ready = new Promise<ClientHttp2Session>((resolve, reject) => {
      session.once('connect', () => resolve(session))
      session.on('error', (error) => reject(toNotSent(error, whyUntrusted(socket, options))))
      session.on('close', () => reject(new NotSentError('the connection was closed before it was established')))
    })
    // Waiting callers get the error; there may be none left.
    ready.catch(() => undefined)
    session.on('close', forget)
    session.on('goaway', forget)
    watchSilence(session, pingMs)
    return { session, ready }
  }
  return {
    async now(signal: AbortSignal): Promise<ClientHttp2Session> {
      if (current === undefined || current.session.destroyed || current.session.closed) current = open()
      const { ready } = current
      return await Promise.race([ready, whenAborted(signal)])
    },
    close: () => current?.session.destroy(),
  }
}

function connectSocket(baseUrl: string, certificate: string | undefined): TLSSocket {
  const { hostname, port } = new URL(baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return connectTls({
    host,
    port: port === '' ? 443 : Number(port),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['h2'],
    ...trusting({ certificate, authority: undefined }),
  })
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(new NotSentError('no connection to the node'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

/** A connection may end silently. */
function watchSilence(session: ClientHttp2Session, pingMs: number): void {
  let unanswered = 0
  const timer = setInterval(() => {
    unanswered += 1
    if (unanswered > MAX_SILENT_PINGS) session.destroy(new Error('the node answers no ping'))
    else if (!session.connecting && !session.destroyed) session.ping(() => (unanswered = 0))
  }, pingMs)
  timer.unref()
  session.on('close', () => clearInterval(timer))
}

function readAll(
  stream: ClientHttp2Stream,
  on: { open(): void; message(bytes: Buffer): void },
): Promise<Omit<GrpcAnswer, 'body'>> {
  return new Promise((resolve, reject) => {
    const frames = createFrameReader()
    let status: unknown
    let date = Number.NaN
    let end: IncomingHttpHeaders = {}
    stream.on('response', (headers) => {
      status = headers[':status']
      date = Date.parse(headers.date ?? '')
      // An error without a message comes with the headers.
      end = headers
      if (headers['grpc-status'] === undefined) on.open()
    })
    stream.on('trailers', (trailers: IncomingHttpHeaders) => {
      end = trailers
    })
    stream.on('data', (bytes: Buffer) => {
      try {
        if (status === constants.HTTP_STATUS_OK) for (const message of frames.push(bytes)) on.message(message)
      } catch (error) {
        stream.destroy(error as Error)
      }
    })
    stream.on('error', reject)
    stream.on('close', () => {
      const code = String(end['grpc-status'] ?? '')
      // A message that breaks off in the middle has no end.
      if (status !== constants.HTTP_STATUS_OK || !/^\d+$/.test(code) || frames.hasRest()) {
        reject(new Error(`the node answers ${String(status)}, and not as gRPC`))
      } else {
        const nodeSeconds = Number.isNaN(date) ? undefined : date / 1000
        resolve({ code: Number(code), message: decode(String(end['grpc-message'] ?? '')), nodeSeconds })
      }
    })
  })
}

function decode(message: string): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}
