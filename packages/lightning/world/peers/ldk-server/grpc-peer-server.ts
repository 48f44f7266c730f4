import {
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Certificate } from '@satchel/outbound/world/loopback-certificate'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { writeFrame } from '../../../src/backends/ldk-server/grpc-frames.ts'
import type { CallFault, FaultyServer, PeerServer } from '../../peer-parts/peer-server.ts'

export interface GrpcCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body with its frame. */
  readonly body: Buffer
}

/** The answer of one call: `send` or `fail` once, or `tell`s until it ends. */
export interface GrpcReply {
  send(message: Uint8Array): void
  fail(code: number, message: string): void
  tell(message: Uint8Array): void
  /** Aborted when the caller has turned away, or the answer has ended. */
  readonly gone: AbortSignal
}

/** Statuses below this are gRPC's codes, above HTTP's. */
const MIN_HTTP_STATUS = 100
const TYPE = { 'content-type': 'application/grpc+proto' }

/** One node's interface over gRPC on loopback, with scripted faults. `handle` answers. */
export async function openGrpcPeerServer(
  handle: (call: GrpcCall, reply: GrpcReply) => void | Promise<void>,
  certificate: Certificate,
): Promise<FaultyServer & Pick<PeerServer, 'renewCertificate'>> {
  const plans: { call: string; fault: CallFault }[] = []
  const calls: string[] = []
  const open = new Set<Socket | ServerHttp2Session>()
  const keep = (kept: Socket | ServerHttp2Session): void => {
    open.add(kept)
    kept.on('close', () => open.delete(kept))
    kept.on('error', () => undefined)
  }
  const answer = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
    const name = `${headers[':method']} ${headers[':path']}`
    calls.push(name)
    const planned = plans.findIndex((plan) => name.startsWith(plan.call))
    const fault = planned < 0 ? undefined : plans.splice(planned, 1)[0]?.fault
    if (fault?.do === 'lose-request') return stream.session?.destroy()
    if (fault?.do === 'refuse') return refuse(stream, fault)
    if (fault?.do === 'delay') await delay(fault.ms)
    const call = { path: String(headers[':path']), headers, body: Buffer.concat(chunks) }
    await handle(call, openReply(stream, fault))
  }
  const server = createSecureServer(certificate)
  server.on('connection', keep)
  server.on('session', keep)
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    answer(stream, headers).catch((error: unknown) => stream.destroy(error as Error))
  })
  const port = await reservePort()
  const listen = (): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen()
  const cut = (): void => {
    for (const kept of open) kept.destroy()
  }
  const goDown = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      cut()
    })
  return {
    url: `https://127.0.0.1:${port}`,
    calls,
    plan: (call, ...faults) => void plans.push(...faults.map((fault) => ({ call, fault }))),
    goDown,
    comeUp: listen,
    cut,
    renewCertificate(renewed) {
      server.setSecureContext(renewed)
      cut()
    },
    close: async () => (server.listening ? goDown() : undefined),
  }
}

/** The fault happens at the first byte of the answer: the call has had its effect by then. */
function openReply(stream: ServerHttp2Stream, fault: CallFault | undefined): GrpcReply {
  const gone = new AbortController()
  stream.on('close', () => gone.abort())
  const struck = (): boolean => {
    if (stream.destroyed || stream.writableEnded) return true
    switch (fault?.do) {
      case 'lose-answer':
        stream.session?.destroy()
        return true
      case 'deny':
        refuse(stream, fault)
        return true
      case 'garble':
        // Half a message, and the end of a success.
        stream.respond({ ':status': 200, ...TYPE }, { waitForTrailers: true })
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
        stream.end(Buffer.from([0, 0, 0, 0, 99, 1]))
        return true
      case 'answer':
        stream.respond({ ':status': fault.status ?? 200, 'content-type': 'application/json' })
        stream.end(fault.text)
        return true
      default:
        return false
    }
  }
  return {
    send(message) {
      if (struck()) return
      stream.respond({ ':status': 200, ...TYPE }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      stream.end(writeFrame(message))
    },
    fail(code, message) {
      if (!struck()) refuse(stream, { status: code, text: message })
    },
    tell(message) {
      if (stream.destroyed) return
      if (!stream.headersSent) stream.respond({ ':status': 200, ...TYPE })
      if (message.length > 0) stream.write(writeFrame(message))
    },
    gone: gone.signal,
  }
}

function refuse(stream: ServerHttp2Stream, { status, text = 'out of order' }: { status: number; text?: string }): void {
  if (status >= MIN_HTTP_STATUS) {
    stream.respond({ ':status': status })
    stream.end(text)
    return
  }
  const end = { 'grpc-status': String(status), 'grpc-message': encodeURIComponent(text) }
  stream.respond({ ':status': 200, ...TYPE, 'content-length': '0', ...end }, { endStream: true })
}
