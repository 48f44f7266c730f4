import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { askAll, percentile, writeRequest } from './ask-all.ts'
import type { AskOnData } from './ask-on.ts'
import { type BenchWallet, LOGIN, type Place, startWalletServer, stopWalletServer } from './wallet-server.ts'

/** What one client notices of another: the p99 of its reads beside it, over the p99 alone (rules G8, G9). */
export interface NeighbourFigures {
  readonly readsBesideLogins: number
  readonly readsBesideGreedy: number
}

type Neighbour = Omit<Extract<AskOnData, { request: string }>, 'port'>

const LIMIT_PER_SECOND = 300
/** Two thirds of the limit. */
const READER = { from: '127.0.0.2', connections: 4, everyMs: 20 }
const READS = 800
/** Ten times the limit. */
const GREEDY = { from: '127.0.0.3', connections: 30, everyMs: 10 }
const LOGINS = { from: '127.0.0.3', connections: 20 }
/** Odd, for the median. */
const ROUNDS = 5

export async function measureNeighbours(place: Place, wallet: BenchWallet): Promise<NeighbourFigures> {
  const limit = { SERVICE_RATE_LIMIT_NO: String(LIMIT_PER_SECOND), SERVICE_RATE_LIMIT_UNIT: 'second' }
  const server = await startWalletServer(place, limit)
  const { port } = server
  const read = writeRequest(port, 'GET', '/api/v1/wallet', { 'X-Api-Key': wallet.inkey })
  const readerP99 = async (): Promise<number> => {
    let left = READS
    const onAnswer = (status: number): void => {
      if (status !== 200) throw new Error(`read: ${status}`)
    }
    const asked = await askAll({ port, ...READER, next: () => (left-- > 0 ? read : undefined), onAnswer })
    return percentile(asked.latencies, 0.99)
  }
  /** `statuses`: those the neighbour must receive. Both phases of a round run under the same load of the machine. */
  const compare = async (neighbour: Neighbour, statuses: number[]) => {
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await readerP99()
      // In a separate thread: the CPU of the sender must not count as waiting time of the reader.
      const asking = new Worker(new URL('ask-on.ts', import.meta.url), { workerData: { port, ...neighbour } })
      const beside = await readerP99()
      asking.postMessage('stop')
      const [received] = (await once(asking, 'message')) as [number[]]
      if (received.join() !== statuses.join()) throw new Error(`neighbour: ${received.join()}`)
      ratios.push(beside / alone)
    }
    return percentile(Float64Array.from(ratios).sort(), 0.5)
  }
  try {
    await readerP99()
    const login = writeRequest(port, 'POST', '/api/v1/auth', {}, LOGIN)
    return {
      readsBesideLogins: await compare({ ...LOGINS, request: login }, [200]),
      readsBesideGreedy: await compare({ ...GREEDY, request: read }, [200, 429]),
    }
  } finally {
    await stopWalletServer(server)
  }
}
