import { randomInt } from 'node:crypto'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that Linux and macOS use for connections and for `listen(0)`. */
const FIRST_PORT = 15_000
const PORTS = 15_000

/**
 * A free port on loopback that stays ours until this process ends, also while nothing listens on it.
 * A UDP socket on the same number is the mark that every other caller, in any process, sees.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS)
    const mark = await bindUdp(port)
    if (mark === undefined) continue
    if (await canListen(port)) return port
    mark.close()
  }
}

/** No socket if another caller holds the number. */
function bindUdp(port: number): Promise<UdpSocket | undefined> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => resolve(undefined))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(socket))
  })
}

/** A program that is not a test may listen there. */
function canListen(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
