import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface CuttingProxy {
  readonly port: number
  /** From now on a connection ends in the moment when it would say this; undefined = none does. */
  cutAt(text: string | undefined): void
  close(): void
}

/** A network between two servers that breaks at the worst moment. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  let cut: string | undefined
  const server = createServer((client) => {
    const onward = connect(target, '127.0.0.1')
    const end = (): void => {
      client.destroy()
      onward.destroy()
    }
    for (const socket of [client, onward]) socket.on('error', end).on('close', end)
    onward.on('data', (data) => client.write(data))
    client.on('data', (data) => {
      if (cut !== undefined && data.includes(cut)) end()
      else onward.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAt(text) {
      cut = text
    },
    close: () => void server.close(),
  }
}
