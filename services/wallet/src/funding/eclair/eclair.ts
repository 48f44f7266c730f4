import type { Log } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import { Type } from 'typebox'
import type { Clock } from '../../clock.ts'
import type { EclairConfig } from '../../config/funding/eclair.ts'
import { createReceiptNews } from '../receipt-news.ts'
import type { FundingSource } from '../funding-source.ts'
import { learnIdentity } from '../learn-identity.ts'
import { createNodeHttp } from '../node-http.ts'
import { fitNodeJson } from '../read-node-json.ts'
import { requireOwnInvoice } from '../require-own-invoice.ts'
import { createEclairCalls, type EclairCalls } from './eclair-calls.ts'
import { listReceipts } from './list-receipts.ts'
import { listSent } from './list-sent.ts'
import { createPayOnce } from './pay-once.ts'
import { toDatedReceipt, toIncomingStatus } from './received-payment.ts'

export interface EclairDeps {
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
}

/**
 * ACINQ's Eclair. It has no hold invoices, and its balance is what channels can send, which moves with reserves and fee
 * rates.
 */
export async function openEclair(config: EclairConfig, { network, clock, log }: EclairDeps): Promise<FundingSource> {
  const headers = { authorization: `Basic ${Buffer.from(`:${config.password}`).toString('base64')}` }
  const http = createNodeHttp({ baseUrl: config.url, headers })
  const calls = createEclairCalls(http)
  const identity = await learnIdentity({ ask: calls.introduce, network, log, close: http.close })
  const payments = createPayOnce(calls)
  const lookUp = async (paymentHash: string) => {
    const payment = await calls.received(paymentHash)
    return payment && toDatedReceipt(payment)?.receipt
  }
  const news = createReceiptNews({ url: `${config.url}/ws`, headers, hashOf, lookUp })
  return {
    can: { hold: false, feeLimit: true, closeInvoice: true, exactBalance: false, provesPayments: true },
    identity: identity.now,
    async createInvoice(request) {
      if (request.holdHash !== undefined) throw new Error(CANNOT_HOLD)
      const made = await calls.createInvoice(request)
      return requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, identity.now())
    },
    closeInvoice: (paymentHash) => closeInvoice(calls, paymentHash),
    async incomingStatus(paymentHash) {
      const payment = await calls.received(paymentHash)
      return payment === undefined ? { status: 'unknown' } : toIncomingStatus(payment)
    },
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    sentSince: (cursor, limit) => listSent(calls, { cursor, limit, nowMs: clock() }),
    settleHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    cancelHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    receiptsSince: (cursor, limit) => listReceipts(calls, { cursor, limit, nowMs: clock() }),
    onReceipt: news.onReceipt,
    balance: async () => msat(BigInt(await calls.spendableMsat())),
    async close() {
      identity.stop()
      news.close()
      http.close()
    },
  }
}

const CANNOT_HOLD = 'Eclair cannot hold payments'

/** Closing is forgetting: a part of a payment that arrives for an invoice Eclair does not know goes back. */
async function closeInvoice(calls: EclairCalls, paymentHash: string): Promise<'closed' | 'paid' | 'refused'> {
  if (await calls.deleteInvoice(paymentHash)) return 'closed'
  const payment = await calls.received(paymentHash)
  if (payment === undefined || payment.status.type === 'expired') return 'closed'
  return payment.status.type === 'received' ? 'paid' : 'refused'
}

const Received = Type.Object({
  type: Type.Literal('payment-received'),
  paymentHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

const hashOf = (text: string): string | undefined => fitNodeJson(Received, { status: 200, text })?.paymentHash
