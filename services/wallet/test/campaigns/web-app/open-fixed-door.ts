import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface FixedDoor {
  readonly port: number
  close(): Promise<void>
}

/** A fixed port in front of a service that restarts on another port, so that the browser keeps its address. */
export async function openFixedDoor(target: () => number): Promise<FixedDoor> {
  const open = new Set<Socket>()
  const server = createServer((visitor) => {
    const inside = connect(target(), '127.0.0.1')
    for (const [socket, other] of [
      [visitor, inside],
      [inside, visitor],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
