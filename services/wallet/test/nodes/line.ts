import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The connection between the service and its node. A cut loses everything in transit. */
export interface Line {
  readonly port: number
  /** Resets all connections, and new ones immediately. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** `toPort`: the node's port on loopback. The node may be down. */
export async function openLine(toPort: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  const join = (one: Socket, other: Socket): void => {
    sockets.add(one)
    one.pipe(other)
    // Every end of one side resets the other side.
    one.on('error', () => undefined)
    one.once('close', () => {
      sockets.delete(one)
      other.resetAndDestroy()
    })
  }
  const server = createServer((fromService) => {
    if (isCut) return void fromService.on('error', () => undefined).resetAndDestroy()
    const toNode = connect({ host: '127.0.0.1', port: toPort })
    join(fromService, toNode)
    join(toNode, fromService)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      breakAll()
    },
    mend() {
      isCut = false
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
