import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Certificate } from './loopback-certificate.ts'

export interface LoopbackServer {
  readonly port: number
  /** Every request so far. */
  readonly hits: {
    readonly path: string
    readonly headers: IncomingHttpHeaders
    readonly servername: string | undefined
  }[]
  /** How many connections were opened so far. */
  connections(): number
  /** Resolves when no connection is open any more. */
  readonly quiet: () => Promise<void>
}

export interface ListenOptions {
  /** Any address of 127.0.0.0/8 is this machine. */
  readonly address?: string
  readonly port?: number
  readonly certificate?: Certificate
}

/** For tests: a real HTTP or HTTPS server on loopback that ends with the test. */
export async function openHttpServer(answer: RequestListener, options: ListenOptions = {}): Promise<LoopbackServer> {
  const hits: LoopbackServer['hits'] = []
  const listener: RequestListener = (request, response) => {
    const servername = 'servername' in request.socket ? String(request.socket.servername) : undefined
    hits.push({ path: `${request.method} ${request.url}`, headers: request.headers, servername })
    answer(request, response)
  }
  const { certificate } = options
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener)
  return { ...(await listen(server, options)), hits }
}

/** For tests: a TCP server that sends anything, or nothing, without being HTTP. */
export async function openTcpServer(onConnection: (socket: Socket) => void): Promise<LoopbackServer> {
  return { ...(await listen(createTcpServer(onConnection), {})), hits: [] }
}

async function listen(server: Server, { address = '127.0.0.1', port = 0 }: ListenOptions) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      server.emit('gone')
    })
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const quiet = async () => {
    while (sockets.size > 0) await new Promise((resolve) => server.once('gone', resolve))
  }
  return { port: (server.address() as AddressInfo).port, connections: () => connections, quiet }
}
