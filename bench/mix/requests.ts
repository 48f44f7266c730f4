import type { Chance } from '../../services/wallet/test/simulation/chance.ts'
import { type FilledWallets, type UsedWallet, writePayment } from './fill-wallets.ts'
import { type Connections, type Request, sendRequests, writeRequest } from './send-requests.ts'

/** Of 100 requests: 70 reads, 15 invoices, 10 internal and 5 external payments. */
const SHARES = { balance: 30, payment: 20, page: 20, invoice: 15, internal: 10, external: 5 } as const

const PAYMENTS = '/api/v1/payments'

const byKey = (path: string, { inkey }: UsedWallet): string => writeRequest('GET', path, { 'X-Api-Key': inkey })
const bySession = (path: string, { authorization = '' }: UsedWallet): string =>
  writeRequest('GET', path, { authorization })

const READS = {
  balance: (wallet: UsedWallet) => byKey('/api/v1/wallet', wallet),
  payment: (wallet: UsedWallet, chance: Chance) => byKey(`${PAYMENTS}/${chance.pick(wallet.hashes)}`, wallet),
  page: (wallet: UsedWallet) => byKey(PAYMENTS, wallet),
  'counted page': (wallet: UsedWallet) => byKey(`${PAYMENTS}/paginated`, wallet),
  'page of one wallet': (wallet: UsedWallet) => bySession(`${PAYMENTS}/paginated?wallet_id=${wallet.id}`, wallet),
  'page of all wallets': (wallet: UsedWallet) => bySession(`${PAYMENTS}/paginated?wallet_id=all`, wallet),
} as const

export type Kind = keyof typeof READS | 'invoice' | 'internal' | 'external' | 'visit'

/** The mix creates more invoices than it pays internally, except at its start. */
const STOCK = 200
const AMOUNT_SAT = 10

/** The kinds of requests, in their order. */
export interface Plan {
  /** Sent first, so that each internal payment finds an unpaid invoice. */
  readonly stock: readonly Kind[]
  readonly warmUp: readonly Kind[]
  readonly measured: readonly Kind[]
}

export type PlanOf = (chance: Chance, requests: number) => Plan

/** The mix in seeded order, after a warm-up of a quarter as many requests. */
export function planMix(chance: Chance, requests: number): Plan {
  const plan = (count: number): Kind[] =>
    Array.from({ length: count }, () => chance.weighted<keyof typeof SHARES>(SHARES))
  return { stock: repeat('invoice', STOCK), warmUp: plan(Math.ceil(requests / 4)), measured: plan(requests) }
}

/** One kind alone, after a warm-up of the same kind. */
export const planOnly =
  (kind: Kind, warmUpShare = 0.25): PlanOf =>
  (_chance, requests) => {
    const warmUp = Math.ceil(requests * warmUpShare)
    const stock = kind === 'internal' ? repeat('invoice', requests + warmUp) : []
    return { stock, warmUp: repeat(kind, warmUp), measured: repeat(kind, requests) }
  }

const repeat = (kind: Kind, count: number): Kind[] => Array.from({ length: count }, () => kind)

/** What requests are written from, and what their answers add to. */
export interface Supplies {
  readonly wallets: readonly UsedWallet[]
  /** Unset: another wallet than that of the invoice pays. */
  readonly payer?: UsedWallet | undefined
  /** Unpaid invoices of `wallets`, oldest first. */
  readonly invoices: { readonly bolt11: string; readonly payee: number }[]
  /** Unpaid invoices of another node. */
  readonly foreign: string[]
  /** Pages of packages, visited in turn. */
  readonly pages: string[]
}

export const openSupplies = (wallets: FilledWallets['wallets'], foreign: string[] = []): Supplies => ({
  wallets,
  invoices: [],
  foreign,
  pages: [],
})

export interface KindsRun {
  readonly seconds: number
  /** Milliseconds from request to answer, sorted. */
  readonly latencies: ReadonlyMap<Kind, readonly number[]>
}

/** Sends a request of each kind, in this order. Any answer but the expected status is an error. */
export async function sendKinds(
  connections: Connections,
  kinds: readonly Kind[],
  supplies: Supplies,
  chance: Chance,
): Promise<KindsRun> {
  const latencies = new Map<Kind, number[]>()
  let sent = 0
  const seconds = await sendRequests(connections, () => {
    const kind = kinds[sent]
    sent += 1
    if (kind === undefined) return undefined
    const request = writeKind(kind, supplies, chance)
    const times = latencies.get(kind) ?? []
    latencies.set(kind, times)
    const onAnswer: Request['onAnswer'] = (answer) => {
      times.push(answer.ms)
      request.onAnswer?.(answer)
    }
    return { ...request, onAnswer }
  })
  for (const times of latencies.values()) times.sort((first, second) => first - second)
  return { seconds, latencies }
}

function writeKind(kind: Kind, supplies: Supplies, chance: Chance): Request {
  const { wallets, invoices, foreign, pages } = supplies
  const index = chance.int(wallets.length)
  const wallet = wallets[index] as UsedWallet
  const pay = (bolt11: string | undefined, payer: UsedWallet): Request => {
    if (bolt11 === undefined) throw new Error(`there is no invoice left for an ${kind} payment`)
    return { text: writePayment(payer, bolt11), status: 201 }
  }
  switch (kind) {
    case 'external':
      return pay(foreign.pop(), wallet)
    case 'internal': {
      const invoice = invoices.shift()
      const other = invoice?.payee === index ? (wallets[(index + 1) % wallets.length] as UsedWallet) : wallet
      return pay(invoice?.bolt11, supplies.payer ?? other)
    }
    case 'invoice': {
      const body = { out: false, amount: AMOUNT_SAT, memo: 'Coffee' }
      const onAnswer: Request['onAnswer'] = (answer) => {
        const made = JSON.parse(answer.body) as { payment_hash: string; payment_request: string }
        wallet.hashes.push(made.payment_hash)
        invoices.push({ bolt11: made.payment_request, payee: index })
      }
      return { text: writeRequest('POST', PAYMENTS, { 'X-Api-Key': wallet.inkey }, body), status: 201, onAnswer }
    }
    case 'visit': {
      const page = pages.shift() ?? '/api/v1/health'
      pages.push(page)
      return { text: writeRequest('GET', page, { accept: 'text/html' }), status: 200 }
    }
    default:
      return { text: READS[kind](wallet, chance), status: 200 }
  }
}
