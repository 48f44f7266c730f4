import { msat } from '@satchel/money/units'
import { Type } from 'typebox'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { createReceiptNews } from '../../adapter-parts/receipt-news.ts'
import { requireOwnInvoice, withPreimage } from '../../adapter-parts/require-own-invoice.ts'
import { withoutHold } from '../../adapter-parts/without-hold.ts'
import { createSentList, readNewestFirst } from '../../lists/sent-list.ts'
import { openNodeHttp } from '../../net/open-node-http.ts'
import { fitNodeJson } from '../../net/read-node-json.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import {
  type CreatedInvoice,
  type FundingSource,
  type InvoiceRequest,
  NO_ABILITIES,
  type NodeIdentity,
} from '../../port/funding-source.ts'
import { listReceipts } from './list-receipts.ts'
import { createLnbitsCalls, ENDPOINT, type LnbitsCalls } from './lnbits-calls.ts'
import { toDatedReceipt, toIncomingStatus } from './lnbits-payment.ts'
import { createPayOnce } from './pay-once.ts'
import type { LnbitsConfig } from './read-lnbits.ts'

/**
 * A wallet on another operator's LNbits server. It has no holds, no fee limits, and cannot close invoices. It deducts
 * its node's charges for receiving, so its balance differs from the books.
 */
export async function openLnbits(config: LnbitsConfig, deps: BackendDeps): Promise<FundingSource> {
  const { network, clock } = deps
  const troubles = openTroubles(deps)
  const http = openNodeHttp({ baseUrl: config.url, endpoint: ENDPOINT, troubles, clock })
  const calls = createLnbitsCalls(http, config)
  const identity = await learnIdentity({ ask: calls.introduce, network, troubles, close: http.close })
  const payments = createPayOnce(calls)
  const lookUp = async (paymentHash: string) => {
    const payment = await calls.incoming(paymentHash)
    return payment && toDatedReceipt(payment)?.receipt
  }
  const url = `${config.url}/api/v1/ws/${encodeURIComponent(config.invoiceKey.value)}`
  const news = createReceiptNews({ url, headers: {}, hashOf, lookUp })
  return {
    // LNbits ignores the expiry: its node decides, which may be phoenixd.
    can: { ...NO_ABILITIES, provesPayments: true, paysExpired: true },
    identity: identity.now,
    ...withoutHold('LNbits', (request) => createInvoice(calls, request, identity.now())),
    async closeInvoice(paymentHash) {
      const payment = await calls.incoming(paymentHash)
      if (payment === undefined) return 'closed'
      const { status } = toIncomingStatus(payment, clock())
      return status === 'settled' ? 'paid' : status === 'open' ? 'refused' : 'closed'
    },
    async incomingStatus(paymentHash) {
      const payment = await calls.incoming(paymentHash)
      return payment === undefined ? { status: 'unknown' } : toIncomingStatus(payment, clock())
    },
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    ...createSentList('lnbits', readNewestFirst(calls.listSent)),
    receiptsSince: (cursor, limit, since) => listReceipts(calls, { cursor, limit, nowMs: clock(), since }),
    onReceipt: news.onReceipt,
    balance: async () => msat(BigInt(await calls.balanceMsat())),
    info: calls.info,
    troubles: troubles.now,
    close: closing([identity, news, http]),
  }
}

/** A change in either direction; the poll tells which. */
const Changed = Type.Object({ payment: Type.Object({ payment_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }) })

const hashOf = (text: string): string | undefined => fitNodeJson(Changed, { status: 200, text })?.payment.payment_hash

/** The node behind LNbits chooses the preimage; some nodes reveal it, and LNbits forwards it. */
async function createInvoice(
  calls: LnbitsCalls,
  request: InvoiceRequest,
  node: NodeIdentity | undefined,
): Promise<CreatedInvoice> {
  const { preimage, ...made } = await calls.createInvoice(request)
  return withPreimage(requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, node), preimage)
}
