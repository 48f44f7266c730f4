import { sat, satToMsat } from '@satchel/money/units'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { createReceiptNews } from '../../adapter-parts/receipt-news.ts'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import { withoutHold } from '../../adapter-parts/without-hold.ts'
import { createNewestFirstReader, inOrder } from '../../lists/newest-first.ts'
import { createSentList, readNewestFirst } from '../../lists/sent-list.ts'
import { readTimeCursor } from '../../lists/time-cursor.ts'
import { fixedCredential, openNodeHttp } from '../../net/open-node-http.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import { type FundingSource, type IncomingStatus, NO_ABILITIES, type Receipt } from '../../port/funding-source.ts'
import { type BlinkCalls, createBlinkCalls } from './blink-calls.ts'
import { hashOf, updateSocket } from './follow-updates.ts'
import { introduce, judgeBlink, TOKEN } from './introduce.ts'
import { createPayOnce } from './pay-once.ts'
import type { BlinkConfig } from './read-blink.ts'
import { toReceipt } from './transaction.ts'

/**
 * An account at Blink: its bitcoin wallet, whole satoshis. It cannot hold, take a fee limit or close an invoice. Its
 * owner may use it, too, so its balance may differ from the books.
 */
export async function openBlink(config: BlinkConfig, deps: BackendDeps): Promise<FundingSource> {
  const { network, clock } = deps
  const troubles = openTroubles(deps)
  const http = openNodeHttp({
    baseUrl: config.url,
    endpoint: 'BLINK_API_ENDPOINT',
    credential: fixedCredential(TOKEN, config.token, (token) => ({ 'x-api-key': token })),
    troubles,
    clock,
    judge: judgeBlink,
  })
  let walletId: string | undefined
  const calls = createBlinkCalls(http, () => {
    if (walletId === undefined) throw new Error('Blink has not answered yet')
    return walletId
  })
  const ask = async () => {
    const introduction = await introduce(http)
    if ('walletId' in introduction && (network === undefined || introduction.network === network)) {
      walletId = introduction.walletId
    }
    return introduction
  }
  const identity = await learnIdentity({ ask, network, troubles, close: http.close })
  const payments = createPayOnce(calls, clock)
  const transactions = createNewestFirstReader(calls.listTransactions)
  const lookUp = (paymentHash: string) => findReceipt(calls, paymentHash)
  const news = createReceiptNews({ ...updateSocket(config.socketUrl, config.token), hashOf, lookUp })
  return {
    can: { ...NO_ABILITIES, provesPayments: true },
    identity: identity.now,
    ...withoutHold('Blink', async (request) => {
      const made = await calls.createInvoice(request)
      return requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, identity.now())
    }),
    async closeInvoice(paymentHash) {
      const status = await calls.invoiceStatus(paymentHash)
      return status === 'PAID' ? 'paid' : status === 'PENDING' ? 'refused' : 'closed'
    },
    incomingStatus: (paymentHash) => incomingStatus(calls, paymentHash),
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    ...createSentList('blink', readNewestFirst(calls.listTransactions)),
    async receiptsSince(cursor, limit, since) {
      const position = readTimeCursor('blink', cursor, clock(), since)
      const rows = await transactions.since(position.fromMs)
      return position.page(
        inOrder(rows.flatMap(({ atMs, receipt }) => (receipt === undefined ? [] : { atMs, receipt }))),
        limit,
      )
    },
    onReceipt: news.onReceipt,
    balance: async () => satToMsat(sat(BigInt(await calls.balanceSat()))),
    info: calls.info,
    troubles: troubles.now,
    close: closing([identity, news, http]),
  }
}

async function incomingStatus(calls: BlinkCalls, paymentHash: string): Promise<IncomingStatus> {
  const status = await calls.invoiceStatus(paymentHash)
  if (status === undefined) return { status: 'unknown' }
  if (status !== 'PAID') return { status: status === 'EXPIRED' ? 'closed' : 'open' }
  const receipt = await findReceipt(calls, paymentHash)
  if (receipt === undefined) throw new Error('Blink shows a paid invoice without its payment')
  return { status: 'settled', amountMsat: receipt.amountMsat }
}

async function findReceipt(calls: BlinkCalls, paymentHash: string): Promise<Receipt | undefined> {
  for (const transaction of await calls.transactionsOf(paymentHash)) {
    const receipt = toReceipt(transaction)
    if (receipt?.paymentHash === paymentHash) return receipt
  }
  return undefined
}
