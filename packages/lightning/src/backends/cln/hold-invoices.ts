import { hash as digest } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { type Msat, msat, toJson } from '@satchel/money/units'
import type { FundingSource, InvoiceRequest } from '../../port/funding-source.ts'
import type { ClnRest } from './cln-rest.ts'
import { describeInvoice } from './describe-invoice.ts'
import type { KnownNode } from './know-node.ts'
import { countOf, type Fields, hexOf, listOf, msatOf, textOf } from './read-fields.ts'
import type { TakenCheck } from './taken-check.ts'

/** An invoice of the hold plugin, which has a database of its own. */
export interface HoldInvoice {
  /** Counts from 1, in the order of making. */
  readonly id: number
  readonly paymentHash: string
  readonly state: HoldState
  /**
   * The amount held or settled; after a release, the amount that was held. Includes the parts of an incomplete payment.
   */
  readonly receivedMsat: Msat
  /** Cancelled after the full amount was held. */
  readonly wasHeld: boolean
}

type HoldState = 'unpaid' | 'accepted' | 'paid' | 'cancelled'

export interface HoldInvoices extends Pick<FundingSource, 'settleHold' | 'cancelHold'> {
  /** The invoice's text. */
  create(request: InvoiceRequest, paymentHash: string): Promise<string>
  find(paymentHash: string): Promise<HoldInvoice | undefined>
  /** Those with such an id, by id, or the first of them. The plugin lists all it ever had, or one. */
  list(wanted: (id: number) => boolean): Promise<readonly HoldInvoice[]>
}

/** The node takes a payment within moments; if not, it is asked again later. */
const TAKEN_WITHIN_MS = 1000
const LOOK_EVERY_MS = 50
const TORN = 'the hold plugin calls it paid, and the node has not taken it: see docs/guide/nodes-cln.md'
/** At most this many paid invoices are compared with the node's books at a time. */
const MAX_PAID = 100

/** Sends decisions to the plugin. A decision counts only when the plugin's list shows it and the node has the funds. */
export function createHoldInvoices(rest: ClnRest, node: KnownNode, check: TakenCheck): HoldInvoices {
  const requireHold = (): void => {
    if (node.now()?.hold !== true) throw new Error('this node has no hold plugin')
  }
  const ask = async (filter: object): Promise<readonly Fields[]> =>
    listOf(await rest.demand('read', 'listholdinvoices', filter), 'holdinvoices')
  const checked = async (invoices: readonly HoldInvoice[]): Promise<readonly HoldInvoice[]> => {
    const taken = await check(invoices.filter(isPaid).map(({ paymentHash }) => paymentHash))
    return invoices.map((invoice) =>
      isPaid(invoice) && !taken.has(invoice.paymentHash) ? { ...invoice, state: 'accepted' } : invoice,
    )
  }
  const find: HoldInvoices['find'] = async (paymentHash) => {
    const found = (await ask({ payment_hash: paymentHash })).map(toHoldInvoice)
    return (await checked(found.filter((invoice) => invoice.paymentHash === paymentHash)))[0]
  }
  const findTaken = async (paymentHash: string): Promise<HoldInvoice | undefined> => {
    const until = performance.now() + TAKEN_WITHIN_MS
    for (;;) {
      const invoice = await find(paymentHash)
      if (invoice?.state !== 'accepted' || performance.now() > until) return invoice
      await delay(LOOK_EVERY_MS)
    }
  }
  return {
    find,
    async list(wanted) {
      const news = (await ask({})).filter((fields) => wanted(countOf(fields, 'id')))
      const invoices = news.map(toHoldInvoice).sort((one, other) => one.id - other.id)
      const next = invoices.filter(isPaid)[MAX_PAID]
      return checked(next === undefined ? invoices : invoices.filter(({ id }) => id < next.id))
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
      const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
      const invoice = await (answer.is === 'result' ? findTaken(paymentHash) : find(paymentHash))
      if (invoice?.state === 'paid') return 'settled'
      if (invoice?.state === 'cancelled') return 'gone'
      if (answer.is === 'result' && invoice?.state === 'accepted') throw new Error(TORN)
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

const isPaid = ({ state }: HoldInvoice): boolean => state === 'paid'

const STATES: readonly HoldState[] = ['unpaid', 'accepted', 'paid', 'cancelled']

export function toHoldInvoice(fields: Fields): HoldInvoice {
  const text = textOf(fields, 'state').toLowerCase()
  const listed = STATES.find((known) => known === text)
  if (listed === undefined) throw new Error('the node has a hold invoice in an unknown state')
  // The plugin also lists parts as cancelled that were rejected one by one.
  const there = listed === 'cancelled' ? ['cancelled'] : ['accepted', 'paid']
  const parts = listOf(fields, 'htlcs').filter((part) => there.includes(textOf(part, 'state').toLowerCase()))
  const receivedMsat = msat(parts.reduce((sum, part) => sum + msatOf(part, 'msat'), 0n))
  // The payer's node may still cancel a payment of which parts are missing.
  const amountMsat = amountOf(fields)
  const isWhole =
    (listed === 'accepted' || listed === 'cancelled') && amountMsat !== undefined && receivedMsat >= amountMsat
  return {
    id: countOf(fields, 'id'),
    paymentHash: hexOf(fields, 'payment_hash'),
    state: listed === 'accepted' && !isWhole ? 'unpaid' : listed,
    receivedMsat,
    wasHeld: listed === 'cancelled' && receivedMsat > 0n && isWhole,
  }
}

/** The amount in the invoice's text, a field that has had two names. Undefined: of another program, for any amount. */
const amountOf = (fields: Fields): bigint | undefined =>
  parseInvoice(textOf(fields, fields['bolt11'] === undefined ? 'invoice' : 'bolt11')).amountMsat
