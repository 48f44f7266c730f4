import type { ServerProcess } from '../server-process.ts'
import { type Asked, askAll, percentile, writeRequest } from './ask-all.ts'
import { askHello, startHello } from './hello.ts'
import { addPayments } from './seed-payments.ts'
import { measureNeighbours, type NeighbourFigures } from './measure-neighbours.ts'
import {
  type BenchWallet,
  CONTROL_PORT,
  logIn,
  type Place,
  startWalletServer,
  stopWalletServer,
} from './wallet-server.ts'

export interface Figures extends NeighbourFigures {
  readonly invoicesPerSecond: number
  readonly paymentsPerSecond: number
  readonly hotPaymentsPerSecond: number
  readonly paymentP99Ms: number
  readonly readsPerSecond: number
  readonly readCpuMicroseconds: number
  /** CPU of a read over that of a bare node:http answer, asked in turns over as many connections. */
  readonly readCpuOverBare: number
  /** p99 while 500 payments hang, over the p99 before. */
  readonly readsWhileHanging: number
  /** Time for the first page, and for the balance, of the big wallet over that of one with 1 000 payments. */
  readonly bigWalletFirstPage: number
  readonly bigWalletBalance: number
}

export interface Sizes {
  readonly payments: number
  readonly big: number
}

const CONNECTIONS = 192
const WARM_UP = 5000
const WALLETS = 100
const READS = 20_000
const SLICE = 5000
const WARM_UP_TURNS = 4
/** Odd, for the median. */
const TURNS = 9
const HANGING = 500
const SMALL = 1000

/** The service as shipped in its own process, asked over HTTP. Seeds the big wallet first, while nothing runs. */
export async function measureService(place: Place, sizes: Sizes): Promise<Figures> {
  const first = await startWalletServer(place)
  const setUp = await logIn(first.port)
  const wallets: BenchWallet[] = []
  for (let index = 0; index < WALLETS; index += 1) wallets.push(await setUp.openWallet(`wallet ${index}`))
  const [small, big] = [await setUp.openWallet('small'), await setUp.openWallet('big')]
  await setUp.topUp(2_000_000_000)
  const rich = await setUp.defaultWallet()
  await stopWalletServer(first)
  const neighbours = await measureNeighbours(place, rich)
  await addPayments(place, small.id, SMALL)
  await addPayments(place, big.id, sizes.big)
  const server = await startWalletServer(place)
  try {
    return { ...neighbours, ...(await measureAll(server, { wallets, rich, small, big }, sizes, place.folder)) }
  } finally {
    server.stop()
  }
}

interface Cast {
  readonly wallets: readonly BenchWallet[]
  readonly rich: BenchWallet
  readonly small: BenchWallet
  readonly big: BenchWallet
}

async function measureAll(
  server: ServerProcess,
  cast: Cast,
  { payments }: Sizes,
  folder: string,
): Promise<Omit<Figures, keyof NeighbourFigures>> {
  const { wallets, rich } = cast
  const walletAt = (index: number): BenchWallet => wallets[index % wallets.length] as BenchWallet
  const makeInvoices = (count: number, amount: number) => makeMany(server, count, amount, (index) => walletAt(index))
  const pay = (invoices: readonly string[], payer: (index: number) => BenchWallet) => payMany(server, invoices, payer)
  // Everybody gets enough to spend, and the compiler gets to know the code: what is measured is a service that runs.
  await pay((await makeInvoices(wallets.length * 10, 10_000)).invoices, () => rich)
  await pay((await makeInvoices(WARM_UP, 10)).invoices, (index) => walletAt(index + 1))
  const spreadInvoices = await makeInvoices(payments, 10)
  const spread = await pay(spreadInvoices.invoices, (index) => walletAt(index + 1))
  const hot = await pay((await makeInvoices(payments, 10)).invoices, () => rich)
  const reads = await readMany(server, READS, (index) => walletAt(index).inkey)
  const measuredReads = await readMany(server, READS, (index) => walletAt(index).inkey)
  const cpu = await compareWithBare(server, folder, () => readMany(server, SLICE, (index) => walletAt(index).inkey))
  await hang(server, wallets)
  const whileHanging = await readMany(server, READS, (index) => walletAt(index).inkey)
  return {
    invoicesPerSecond: rate(spreadInvoices.asked),
    paymentsPerSecond: rate(spread),
    paymentP99Ms: percentile(spread.latencies, 0.99),
    hotPaymentsPerSecond: rate(hot),
    readsPerSecond: rate(measuredReads),
    ...cpu,
    readsWhileHanging:
      percentile(whileHanging.latencies, 0.99) /
      Math.max(percentile(reads.latencies, 0.99), percentile(measuredReads.latencies, 0.99)),
    ...(await compareWallets(server, cast)),
  }
}

