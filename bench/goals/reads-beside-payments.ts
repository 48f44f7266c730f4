import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { median } from '../median.ts'
import { type Contender, untilBooksAreChecked } from '../mix/measure-turn.ts'
import { askAll, percentile, writeRequest } from '../wallet/ask-all.ts'
import { makeInvoices } from '../wallet/ask-many.ts'
import type { AskOnData } from '../wallet/ask-on.ts'
import { startWalletServer, stopWalletServer } from '../wallet/wallet-server.ts'

const READER = { connections: 4, everyMs: 10 }
const READS = 2000
const PAYERS = 32
const ROUNDS = 3

export interface SlowestReads {
  /** The p99 of balances read, in milliseconds: alone, and while internal payments are made. */
  readonly alone: number
  readonly beside: number
  readonly ratio: number
}

/** Each the median of some rounds. */
export async function readsBesidePayments(
  { place, wallets }: Contender,
  paymentsPerSecond: number,
): Promise<SlowestReads> {
  const server = await startWalletServer(place)
  const { port } = server
  const at = (index: number) => wallets[index % wallets.length] as (typeof wallets)[number]
  const readerP99 = async (): Promise<number> => {
    let sent = 0
    const next = (): string | undefined => {
      sent += 1
      if (sent > READS) return undefined
      return writeRequest(port, 'GET', '/api/v1/wallet', { 'X-Api-Key': at(sent).inkey })
    }
    const onAnswer = (status: number): void => {
      if (status !== 200) throw new Error(`read: ${status}`)
    }
    return percentile((await askAll({ port, ...READER, next, onAnswer })).latencies, 0.99)
  }
  try {
    await untilBooksAreChecked(port)
    await readerP99()
    const rounds: SlowestReads[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const seconds = (READS * READER.everyMs) / 1000 / READER.connections
      // More than are needed: they must not run out while the reader reads slowly.
      const invoices = await makeInvoices(port, Math.ceil(2 * seconds * paymentsPerSecond), 1, at)
      const requests = invoices.map((bolt11, index) =>
        writeRequest(port, 'POST', '/api/v1/payments', { 'X-Api-Key': at(index + 1).adminkey }, { out: true, bolt11 }),
      )
      const alone = await readerP99()
      const workerData: AskOnData = {
        port,
        connections: PAYERS,
        everyMs: (PAYERS * 1000) / paymentsPerSecond,
        requests,
      }
      const paying = new Worker(new URL('../wallet/ask-on.ts', import.meta.url), { workerData })
      const beside = await readerP99()
      paying.postMessage('stop')
      const [statuses] = (await once(paying, 'message')) as [number[]]
      if (statuses.join() !== '201') throw new Error(`payments: ${statuses.join()}`)
      rounds.push({ alone, beside, ratio: beside / alone })
    }
    const over = (figure: (round: SlowestReads) => number): number => median(rounds.map(figure))
    return {
      alone: over(({ alone }) => alone),
      beside: over(({ beside }) => beside),
      ratio: over(({ ratio }) => ratio),
    }
  } finally {
    await stopWalletServer(server)
  }
}
