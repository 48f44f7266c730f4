import type { Log } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import type { Clock } from '../../clock.ts'
import type { NwcConfig } from '../../config/funding/nwc.ts'
import type { CreatedInvoice, FundingSource, InvoiceRequest, NodeIdentity, Receipt } from '../funding-source.ts'
import { learnIdentity } from '../learn-identity.ts'
import { tellOfHashes } from '../receipt-news.ts'
import type { OrderNotes } from '../order-notes.ts'
import { requireOwnInvoice, withPreimage } from '../require-own-invoice.ts'
import { createSentList } from '../sent-list.ts'
import { createReceiptList } from './list-receipts.ts'
import { createSentReader } from './list-sent.ts'
import { createNwcCalls, type NwcCalls } from './nwc-calls.ts'
import { toIncomingStatus, toReceipt } from './nwc-transaction.ts'
import { createNwcWire } from './nwc-wire.ts'
import { createPayOnce } from './pay-once.ts'

export interface NwcDeps {
  readonly notes: OrderNotes
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
}

/**
 * A wallet over Nostr Wallet Connect. It takes no fee limit and closes no invoice, and what it calls its balance may be
 * what the connection has left of its budget.
 */
export async function openNwc(config: NwcConfig, { notes, network, clock, log }: NwcDeps): Promise<FundingSource> {
  const wire = createNwcWire(config, clock)
  const calls = createNwcCalls(wire)
  const identity = await learnIdentity({ ask: calls.introduce, network, log, close: wire.close })
  return {
    can: { hold: false, feeLimit: false, closeInvoice: false, exactBalance: false, provesPayments: true },
    identity: identity.now,
    createInvoice: (request) => createInvoice(calls, request, identity.now()),
    async closeInvoice(paymentHash) {
      const payment = await calls.incoming(paymentHash)
      const status = payment === undefined ? 'closed' : toIncomingStatus(payment, clock()).status
      if (status === 'settled' || status === 'held') return 'paid'
      return status === 'open' ? 'refused' : 'closed'
    },
    async incomingStatus(paymentHash) {
      const payment = await calls.incoming(paymentHash)
      return payment === undefined ? { status: 'unknown' } : toIncomingStatus(payment, clock())
    },
    ...createPayOnce({ calls, notes, clock }),
    ...createSentList('nwc', createSentReader(calls)),
    settleHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    cancelHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    ...createReceiptList(calls, { wire, clock }),
    onReceipt: (listener) => tellOfHashes(wire.onPaid, (paymentHash) => lookUp(calls, paymentHash), listener),
    balance: async () => msat(BigInt(await calls.balanceMsat())),
    async close() {
      identity.stop()
      wire.close()
    },
  }
}

const CANNOT_HOLD = 'holding payments over Nostr Wallet Connect is not supported'

/** A notification only says that something has arrived; what, the wallet's books say. */
async function lookUp(calls: NwcCalls, paymentHash: string): Promise<Receipt | undefined> {
  const payment = await calls.incoming(paymentHash)
  return payment && toReceipt(payment)
}

/** The wallet chooses the preimage, and some tell it before the invoice is paid. */
async function createInvoice(
  calls: NwcCalls,
  request: InvoiceRequest,
  node: NodeIdentity | undefined,
): Promise<CreatedInvoice> {
  if (request.holdHash !== undefined) throw new Error(CANNOT_HOLD)
  const { preimage, ...made } = await calls.createInvoice(request)
  return withPreimage(requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, node), preimage)
}
