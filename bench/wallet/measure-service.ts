import { median } from '../median.ts'
import type { ServerProcess } from '../server-process.ts'
import { type Asked, percentile, writeRequest } from './ask-all.ts'
import { askMany, makeInvoices, payInvoices } from './ask-many.ts'
import { measureNeighbours, type NeighbourFigures } from './measure-neighbours.ts'
import { addPayments } from './seed-payments.ts'
import {
  type BenchWallet,
  CONTROL_PORT,
  logIn,
  type Place,
  startWalletServer,
  stopWalletServer,
} from './wallet-server.ts'

export interface Figures extends NeighbourFigures {
  /** Payments per second of one payer, over those spread over all wallets. */
  readonly hotOverSpread: number
  /** p99 while 500 payments hang, over the p99 before. */
  readonly readsWhileHanging: number
  /** Time for the first page, and for the balance, of the big wallet over that of one with 1 000 payments. */
  readonly bigWalletFirstPage: number
  readonly bigWalletBalance: number
  /** Time for the first page of a user's three wallets, one of them the big one, over that of the big one. */
  readonly allWalletsFirstPage: number
}

export interface Sizes {
  readonly payments: number
  readonly big: number
}

const WARM_UP = 5000
const WALLETS = 100
const READS = 20_000
const HANGING = 500
const SMALL = 1000
/** Owns the big wallet and two others. */
const SEVERAL = { username: 'several', password: 'a password for several wallets' }

/** The service as shipped in its own process, asked over HTTP. Seeds the big wallet first, while nothing runs. */
export async function measureService(place: Place, sizes: Sizes): Promise<Figures> {
  const first = await startWalletServer(place)
  const setUp = await logIn(first.port)
  const wallets: BenchWallet[] = []
  for (let index = 0; index < WALLETS; index += 1) wallets.push(await setUp.openWallet(`wallet ${index}`))
  await setUp.addUser(SEVERAL)
  const several = await logIn(first.port, SEVERAL)
  const [small, big] = [await several.openWallet('small'), await several.openWallet('big')]
  await setUp.topUp(2_000_000_000)
  const rich = await setUp.defaultWallet()
  await stopWalletServer(first)
  const neighbours = await measureNeighbours(place, rich)
  await addPayments(place, small.id, SMALL)
  await addPayments(place, big.id, sizes.big)
  const server = await startWalletServer(place)
  try {
    return { ...neighbours, ...(await measureAll(server, { wallets, rich, small, big }, sizes)) }
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
): Promise<Omit<Figures, keyof NeighbourFigures>> {
  const { wallets, rich } = cast
  const { port } = server
  const walletAt = (index: number): BenchWallet => wallets[index % wallets.length] as BenchWallet
  const payMany = async (count: number, amount: number, payer: (index: number) => BenchWallet): Promise<Asked> =>
    payInvoices(port, await makeInvoices(port, count, amount, walletAt), payer)
  // Every wallet gets enough to spend, and the compiler gets to know the code: what is measured is a service that runs.
  await payMany(wallets.length * 10, 10_000, () => rich)
  await payMany(WARM_UP, 10, (index) => walletAt(index + 1))
  const spread = await payMany(payments, 10, (index) => walletAt(index + 1))
  const hot = await payMany(payments, 10, () => rich)
  const readP99 = async (): Promise<number> =>
    percentile((await readMany(server, READS, (index) => walletAt(index).inkey)).latencies, 0.99)
  const before = Math.max(await readP99(), await readP99())
  await hang(server, wallets)
  const whileHanging = await readP99()
  return {
    hotOverSpread: rate(hot) / rate(spread),
    readsWhileHanging: whileHanging / before,
    ...(await compareWallets(server, cast)),
  }
}

const rate = ({ answers, seconds }: Asked): number => answers / seconds

const readMany = (
  { port }: ServerProcess,
  count: number,
  key: (index: number) => string,
  { path = '/api/v1/wallet', connections }: { readonly path?: string; readonly connections?: number } = {},
): Promise<Asked> =>
  askMany({
    port,
    count,
    ...(connections !== undefined && { connections }),
    request: (index) => writeRequest(port, 'GET', path, { 'X-Api-Key': key(index) }),
    status: 200,
  })

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
  await payInvoices(server.port, invoices, (index) => wallets[index % wallets.length] as BenchWallet)
}

/** One question at a time, in turns, so that both meet the same machine. */
async function compareWallets({ port }: ServerProcess, { small, big }: Cast) {
  const { auth } = await logIn(port, SEVERAL)
  const middle = async (path: string, headers: Record<string, string>): Promise<number> => {
    const request = writeRequest(port, 'GET', path, headers)
    const { latencies } = await askMany({ port, count: 300, connections: 1, request: () => request, status: 200 })
    return percentile(latencies, 0.5)
  }
  const ratio = async (one: Parameters<typeof middle>, other: Parameters<typeof middle>): Promise<number> => {
    const ratios: number[] = []
    for (let turn = 0; turn < 5; turn += 1) ratios.push((await middle(...one)) / (await middle(...other)))
    return median(ratios)
  }
  const bigOverSmall = (path: string) => ratio([path, { 'X-Api-Key': big.inkey }], [path, { 'X-Api-Key': small.inkey }])
  const page = (walletId: string) => `/api/v1/payments/paginated?wallet_id=${walletId}`
  return {
    bigWalletFirstPage: await bigOverSmall('/api/v1/payments/paginated'),
    bigWalletBalance: await bigOverSmall('/api/v1/wallet'),
    allWalletsFirstPage: await ratio([page('all'), auth], [page(big.id), auth]),
  }
}
