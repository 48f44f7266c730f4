import { hash as digest } from 'node:crypto'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { type Msat, msat, toJson } from '@satchel/money/units'
import type { FundingSource, InvoiceRequest } from '../funding-source.ts'
import type { ClnRest } from './cln-rest.ts'
import { describeInvoice } from './describe-invoice.ts'
import type { KnownNode } from './know-node.ts'
import { countOf, type Fields, hexOf, listOf, msatOf, textOf } from './read-fields.ts'

/** An invoice of the hold plugin, which keeps its own books beside the node's. */
export interface HoldInvoice {
  /** Counts from 1, in the order of making. */
  readonly id: number
  readonly paymentHash: string
  readonly state: HoldState
  /** What lies there, or was taken. After it went back: what had been there. */
  readonly receivedMsat: Msat
  /** Cancelled, and all of it had been there. */
  readonly wasHeld: boolean
}

type HoldState = 'unpaid' | 'accepted' | 'paid' | 'cancelled'

export interface HoldInvoices extends Pick<FundingSource, 'settleHold' | 'cancelHold'> {
  /** The invoice's text. */
  create(request: InvoiceRequest, paymentHash: string): Promise<string>
  find(paymentHash: string): Promise<HoldInvoice | undefined>
  /** Those with such an id, by id. The plugin lists all it ever had, or one. */
  list(wanted: (id: number) => boolean): Promise<readonly HoldInvoice[]>
}

/** Decisions are told to the plugin and believed only when its list shows them. */
export function createHoldInvoices(rest: ClnRest, node: KnownNode): HoldInvoices {
  const requireHold = (): void => {
    if (node.now()?.hold !== true) throw new Error('this node has no hold plugin')
  }
  const ask = async (filter: object): Promise<readonly Fields[]> =>
    listOf(await rest.demand('read', 'listholdinvoices', filter), 'holdinvoices')
  const find: HoldInvoices['find'] = async (paymentHash) =>
    (await ask({ payment_hash: paymentHash })).map(toHoldInvoice).find((invoice) => invoice.paymentHash === paymentHash)
  return {
    find,
    async list(wanted) {
      const news = (await ask({})).filter((fields) => wanted(countOf(fields, 'id')))
      return news.map(toHoldInvoice).sort((one, other) => one.id - other.id)
    },
    async create(request, paymentHash) {
      requireHold()
      const wanted = { payment_hash: paymentHash, amount: toJson(request.amountMsat) }
      const bolt11 = textOf(await rest.demand('invoice', 'holdinvoice', wanted), 'bolt11')
      if (node.now()?.signs === true) return describeInvoice(rest, bolt11, request)
      if (request.descriptionHash !== undefined) throw new Error('this node cannot sign a description hash')
      return bolt11
    },
    async settleHold(preimage) {
      requireHold()
      const answer = await rest.ask('invoice', 'settleholdinvoice', { preimage })
      const invoice = await find(digest('sha256', Buffer.from(preimage, 'hex')))
      if (invoice?.state === 'paid') return 'settled'
      if (invoice?.state === 'cancelled') return 'gone'
      throw new Error(`the hold invoice is ${invoice?.state ?? 'unknown'} (${answer.is})`)
    },
    async cancelHold(paymentHash) {
      requireHold()
      const answer = await rest.ask('invoice', 'cancelholdinvoice', { payment_hash: paymentHash })
      const invoice = await find(paymentHash)
      if (invoice?.state === 'paid') return 'settled'
      if (invoice === undefined || invoice.state === 'cancelled') return 'cancelled'
      throw new Error(`the hold invoice is ${invoice.state} (${answer.is})`)
    },
  }
}

const STATES: readonly HoldState[] = ['unpaid', 'accepted', 'paid', 'cancelled']

export function toHoldInvoice(fields: Fields): HoldInvoice {
  const text = textOf(fields, 'state').toLowerCase()
  const state = STATES.find((known) => known === text)
  if (state === undefined) throw new Error('the node has a hold invoice in a state nobody knows')
  // Parts that were turned down one by one are listed as cancelled, too.
  const there = state === 'cancelled' ? ['cancelled'] : ['accepted', 'paid']
  const parts = listOf(fields, 'htlcs').filter((part) => there.includes(textOf(part, 'state').toLowerCase()))
  const receivedMsat = msat(parts.reduce((sum, part) => sum + msatOf(part, 'msat'), 0n))
  const isBack = state === 'cancelled' && receivedMsat > 0n
  return {
    id: countOf(fields, 'id'),
    paymentHash: hexOf(fields, 'payment_hash'),
    state,
    receivedMsat,
    wasHeld: isBack && receivedMsat >= amountOf(fields),
  }
}

/** Of the invoice's text, which has had two names. */
const amountOf = (fields: Fields): bigint =>
  parseInvoice(textOf(fields, fields['bolt11'] === undefined ? 'invoice' : 'bolt11')).amountMsat ?? 0n
