import { msat } from '@satchel/money/units'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { tellOfHashes } from '../../adapter-parts/receipt-news.ts'
import { requireOwnInvoice, withPreimage } from '../../adapter-parts/require-own-invoice.ts'
import { withoutHold } from '../../adapter-parts/without-hold.ts'
import { createSentList } from '../../lists/sent-list.ts'
import type { NotingDeps } from '../../port/backend-deps.ts'
import {
  type CreatedInvoice,
  type FundingSource,
  type InvoiceRequest,
  NO_ABILITIES,
  type NodeIdentity,
  type Receipt,
} from '../../port/funding-source.ts'
import { createReceiptList } from './list-receipts.ts'
import { createSentReader } from './list-sent.ts'
import { createNwcCalls, type NwcCalls } from './nwc-calls.ts'
import { toIncomingStatus, toReceipt } from './nwc-transaction.ts'
import { createNwcWire } from './nwc-wire.ts'
import { createPayOnce } from './pay-once.ts'
import type { NwcConfig } from './read-nwc.ts'
import { watchWire } from './watch-wire.ts'

/**
 * A wallet over Nostr Wallet Connect. It takes no fee limit and cannot close invoices; the balance that it reports may
 * be the rest of the connection's budget.
 */
export async function openNwc(config: NwcConfig, deps: NotingDeps): Promise<FundingSource> {
  const { notes, network, clock } = deps
  const troubles = openTroubles(deps)
  const wire = watchWire(createNwcWire(config, clock), { troubles, clock })
  const calls = createNwcCalls(wire)
  const identity = await learnIdentity({ ask: calls.introduce, network, troubles, close: wire.close })
  return {
    can: { ...NO_ABILITIES, provesPayments: true },
    identity: identity.now,
    ...withoutHold('Nostr Wallet Connect', (request) => createInvoice(calls, request, identity.now())),
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
    ...createReceiptList(calls, { wire, clock }),
    onReceipt: (listener) => tellOfHashes(wire.onPaid, (paymentHash) => lookUp(calls, paymentHash), listener),
    balance: async () => msat(BigInt(await calls.balanceMsat())),
    info: calls.info,
    troubles: troubles.now,
    close: closing([identity, wire]),
  }
}

/** A notification only announces a payment; it is then polled. */
async function lookUp(calls: NwcCalls, paymentHash: string): Promise<Receipt | undefined> {
  const payment = await calls.incoming(paymentHash)
  return payment && toReceipt(payment)
}

/** The wallet chooses the preimage, and some reveal it before the invoice is paid. */
async function createInvoice(
  calls: NwcCalls,
  request: InvoiceRequest,
  node: NodeIdentity | undefined,
): Promise<CreatedInvoice> {
  const { preimage, ...made } = await calls.createInvoice(request)
  return withPreimage(requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, node), preimage)
}
