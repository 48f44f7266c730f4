import type { Log } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import { Type } from 'typebox'
import type { Clock } from '../../clock.ts'
import type { LnbitsConfig } from '../../config/funding/lnbits.ts'
import { createReceiptNews } from '../receipt-news.ts'
import type { CreatedInvoice, FundingSource, InvoiceRequest, NodeIdentity } from '../funding-source.ts'
import { learnIdentity } from '../learn-identity.ts'
import { createNodeHttp } from '../node-http.ts'
import { fitNodeJson } from '../read-node-json.ts'
import { requireOwnInvoice, withPreimage } from '../require-own-invoice.ts'
import { createSentList, readNewestFirst } from '../sent-list.ts'
import { listReceipts } from './list-receipts.ts'
import { createLnbitsCalls, type LnbitsCalls } from './lnbits-calls.ts'
import { toDatedReceipt, toIncomingStatus } from './lnbits-payment.ts'
import { createPayOnce } from './pay-once.ts'

export interface LnbitsDeps {
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
}

/**
 * A wallet of somebody's LNbits server. It holds nothing in a way that could be seen, takes no fee limit, closes no
 * invoice, and takes what its own node charges for receiving out of the wallet, so that its balance is not the books'.
 */
export async function openLnbits(config: LnbitsConfig, { network, clock, log }: LnbitsDeps): Promise<FundingSource> {
  const http = createNodeHttp({ baseUrl: config.url, headers: {} })
  const calls = createLnbitsCalls(http, config)
  const identity = await learnIdentity({ ask: calls.introduce, network, log, close: http.close })
  const payments = createPayOnce(calls)
  const lookUp = async (paymentHash: string) => {
    const payment = await calls.incoming(paymentHash)
    return payment && toDatedReceipt(payment)?.receipt
  }
  const url = `${config.url}/api/v1/ws/${encodeURIComponent(config.invoiceKey.value)}`
  const news = createReceiptNews({ url, headers: {}, hashOf, lookUp })
  return {
    can: { hold: false, feeLimit: false, closeInvoice: false, exactBalance: false, provesPayments: true },
    identity: identity.now,
    createInvoice: (request) => createInvoice(calls, request, identity.now()),
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
    settleHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    cancelHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    receiptsSince: (cursor, limit) => listReceipts(calls, { cursor, limit, nowMs: clock() }),
    onReceipt: news.onReceipt,
    balance: async () => msat(BigInt(await calls.balanceMsat())),
    async close() {
      identity.stop()
      news.close()
      http.close()
    },
  }
}

const CANNOT_HOLD = 'LNbits cannot hold payments'

/** Of both directions; what it means, the look-up says. */
const Changed = Type.Object({ payment: Type.Object({ payment_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }) })

const hashOf = (text: string): string | undefined => fitNodeJson(Changed, { status: 200, text })?.payment.payment_hash

/** The node behind LNbits chooses the preimage; some tell it, and LNbits passes it on. */
async function createInvoice(
  calls: LnbitsCalls,
  request: InvoiceRequest,
  node: NodeIdentity | undefined,
): Promise<CreatedInvoice> {
  if (request.holdHash !== undefined) throw new Error(CANNOT_HOLD)
  const { preimage, ...made } = await calls.createInvoice(request)
  return withPreimage(requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, node), preimage)
}
