import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { WebSocketServer } from 'ws'

/** A server on loopback that wastes the time of the service. */
export interface HostilePeer {
  /** `127.0.0.3:40123`. */
  readonly host: string
  /** The number of open connections. */
  open(): number
  /** Closes all connections and rejects new ones. */
  end(): Promise<void>
}

const DRIP_MS = 500
const CHUNK = Buffer.alloc(64 * 1024)
/** More than the socket buffers of both ends hold. */
const LARGE_BYTES = 1024 * CHUNK.length

/** Accepts every connection and sends nothing. */
export const openSilentPeer = (address?: string): Promise<HostilePeer> =>
  listen(
    createTcpServer((socket) => void socket.resume()),
    address,
  )

/** Answers each request immediately, with an endless body, one byte at a time. */
export const openDrippingPeer = (address?: string): Promise<HostilePeer> => listen(createServer(drip), address)

/** Sends a large file as fast as it is read. */
export const openLargeFile = (): Promise<HostilePeer> =>
  listen(
    createServer((_request, response) => {
      response.writeHead(200, { 'content-length': LARGE_BYTES })
      const write = (left: number): void => {
        if (left === 0) return void response.end()
        const hasRoom = response.write(CHUNK)
        const next = (): void => write(left - CHUNK.length)
        if (hasRoom) setImmediate(next)
        else response.once('drain', next)
      }
      write(LARGE_BYTES)
    }),
  )

/** A relay that confirms events other than those it received. */
export async function openLyingRelay(address?: string): Promise<HostilePeer> {
  const server = createServer()
  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.on('message', () => socket.send(JSON.stringify(['OK', '0'.repeat(64), true, ''])))
  })
  return listen(server, address)
}

/** An LNURL of one satoshi that never pays. Its mode selects the answers. */
export interface HostileLnurl extends HostilePeer {
  readonly url: string
  mode: 'offers' | 'rejects' | 'drips'
}

export async function openHostileLnurl(): Promise<HostileLnurl> {
  let mode: HostileLnurl['mode'] = 'offers'
  const server = createServer((request, response) => {
    if (mode === 'drips') return drip(request, response)
    const rejected = { status: 'ERROR', reason: 'Come back later.' }
    const offer = {
      tag: 'payRequest',
      callback: `http://${peer.host}/callback`,
      minSendable: 1000,
      maxSendable: 1000,
      metadata: '[["text/plain","Nothing"]]',
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(mode === 'offers' ? offer : rejected))
  })
  const peer = await listen(server)
  return {
    ...peer,
    url: `http://${peer.host}/pay`,
    get mode() {
      return mode
    },
    set mode(next) {
      mode = next
    },
  }
}

const drip: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  const timer = setInterval(() => response.write(' '), DRIP_MS)
  response.once('close', () => clearInterval(timer))
}

async function listen(server: Server, address = '127.0.0.1'): Promise<HostilePeer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return {
    host: `${address}:${(server.address() as AddressInfo).port}`,
    open: () => sockets.size,
    async end() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