const rate = ({ answers, seconds }: Asked): number => answers / seconds

async function makeMany(server: ServerProcess, count: number, amount: number, payee: (index: number) => BenchWallet) {
  const invoices: string[] = []
  let index = 0
  const asked = await askAll({
    port: server.port,
    connections: CONNECTIONS,
    next: () => {
      if (index >= count) return undefined
      const headers = { 'X-Api-Key': payee(index).inkey }
      index += 1
      return writeRequest(server.port, 'POST', '/api/v1/payments', headers, { out: false, amount })
    },
    onAnswer: (status, body) => {
      if (status !== 201) throw new Error(`invoice: ${status} ${body}`)
      invoices.push((JSON.parse(body) as { payment_request: string }).payment_request)
    },
  })
  return { asked, invoices }
}

function payMany(server: ServerProcess, invoices: readonly string[], payer: (index: number) => BenchWallet) {
  let index = 0
  return askAll({
    port: server.port,
    connections: CONNECTIONS,
    next: () => {
      const bolt11 = invoices[index]
      if (bolt11 === undefined) return undefined
      const headers = { 'X-Api-Key': payer(index).adminkey }
      index += 1
      return writeRequest(server.port, 'POST', '/api/v1/payments', headers, { out: true, bolt11 })
    },
    onAnswer: (status, body) => {
      if (status !== 201) throw new Error(`payment: ${status} ${body}`)
    },
  })
}

function readMany(
  server: ServerProcess,
  count: number,
  key: (index: number) => string,
  { path = '/api/v1/wallet', connections = CONNECTIONS } = {},
) {
  let index = 0
  return askAll({
    port: server.port,
    connections,
    next: () => {
      if (index >= count) return undefined
      index += 1
      return writeRequest(server.port, 'GET', path, { 'X-Api-Key': key(index) })
    },
    onAnswer: (status, body) => {
      if (status !== 200) throw new Error(`read: ${status} ${body}`)
    },
  })
}

/** In turns, so that both meet the same machine, and the same client. */
async function compareWithBare(server: ServerProcess, folder: string, read: () => Promise<Asked>) {
  const hello = await startHello(folder)
  const answer = () => askHello(hello, SLICE, CONNECTIONS)
  const cpuOf = async (measured: ServerProcess, ask: () => Promise<Asked>): Promise<number> => {
    const before = await measured.cpuMicroseconds()
    const { answers } = await ask()
    return ((await measured.cpuMicroseconds()) - before) / answers
  }
  try {
    for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await answer()
    const turns: { readonly ours: number; readonly ratio: number }[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const ours = await cpuOf(server, read)
      turns.push({ ours, ratio: ours / (await cpuOf(hello, answer)) })
    }
    const median = (values: readonly number[]): number => percentile(Float64Array.from(values).sort(), 0.5)
    return {
      readCpuMicroseconds: median(turns.map(({ ours }) => ours)),
      readCpuOverBare: median(turns.map(({ ratio }) => ratio)),
    }
  } finally {
    hello.stop()
  }
}

/** Payments to a node that never answers. */
async function hang(server: ServerProcess, wallets: readonly BenchWallet[]): Promise<void> {
  const control = async (path: string, body: unknown): Promise<{ bolt11: string }> => {
    const answer = await fetch(`http://127.0.0.1:${CONTROL_PORT}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { bolt11: string }
  }
  await control('/script', { match: 'any', pay: [{ do: 'hang' }], lookup: ['pending'] })
  const invoices: string[] = []
  for (let index = 0; index < HANGING; index += 1) {
    invoices.push((await control('/invoice', { amount_msat: 1000, key: 'foreign' })).bolt11)
  }
  await payMany(server, invoices, (index) => wallets[index % wallets.length] as BenchWallet)
}

/** One question at a time, in turns, so that both meet the same machine. */
async function compareWallets(server: ServerProcess, { small, big }: Cast) {
  const median = async (wallet: BenchWallet, path: string): Promise<number> =>
    percentile((await readMany(server, 300, () => wallet.inkey, { path, connections: 1 })).latencies, 0.5)
  const ratio = async (path: string): Promise<number> => {
    const ratios: number[] = []
    for (let turn = 0; turn < 5; turn += 1) ratios.push(1 / ((await median(small, path)) / (await median(big, path))))
    return percentile(Float64Array.from(ratios).sort(), 0.5)
  }
  return {
    bigWalletFirstPage: await ratio('/api/v1/payments/paginated'),
    bigWalletBalance: await ratio('/api/v1/wallet'),
  }
}
