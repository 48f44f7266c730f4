import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { SocketPlan } from './hold-sockets.ts'

/** The service allows 100 from one address. */
const PER_ADDRESS = 100
const OPENING_AT_ONCE = 50

/** A process of `holdSockets`: opens sockets, reports that, and counts their messages until it has to close them. */
async function main(): Promise<void> {
  const [{ ports, count, keys }] = (await once(process, 'message')) as [SocketPlan]
  let messages = 0
  let next = 0
  const open = async (index: number): Promise<void> => {
    const address = Math.floor(index / PER_ADDRESS)
    const port = ports[index % ports.length]
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws/${keys[index % keys.length]}`, {
      localAddress: `127.0.${1 + Math.floor(address / 200)}.${1 + (address % 200)}`,
      perMessageDeflate: false,
    })
    socket.on('message', () => {
      messages += 1
    })
    await once(socket, 'open')
    socket.on('close', (code) => {
      throw new Error(`the service closed WebSocket ${index} with ${code}`)
    })
  }
  const openSome = async (): Promise<void> => {
    while (next < count) {
      const index = next
      next += 1
      await open(index)
    }
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openSome))
  process.send?.('open')
  await once(process, 'message')
  process.send?.(messages)
}

await main()
