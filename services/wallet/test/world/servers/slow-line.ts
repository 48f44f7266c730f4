import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between a service and its database: slow, cut, silent, or leading to another server. */
export interface SlowLine {
  readonly port: number
  /** Sends new connections to this server; existing ones stay. */
  retarget(port: number): void
  /** Resets every connection. New ones are made as before. */
  cut(): void
  /** Connections that exist forward nothing more in either direction and are never closed. New ones work. */
  silence(): void
  /**
   * The next packet from the service that contains the text: passed on or not, it is the last one of its connection,
   * which falls silent. Resolves when it came by. `skip`: so many of them before it go on as usual.
   */
  catchNext(text: string, options: CatchOptions): Promise<void>
  close(): Promise<void>
}

export interface CatchOptions {
  readonly passOn: boolean
  readonly skip?: number
}

export interface SlowLineOptions {
  readonly toPort: number
  /** Added to every packet, each way. */
  readonly latencyMs?: number
}

export async function openSlowLine({ toPort, latencyMs = 0 }: SlowLineOptions): Promise<SlowLine> {
  let target = toPort
  const pairs = new Set<Pair>()
  let wanted: Catch | undefined
  /** Whether the packet is forwarded. */
  const inspect = (pair: Pair, chunk: Buffer): boolean => {
    if (wanted === undefined || !chunk.includes(wanted.text)) return true
    const { passOn, caught, skip } = wanted
    if (skip > 0) {
      wanted = { ...wanted, skip: skip - 1 }
      return true
    }
    wanted = undefined
    // After this packet, which is already in transit.
    queueMicrotask(() => {
      pair.silence()
      caught()
    })
    return passOn
  }
  const server = createServer((client) => {
    const toServer = connect({ host: '127.0.0.1', port: target })
    const pair = openPair({ client, server: toServer, latencyMs, inspect: (chunk) => inspect(pair, chunk) })
    pairs.add(pair)
    client.once('close', () => toServer.once('close', () => pairs.delete(pair)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = (): void => {
    for (const pair of pairs) pair.reset()
  }
  return {
    port: (server.address() as AddressInfo).port,
    retarget(port) {
      target = port
    },
    cut,
    silence() {
      for (const pair of pairs) pair.silence()
    },
    catchNext: (text, { passOn, skip = 0 }) =>
      new Promise((resolve) => {
        wanted = { text, passOn, skip, caught: resolve }
      }),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Catch extends Required<CatchOptions> {
  readonly text: string
  readonly caught: () => void
}

interface Pair {
  silence(): void
  reset(): void
}

interface PairOptions {
  readonly client: Socket
  readonly server: Socket
  readonly latencyMs: number
  /** Called with data of the client; returns whether it is forwarded. */
  readonly inspect: (chunk: Buffer) => boolean
}

function openPair({ client, server, latencyMs, inspect }: PairOptions): Pair {
  let silent = false
  /** Timers of one length keep their order. */
  const later = (act: () => void): void => void (latencyMs === 0 ? act() : setTimeout(act, latencyMs))
  const forward = (from: Socket, to: Socket, goesOn: (chunk: Buffer) => boolean): void => {
    from.setNoDelay(true)
    from.on('error', () => undefined)
    from.on('data', (chunk) => {
      if (silent || !goesOn(chunk)) return
      later(() => to.writable && to.write(chunk))
    })
    // Any end of one side resets the other one, as after kill -9.
    from.once('close', () => {
      if (!silent) later(() => to.resetAndDestroy())
    })
  }
  forward(client, server, inspect)
  forward(server, client, () => true)
  return {
    silence() {
      silent = true
    },
    reset() {
      client.resetAndDestroy()
      server.resetAndDestroy()
    },
  }
}
