import type { Log } from '@satchel/http/log'
import { sat, satToMsat } from '@satchel/money/units'
import type { Clock } from '../../clock.ts'
import type { BlinkConfig } from '../../config/funding/blink.ts'
import { createReceiptNews } from '../receipt-news.ts'
import type { FundingSource, IncomingStatus, Receipt } from '../funding-source.ts'
import { learnIdentity } from '../learn-identity.ts'
import { createNewestFirstReader, inOrder } from '../newest-first.ts'
import { createNodeHttp } from '../node-http.ts'
import { requireOwnInvoice } from '../require-own-invoice.ts'
import { createSentList, readNewestFirst } from '../sent-list.ts'
import { readToldCursor } from '../told-cursor.ts'
import { type BlinkCalls, createBlinkCalls } from './blink-calls.ts'
import { hashOf, updateSocket } from './follow-updates.ts'
import { introduce } from './introduce.ts'
import { createPayOnce } from './pay-once.ts'
import { toReceipt } from './transaction.ts'

export interface BlinkDeps {
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
}

/**
 * An account at Blink: its bitcoin wallet, whole satoshis. It cannot hold, take a fee limit or close an invoice, and
 * its owner may use it beside us, so that its balance is not the books'.
 */
export async function openBlink(config: BlinkConfig, { network, clock, log }: BlinkDeps): Promise<FundingSource> {
  const http = createNodeHttp({ baseUrl: config.url, headers: { 'x-api-key': config.token } })
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
  const identity = await learnIdentity({ ask, network, log, close: http.close })
  const payments = createPayOnce(calls, clock)
  const transactions = createNewestFirstReader(calls.listTransactions)
  const lookUp = (paymentHash: string) => findReceipt(calls, paymentHash)
  const news = createReceiptNews({ ...updateSocket(config.socketUrl, config.token), hashOf, lookUp })
  return {
    can: { hold: false, feeLimit: false, closeInvoice: false, exactBalance: false, provesPayments: true },
    identity: identity.now,
    async createInvoice(request) {
      if (request.holdHash !== undefined) throw new Error(CANNOT_HOLD)
      const made = await calls.createInvoice(request)
      return requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, identity.now())
    },
    async closeInvoice(paymentHash) {
      const status = await calls.invoiceStatus(paymentHash)
      return status === 'PAID' ? 'paid' : status === 'PENDING' ? 'refused' : 'closed'
    },
    incomingStatus: (paymentHash) => incomingStatus(calls, paymentHash),
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    ...createSentList('blink', readNewestFirst(calls.listTransactions)),
    settleHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    cancelHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    async receiptsSince(cursor, limit) {
      const told = readToldCursor('blink', cursor, clock())
      const rows = await transactions.since(told.fromMs)
      return told.page(
        inOrder(rows.flatMap(({ atMs, receipt }) => (receipt === undefined ? [] : { atMs, receipt }))),
        limit,
      )
    },
    onReceipt: news.onReceipt,
    balance: async () => satToMsat(sat(BigInt(await calls.balanceSat()))),
    async close() {
      identity.stop()
      news.close()
      http.close()
    },
  }
}

const CANNOT_HOLD = 'Blink cannot hold payments'

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
