import type { Chance } from '../../services/wallet/simulation/chance.ts'
import { writeRequest } from '../wallet/ask-all.ts'
import type { UsedWallet } from './fill-wallets.ts'

/** How often of 100 requests: 70 reads, 15 invoices, 10 internal and 5 external payments. */
const SHARES = { balance: 30, payment: 20, page: 20, invoice: 15, internal: 10, external: 5 } as const

export type Kind = keyof typeof SHARES
export const KINDS = Object.keys(SHARES) as readonly Kind[]

/** So many invoices are made first, for the internal payments to pay. */
const STOCK = 200
const AMOUNT_SAT = 10

/** The kinds of requests, in their order. */
export interface Plan {
  readonly warmUp: readonly Kind[]
  /** What is measured. */
  readonly kinds: readonly Kind[]
}

/** So many requests, and the warm-up before them. */
export type PlanOf = (chance: Chance, requests: number) => Plan

/** In seeded order, after a warm-up of a quarter as many. */
export function planMix(chance: Chance, requests: number): Plan {
  const plan = (count: number): Kind[] => Array.from({ length: count }, () => chance.weighted<Kind>(SHARES))
  return { warmUp: [...repeat('invoice', STOCK), ...plan(Math.ceil(requests / 4))], kinds: plan(requests) }
}

/** Internal payments alone, of invoices that are made before. */
export function planInternal(_chance: Chance, requests: number): Plan {
  const warmUp = Math.ceil(requests / 4)
  return {
    warmUp: [...repeat('invoice', requests + warmUp), ...repeat('internal', warmUp)],
    kinds: repeat('internal', requests),
  }
}

const repeat = (kind: Kind, count: number): Kind[] => Array.from({ length: count }, () => kind)

/** What requests are written from, and what their answers add to. */
export interface Supplies {
  readonly wallets: readonly UsedWallet[]
  /** Unpaid invoices of our own wallets, oldest first. */
  readonly invoices: { readonly bolt11: string; readonly payee: number }[]
  /** Unpaid invoices of another node. */
  readonly foreign: string[]
}

export interface MixRequest {
  readonly kind: Kind
  readonly text: string
  readonly status: number
  readonly onBody?: (body: string) => void
}

/** The next request of a kind, of a wallet by chance. */
export function writeMixRequest(kind: Kind, supplies: Supplies, chance: Chance, port: number): MixRequest {
  const { wallets } = supplies
  const index = chance.int(wallets.length)
  const wallet = wallets[index] as UsedWallet
  const read = (path: string): MixRequest => {
    const text = writeRequest(port, 'GET', path, { 'X-Api-Key': wallet.inkey })
    return { kind, text, status: 200 }
  }
  const pay = (bolt11: string | undefined, payer: UsedWallet): MixRequest => {
    if (bolt11 === undefined) throw new Error(`there is no invoice left for an ${kind} payment`)
    const text = writeRequest(port, 'POST', PAYMENTS, { 'X-Api-Key': payer.adminkey }, { out: true, bolt11 })
    return { kind, text, status: 201 }
  }
  switch (kind) {
    case 'balance':
      return read('/api/v1/wallet')
    case 'payment':
      return read(`${PAYMENTS}/${chance.pick(wallet.hashes)}`)
    case 'page':
      return read(PAYMENTS)
    case 'external':
      return pay(supplies.foreign.pop(), wallet)
    case 'internal': {
      const invoice = supplies.invoices.shift()
      const isOwn = invoice?.payee === index
      return pay(invoice?.bolt11, isOwn ? (wallets[(index + 1) % wallets.length] as UsedWallet) : wallet)
    }
    case 'invoice': {
      const body = { out: false, amount: AMOUNT_SAT, memo: 'Coffee' }
      const text = writeRequest(port, 'POST', PAYMENTS, { 'X-Api-Key': wallet.inkey }, body)
      const onBody = (answer: string): void => {
        const made = JSON.parse(answer) as { payment_hash: string; payment_request: string }
        wallet.hashes.push(made.payment_hash)
        supplies.invoices.push({ bolt11: made.payment_request, payee: index })
      }
      return { kind, text, status: 201, onBody }
    }
  }
}

const PAYMENTS = '/api/v1/payments'
