import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface CuttingProxy {
  readonly port: number
  /** From now on a connection ends in the moment when it would say this; undefined = none does. */
  cutAt(text: string | undefined): void
  /** Resolves when a connection has said this and it has been passed on; its answers are kept back from then on. */
  keepBackAnswerTo(text: string): Promise<void>
  close(): void
}

/** A network between two servers that breaks at the worst moment. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  let cut: string | undefined
  let awaited: { readonly text: string; readonly said: () => void } | undefined
  const server = createServer((client) => {
    const onward = connect(target, '127.0.0.1')
    const end = (): void => {
      client.destroy()
      onward.destroy()
    }
    for (const socket of [client, onward]) socket.on('error', end).on('close', end)
    let quiet = false
    onward.on('data', (data) => {
      if (!quiet) client.write(data)
    })
    client.on('data', (data) => {
      if (cut !== undefined && data.includes(cut)) return end()
      const isAwaited = awaited !== undefined && data.includes(awaited.text)
      const said = isAwaited ? awaited?.said : undefined
      if (isAwaited) {
        quiet = true
        awaited = undefined
      }
      onward.write(data, said)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAt(text) {
      cut = text
    },
    keepBackAnswerTo: (text) => new Promise((said) => (awaited = { text, said })),
    close: () => void server.close(),
  }
}
