import { msat } from '@satchel/money/units'
import { Type } from 'typebox'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { noteInfo } from '../../adapter-parts/note-info.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { createReceiptNews } from '../../adapter-parts/receipt-news.ts'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import { withoutHold } from '../../adapter-parts/without-hold.ts'
import { basicCredential, basicHeaders, openNodeHttp } from '../../net/open-node-http.ts'
import { fitNodeJson } from '../../net/read-node-json.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import { type FundingSource, NEVER_FORGETS, NO_ABILITIES } from '../../port/funding-source.ts'
import { createEclairCalls, type EclairCalls, ENDPOINT, PASSWORD } from './eclair-calls.ts'
import { listReceipts } from './list-receipts.ts'
import { listSent } from './list-sent.ts'
import { createPayOnce } from './pay-once.ts'
import type { EclairConfig } from './read-eclair.ts'
import { toDatedReceipt, toIncomingStatus } from './received-payment.ts'

/**
 * ACINQ's Eclair. It has no hold invoices, and its balance is what channels can send, which moves with reserves and fee
 * rates.
 */
export async function openEclair(config: EclairConfig, deps: BackendDeps): Promise<FundingSource> {
  const { network, clock } = deps
  const troubles = openTroubles(deps)
  const credential = basicCredential(PASSWORD, config.password)
  const http = openNodeHttp({ baseUrl: config.url, endpoint: ENDPOINT, credential, troubles, clock })
  const calls = createEclairCalls(http)
  const identity = await learnIdentity({ ask: calls.introduce, network, troubles, close: http.close })
  const payments = createPayOnce(calls)
  const lookUp = async (paymentHash: string) => {
    const payment = await calls.received(paymentHash)
    return payment && toDatedReceipt(payment)?.receipt
  }
  const news = createReceiptNews({ url: `${config.url}/ws`, headers: basicHeaders(config.password), hashOf, lookUp })
  return {
    can: { ...NO_ABILITIES, feeLimit: true, closeInvoice: true, provesPayments: true, memory: NEVER_FORGETS },
    identity: identity.now,
    ...withoutHold('Eclair', async (request) => {
      const made = await calls.createInvoice(request)
      return requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, identity.now())
    }),
    closeInvoice: (paymentHash) => closeInvoice(calls, paymentHash),
    async incomingStatus(paymentHash) {
      const payment = await calls.received(paymentHash)
      return payment === undefined ? { status: 'unknown' } : toIncomingStatus(payment)
    },
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    sentSince: (cursor, limit) => listSent(calls, { cursor, limit, nowMs: clock() }),
    receiptsSince: (cursor, limit, since) => listReceipts(calls, { cursor, limit, nowMs: clock(), since }),
    onReceipt: news.onReceipt,
    balance: async () => msat(BigInt(await calls.spendableMsat())),
    info: async () => noteInfo(troubles, await calls.info()),
    troubles: troubles.now,
    close: closing([identity, news, http]),
  }
}

/** Deletes the invoice: Eclair sends back payments for invoices that it does not know. */
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
