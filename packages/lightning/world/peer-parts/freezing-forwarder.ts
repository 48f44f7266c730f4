import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy of a server that can go silent: connections stay open and accepted, and nothing arrives. */
export interface FreezingForwarder {
  readonly port: number
  /** How many connections are open; the client must close silent ones. */
  connections(): number
  /** From now on nothing is passed on, over old and new connections. */
  freeze(): void
  /** New connections are passed on again. Those that were frozen stay silent. */
  thaw(): void
}

/**
 * For tests; ends with the test. Without a target it is frozen permanently: a peer that accepts, sends `greeting` and
 * then nothing more.
 */
export async function openFreezingForwarder(targetPort?: number, greeting = ''): Promise<FreezingForwarder> {
  let isFrozen = targetPort === undefined
  const clients = new Set<Socket>()
  const frozen = new Set<Socket>()
  const forward = (client: Socket, port: number): void => {
    const target = connect(port, '127.0.0.1')
    target.on('error', () => client.destroy())
    target.on('data', (bytes) => frozen.has(client) || client.write(bytes))
    target.on('close', () => frozen.has(client) || client.destroy())
    client.on('data', (bytes) => frozen.has(client) || target.write(bytes))
    client.on('close', () => target.destroy())
  }
  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
    // Read to the end, so that the end is noticed.
    client.resume()
    client.write(greeting)
    if (isFrozen || targetPort === undefined) frozen.add(client)
    else forward(client, targetPort)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => clients.size,
    freeze() {
      isFrozen = true
      for (const client of clients) frozen.add(client)
    },
    thaw() {
      isFrozen = false
    },
  }
}
