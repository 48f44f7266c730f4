import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface LocalServer {
  readonly origin: string
  /** Path and query of every request so far. */
  readonly requests: string[]
  /** How many connections were opened so far. */
  connections(): number
}

/** For tests: a real HTTP server on loopback that ends with the test. */
export async function openLocalServer(answer: RequestListener): Promise<LocalServer> {
  const requests: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  const opened = await listen(server)
  return { ...opened, requests }
}

/** For tests: a TCP server that does not speak HTTP. */
export async function openTcpServer(onConnection: (socket: Socket) => void): Promise<{ origin: string }> {
  return listen(createTcpServer(onConnection))
}

/** For tests: an origin where no server listens any more. */
export async function closedOrigin(): Promise<string> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

async function listen(server: Server): Promise<{ origin: string; connections: () => number }> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, connections: () => connections }
}
