import { setTimeout as delay } from 'node:timers/promises'
import type { ServerProcess } from '../server-process.ts'
import { percentile, writeRequest } from '../wallet/ask-all.ts'
import { askMany, makeInvoices } from '../wallet/ask-many.ts'
import type { BenchWallet } from '../wallet/wallet-server.ts'

/** One of two services that differ in their extensions only. */
export interface Contender {
  readonly server: ServerProcess
  readonly payer: BenchWallet
  readonly payee: BenchWallet
}

/** Of one service, in microseconds of CPU time of its whole process. */
export interface Costs {
  readonly read: number
  readonly payment: number
}

export interface Slices {
  readonly slices: number
  readonly reads: number
  readonly payments: number
}

/** Ratios are taken within a slice, in which both services meet the same machine. */
export interface Comparison {
  readonly readRatio: number
  readonly paymentRatio: number
  readonly bare: Costs
  readonly full: Costs
}

/** The services take turns, each slice in the other order; the first slice only warms up. */
export async function compareServices(bare: Contender, full: Contender, sizes: Slices): Promise<Comparison> {
  const pairs: { bare: Costs; full: Costs }[] = []
  for (let slice = 0; slice <= sizes.slices; slice += 1) {
    const isEven = slice % 2 === 0
    const first = await costsOf(isEven ? bare : full, sizes)
    const second = await costsOf(isEven ? full : bare, sizes)
    if (slice > 0) pairs.push(isEven ? { bare: first, full: second } : { bare: second, full: first })
  }
  const over = (of: (pair: { bare: Costs; full: Costs }) => number): number =>
    percentile(Float64Array.from(pairs, of).sort(), 0.5)
  return {
    readRatio: over((pair) => pair.full.read / pair.bare.read),
    paymentRatio: over((pair) => pair.full.payment / pair.bare.payment),
    bare: { read: over((pair) => pair.bare.read), payment: over((pair) => pair.bare.payment) },
    full: { read: over((pair) => pair.full.read), payment: over((pair) => pair.full.payment) },
  }
}

const CONNECTIONS = 16
/** What a payment starts in the background belongs to it: it has this long to come to its end. */
const SETTLE_MS = 1500

async function costsOf(contender: Contender, { reads, payments }: Slices): Promise<Costs> {
  const { server, payer, payee } = contender
  const { port } = server
  const invoices = await makeInvoices(port, payments, 10, () => payee)
  await delay(SETTLE_MS)
  const before = await server.cpuMicroseconds()
  const wallets = [payer, payee]
  await askMany({
    port,
    count: reads,
    connections: CONNECTIONS,
    request: (n) => writeRequest(port, 'GET', '/api/v1/wallet', { 'X-Api-Key': wallets[n % 2]?.inkey ?? '' }),
    status: 200,
  })
  const between = await server.cpuMicroseconds()
  await askMany({
    port,
    count: invoices.length,
    connections: CONNECTIONS,
    request: (n) => {
      const body = { out: true, bolt11: invoices[n] }
      return writeRequest(port, 'POST', '/api/v1/payments', { 'X-Api-Key': payer.adminkey }, body)
    },
    status: 201,
  })
  await delay(SETTLE_MS)
  const after = await server.cpuMicroseconds()
  return { read: (between - before) / reads, payment: (after - between) / payments }
}
