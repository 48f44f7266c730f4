import { hash as digest } from 'node:crypto'
import { listSent } from '@satchel/lightning/backends/lnd/list-sent'
import { createLndPayments } from '@satchel/lightning/backends/lnd/pay-lnd'
import type { FundingSource, HoldClaim, IncomingStatus, Receipt } from '@satchel/lightning/port/funding-source'
import { msat } from '@satchel/money/units'
import { createSimulatedLndCalls } from './lnd-calls.ts'
import type { InvoiceNews, NodeInvoice, TryPlan } from './lnd-records.ts'
import type { NodeLine } from './node-line.ts'
import type { SimulatedLnd } from './simulated-lnd.ts'

export interface NodeSourceDeps {
  readonly line: NodeLine
  readonly lnd: SimulatedLnd
  readonly plan: () => TryPlan
  /** The node's stream: calls the listener with what it lets through. */
  readonly stream: (listener: (receipt: Receipt) => void) => () => void
}

/** The node as the service's port sees it: paying is the product's own code for LND, the rest does what LND's does. */
export function createNodeSource({ line, lnd, plan, stream }: NodeSourceDeps): FundingSource {
  const attempts = new Map<string, string>()
  const calls = createSimulatedLndCalls({ line, lnd, plan, attemptOf: (paymentHash) => attempts.get(paymentHash) })
  const payments = createLndPayments(calls, calls)
  return {
    can: {
      hold: true,
      feeLimit: true,
      amountless: true,
      closeInvoice: true,
      exactBalance: false,
      provesPayments: true,
      refusesRepeats: true,
      memory: { keepsInvoices: Number.POSITIVE_INFINITY, keepsPayments: 86_400, firstSent: '0' },
    },
    identity: () => ({ network: 'bcrt', nodeKey: lnd.nodeKey }),
    ...payments,
    async pay(order) {
      const { paymentHash, attemptId } = order
      // Sends nothing while an earlier attempt is in flight.
      const isFirst = !attempts.has(paymentHash)
      if (isFirst) attempts.set(paymentHash, attemptId)
      try {
        return await payments.pay(order)
      } finally {
        if (isFirst) attempts.delete(paymentHash)
      }
    },
    sentSince: (cursor, limit) => listSent(calls, cursor, limit),
    ...invoiceCalls(line, lnd),
    async receiptsSince(cursor, limit) {
      const from = Number(cursor ?? 0)
      const news = await line.call('receipts', () => lnd.news.slice(from, from + limit))
      const receipts = news.map((each, index) => toReceipt(each, from + index + 1))
      return { receipts, cursor: String(from + news.length) }
    },
    onReceipt: stream,
    balance: () => line.call('balance', () => msat(lnd.balanceMsat())),
    close: async () => undefined,
  }
}

/** The id of a settled receipt is its number. A hold is held and released only once, so its hash is enough. */
export const toReceipt = ({ paymentHash, kind, amountMsat }: InvoiceNews, number: number): Receipt => ({
  receiptId: `lnd:${paymentHash}:${kind === 'settled' ? number : kind}`,
  paymentHash,
  kind,
  amountMsat: msat(amountMsat),
})

type InvoiceCalls = Pick<
  FundingSource,
  'createInvoice' | 'closeInvoice' | 'incomingStatus' | 'settleHold' | 'cancelHold' | 'holdClaim'
>

/** As in `lnd.ts`: not LND's answer to a decision counts, but the state of the invoice afterwards. */
function invoiceCalls(line: NodeLine, lnd: SimulatedLnd): InvoiceCalls {
  const find = (paymentHash: string): Promise<NodeInvoice['state'] | undefined> =>
    line.call(`invoice ${paymentHash.slice(0, 8)}`, () => lnd.invoices.get(paymentHash)?.state)
  const cancel = (paymentHash: string): Promise<void> =>
    line.call(`cancel ${paymentHash.slice(0, 8)}`, () => lnd.closeInvoice(paymentHash))
  return {
    async createInvoice({ amountMsat, expirySeconds, holdHash, preimage }) {
      const made = await line.call('new invoice', () => {
        try {
          return lnd.addInvoice({ amountMsat, expirySeconds, preimage, holdHash })
        } catch (error) {
          return error as Error
        }
      })
      if (made instanceof Error) throw made
      return { bolt11: made.bolt11, paymentHash: made.paymentHash }
    },
    async closeInvoice(paymentHash) {
      const before = await find(paymentHash)
      if (before === 'held') return 'paid'
      if (before === 'open') await cancel(paymentHash)
      const after = before === 'open' ? await find(paymentHash) : before
      if (after === 'settled' || after === 'held') return 'paid'
      return after === 'open' ? 'refused' : 'closed'
    },
    incomingStatus: (paymentHash) =>
      line.call(`invoice ${paymentHash.slice(0, 8)}`, () => toStatus(lnd.invoices.get(paymentHash))),
    async settleHold(preimage) {
      const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
      await line.call(`settle ${paymentHash.slice(0, 8)}`, () => lnd.settleHold(preimage))
      const state = await find(paymentHash)
      const claim = state === 'settled' ? await this.holdClaim?.(paymentHash) : undefined
      if (claim === 'taken') return 'settled'
      if (state === 'closed' || claim === 'lost') return 'gone'
      throw new Error('the node has not settled a held payment')
    },
    async holdClaim(paymentHash) {
      const invoice = await line.call(`claim ${paymentHash.slice(0, 8)}`, () => toClaim(lnd.invoices.get(paymentHash)))
      return invoice
    },
    async cancelHold(paymentHash) {
      await cancel(paymentHash)
      const state = await find(paymentHash)
      if (state === undefined || state === 'closed') return 'cancelled'
      if (state === 'settled') return 'settled'
      throw new Error('the node has not given back a payment')
    },
  }
}

function toClaim(invoice: NodeInvoice | undefined): HoldClaim | undefined {
  if (invoice?.state !== 'settled') return undefined
  if (invoice.claim === 'waiting') return { claimBefore: 1000 }
  return invoice.claim === 'lost' ? 'lost' : 'taken'
}

function toStatus(invoice: NodeInvoice | undefined): IncomingStatus {
  if (invoice === undefined) return { status: 'unknown' }
  if (invoice.state === 'open' || invoice.state === 'closed') return { status: invoice.state }
  return { status: invoice.state, amountMsat: msat(invoice.paidMsat) }
}
