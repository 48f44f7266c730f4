import { sat, satToMsat } from '@satchel/money/units'
import { Type } from 'typebox'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { createReceiptNews } from '../../adapter-parts/receipt-news.ts'
import { requireOwnInvoice, withPreimage } from '../../adapter-parts/require-own-invoice.ts'
import { withoutHold } from '../../adapter-parts/without-hold.ts'
import { basicCredential, basicHeaders, openNodeHttp } from '../../net/open-node-http.ts'
import { fitNodeJson } from '../../net/read-node-json.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import {
  type FundingSource,
  type InvoiceRequest,
  NEVER_FORGETS,
  NO_ABILITIES,
  type NodeIdentity,
} from '../../port/funding-source.ts'
import { toIncomingStatus, toReceipt } from './incoming-payment.ts'
import { listReceipts } from './list-receipts.ts'
import { listSent } from './list-sent.ts'
import { createPayOnce } from './pay-once.ts'
import { createPhoenixdCalls, ENDPOINT, PASSWORD, type PhoenixdCalls } from './phoenixd-calls.ts'
import type { PhoenixdConfig } from './read-phoenixd.ts'

/**
 * ACINQ's phoenixd: one node with one channel that grows automatically. It cannot hold, limit a fee or close an
 * invoice. It deducts the costs of its channel from receipts, so its balance differs from the books.
 */
export async function openPhoenixd(config: PhoenixdConfig, deps: BackendDeps): Promise<FundingSource> {
  const { network, clock } = deps
  const troubles = openTroubles(deps)
  const credential = basicCredential(PASSWORD, config.password)
  const http = openNodeHttp({ baseUrl: config.url, endpoint: ENDPOINT, credential, troubles, clock })
  const calls = createPhoenixdCalls(http)
  const identity = await learnIdentity({ ask: calls.introduce, network, troubles, close: http.close })
  const payments = createPayOnce(calls)
  const lookUp = async (paymentHash: string) => {
    const payment = await calls.incoming(paymentHash)
    return payment?.isPaid === true ? toReceipt(payment) : undefined
  }
  const news = createReceiptNews({
    url: `${config.url}/websocket`,
    headers: basicHeaders(config.password),
    hashOf,
    lookUp,
  })
  return {
    can: { ...NO_ABILITIES, provesPayments: true, paysExpired: true, memory: NEVER_FORGETS },
    identity: identity.now,
    ...withoutHold('phoenixd', (request) => createInvoice(calls, request, identity.now())),
    async closeInvoice(paymentHash) {
      const invoice = await calls.incoming(paymentHash)
      if (invoice === undefined) return 'closed'
      const { status } = toIncomingStatus(invoice)
      return status === 'settled' ? 'paid' : status === 'closed' ? 'closed' : 'refused'
    },
    async incomingStatus(paymentHash) {
      const invoice = await calls.incoming(paymentHash)
      return invoice === undefined ? { status: 'unknown' } : toIncomingStatus(invoice)
    },
    ...payments,
    sentSince: (cursor, limit) => listSent(calls, { cursor, limit, nowMs: clock() }),
    receiptsSince: (cursor, limit, since) => listReceipts(calls, { cursor, limit, nowMs: clock(), since }),
    onReceipt: news.onReceipt,
    balance: async () => satToMsat(sat(BigInt(await calls.balanceSat()))),
    info: calls.info,
    troubles: troubles.now,
    close: closing([identity, news, http]),
  }
}

const Received = Type.Object({
  type: Type.Literal('payment_received'),
  paymentHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

/** phoenixd chooses the preimage and returns it, also before the invoice is paid. */
async function createInvoice(calls: PhoenixdCalls, request: InvoiceRequest, node: NodeIdentity | undefined) {
  const made = await calls.createInvoice(request)
  const invoice = requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, node)
  const known = await calls.incoming(invoice.paymentHash).catch(() => undefined)
  return withPreimage(invoice, known?.preimage)
}

const hashOf = (text: string): string | undefined => fitNodeJson(Received, { status: 200, text })?.paymentHash
