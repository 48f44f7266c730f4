import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Certificate } from '@satchel/outbound/world/loopback-certificate'
import { reservePort } from '@satchel/outbound/world/reserve-port'

/** A fault of one call, of its request or its answer. */
export type CallFault =
  /** The request is read, nothing is done, the connection breaks. */
  | { readonly do: 'lose-request' }
  /** It is done; the connection breaks before a byte of the answer. */
  | { readonly do: 'lose-answer' }
  /** An error answer without an effect. */
  | { readonly do: 'refuse'; readonly status: number; readonly text?: string }
  /** The call has its effect; the answer is an error nevertheless. */
  | { readonly do: 'deny'; readonly status: number; readonly text?: string }
  /** It is done; the answer is half a JSON text. */
  | { readonly do: 'garble' }
  | { readonly do: 'delay'; readonly ms: number }
  /** A success with another content than the effect. */
  | { readonly do: 'answer'; readonly status?: number; readonly text: string }

export interface PeerCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** The answer of one call: either `send` once, or `line`s until `end`. */
export interface PeerReply {
  send(status: number, body: unknown): void
  /** One line of an open stream; the headers are sent with the first one. */
  line(body: unknown): void
  end(): void
  /** Aborted when the caller has turned away, or the answer has ended. */
  readonly gone: AbortSignal
}

export interface PeerServer {
  readonly url: string
  /** For websockets: `server.http.on('upgrade', …)`. */
  readonly http: Server
  /** Every call that was read, `METHOD /path`, oldest first. */
  readonly calls: readonly string[]
  /** The next calls that begin with `METHOD /path` get these faults, one each. */
  plan(call: string, ...faults: readonly CallFault[]): void
  /** Every connection breaks off and the port is closed: connections are refused. */
  goDown(): Promise<void>
  /** Listens again, on the same port. */
  comeUp(): Promise<void>
  /** Breaks off every connection; new ones are welcome. */
  cut(): void
  /** Shows this certificate from now on, to new connections only. */
  renewCertificate(certificate: Certificate): void
  /** By how much its clock is ahead: the `Date` of its answers. */
  setClockAhead(seconds: number): void
  close(): Promise<void>
}

/** The effect of a fault on every peer, whatever its protocol. */
export type FaultyServer = Omit<PeerServer, 'http' | 'renewCertificate' | 'setClockAhead'>

/** One node's interface over HTTP on loopback, with scripted faults. `handle` answers. */
export async function openPeerServer(
  handle: (call: PeerCall, reply: PeerReply) => void | Promise<void>,
  certificate?: Certificate,
  /** The name of the call, if the path does not have it. */
  nameOf: (call: PeerCall) => string = ({ method, path }) => `${method} ${path}`,
): Promise<PeerServer> {
  const plans: { call: string; fault: CallFault }[] = []
  const calls: string[] = []
  const sockets = new Set<Socket>()
  let aheadMs = 0
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request)
    const name = nameOf(call)
    calls.push(name)
    const planned = plans.findIndex((plan) => name.startsWith(plan.call))
    const fault = planned < 0 ? undefined : plans.splice(planned, 1)[0]?.fault
    if (fault?.do === 'lose-request') return void response.destroy()
    if (fault?.do === 'refuse') return writeText(response, fault.status, fault.text ?? '{"message":"out of order"}')
    if (fault?.do === 'delay') await delay(fault.ms)
    await handle(call, openReply(response, fault))
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (aheadMs !== 0) response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  }
  const http = certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener)
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  }
  // One whose handshake is not over is open, too.
  http.on('connection', keep)
  http.on('secureConnection', keep)
  const port = await reservePort()
  const listen = (): Promise<void> => new Promise((resolve) => http.listen(port, '127.0.0.1', resolve))
  await listen()
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const goDown = (): Promise<void> =>
    new Promise((resolve) => {
      http.close(() => resolve())
      cut()
    })
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    http,
    calls,
    plan: (call, ...faults) => void plans.push(...faults.map((fault) => ({ call, fault }))),
    goDown,
    comeUp: listen,
    cut,
    renewCertificate(renewed) {
      if (!('setSecureContext' in http)) throw new Error('this peer has no certificate')
      http.setSecureContext(renewed)
      cut()
    },
    setClockAhead(seconds) {
      aheadMs = seconds * 1000
    },
    close: async () => (http.listening ? goDown() : undefined),
  }
}

async function readCall(request: IncomingMessage): Promise<PeerCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const url = new URL(request.url ?? '/', 'http://peer')
  return {
    method: request.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: request.headers,
    text: Buffer.concat(chunks).toString(),
  }
}

/** The fault happens at the first byte of the answer: the call has had its effect by then. */
function openReply(response: ServerResponse, fault: CallFault | undefined): PeerReply {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const struck = (): boolean => {
    if (response.destroyed || response.writableEnded) return true
    switch (fault?.do) {
      case 'lose-answer':
        response.destroy()
        return true
      case 'deny':
        writeText(response, fault.status, fault.text ?? '{"message":"out of order"}')
        return true
      case 'garble':
        writeText(response, 200, '{"result":{"stat')
        return true
      case 'answer':
        writeText(response, fault.status ?? 200, fault.text)
        return true
      default:
        return false
    }
  }
  return {
    send(status, body) {
      if (!struck()) writeText(response, status, JSON.stringify(body))
    },
    line(body) {
      if (!struck()) response.write(`${JSON.stringify(body)}\n`)
    },
    end() {
      if (!struck()) response.end()
    },
    gone: gone.signal,
  }
}

function writeText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
