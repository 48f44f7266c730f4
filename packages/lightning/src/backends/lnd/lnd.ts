import { hash as digest, randomBytes } from 'node:crypto'
import { msat } from '@satchel/money/units'
import { unixSeconds } from '../../port/clock.ts'
import type { LndConfig } from './read-lnd.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import type { FundingSource, InvoiceOrder, NodeIdentity } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias, toHeight } from '../../port/node-info.ts'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { createNodeHttp } from '../../net/node-http.ts'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import { createLndCalls, type LndCalls } from './lnd-calls.ts'
import { askIdentity } from './lnd-identity.ts'
import { toIncomingStatus } from './lnd-invoice.ts'
import { listSent } from './list-sent.ts'
import { createLndPayments } from './pay-lnd.ts'
import { findInvoice, readReceipts } from './read-receipts.ts'
import { openReceiptStream } from './receipt-stream.ts'

/** An LND node over REST. It limits fees, holds, closes invoices and repeats receipts from any number on. */
export async function openLnd(config: LndConfig, { network, clock, log }: BackendDeps): Promise<FundingSource> {
  const options = {
    baseUrl: config.url,
    headers: { 'Grpc-Metadata-macaroon': config.macaroon },
    certificate: config.certificate,
    certificateSetting: 'LND_REST_CERT',
  }
  // Each hanging payment occupies a connection: other calls have their own.
  const [short, streams, payments] = [createNodeHttp(options), createNodeHttp(options), createNodeHttp(options)]
  const calls = createLndCalls(short, streams)
  const closeConnections = (): void => {
    for (const connections of [short, streams, payments]) connections.close()
  }
  const identity = await learnIdentity({ ask: () => askIdentity(calls), network, log, close: closeConnections })
  const news = openReceiptStream(calls)
  return {
    // Channels cost fees of their own, and a node may serve others, too.
    can: {
      hold: true,
      feeLimit: true,
      amountless: true,
      closeInvoice: true,
      exactBalance: false,
      provesPayments: true,
    },
    identity: identity.now,
    ...createLndPayments(calls, createLndCalls(short, payments)),
    sentSince: (cursor, limit) => listSent(calls, cursor, limit),
    ...invoiceCalls(calls, identity.now, news.watchHold),
    ...holdCalls(calls),
    receiptsSince: (cursor, limit, since) =>
      readReceipts(calls, { cursor, limit, nowSeconds: unixSeconds(clock), since }),
    onReceipt: news.listen,
    balance: () => readBalance(calls, 'local_balance'),
    info: () => readInfo(calls),
    close: closing([identity, news, { close: closeConnections }]),
  }
}

async function readBalance(calls: LndCalls, which: 'local_balance' | 'remote_balance') {
  const { [which]: side } = await calls.require('GET', '/v1/balance/channels')
  const amount = typeof side === 'object' && side !== null && 'msat' in side ? side.msat : undefined
  if (!/^\d+$/.test(String(amount))) throw new Error('LND answers with an unreadable balance')
  return msat(BigInt(String(amount)))
}

async function readInfo(calls: LndCalls): Promise<NodeInfo> {
  const [info, canReceiveMsat] = await Promise.all([
    calls.require('GET', '/v1/getinfo'),
    readBalance(calls, 'remote_balance').catch(() => undefined),
  ])
  const { alias, block_height: height, synced_to_chain: synced } = info
  return { alias: toAlias(alias), canReceiveMsat, height: toHeight(height), synced: synced === true }
}

type InvoiceCalls = Pick<FundingSource, 'createInvoice' | 'closeInvoice' | 'incomingStatus'>

const invoiceCalls = (
  calls: LndCalls,
  identity: () => NodeIdentity | undefined,
  watchHold: (paymentHash: string) => void,
): InvoiceCalls => ({
  async createInvoice(request) {
    const { amountMsat, holdHash, preimage = randomBytes(32).toString('hex') } = request
    const [path, secret] =
      holdHash === undefined
        ? ['/v1/invoices', { r_preimage: base64(preimage) }]
        : ['/v2/invoices/hodl', { hash: base64(holdHash) }]
    const { payment_request: bolt11 } = await calls.require('POST', path, { ...secret, ...wordsOf(request) })
    const paymentHash = holdHash ?? digest('sha256', Buffer.from(preimage, 'hex'))
    const invoice = requireOwnInvoice({ bolt11: String(bolt11), paymentHash, amountMsat }, identity())
    if (holdHash !== undefined) watchHold(paymentHash)
    return invoice
  },
  async closeInvoice(paymentHash) {
    // Look up first: LND would send back a held payment.
    const before = await findInvoice(calls, paymentHash)
    if (before?.state === 'ACCEPTED') return 'paid'
    if (before?.state === 'OPEN') await calls.ask('POST', '/v2/invoices/cancel', { payment_hash: base64(paymentHash) })
    const after = before?.state === 'OPEN' ? await findInvoice(calls, paymentHash) : before
    switch (after?.state) {
      case 'SETTLED':
      case 'ACCEPTED':
        return 'paid'
      case 'OPEN':
        return 'refused'
      default:
        return 'closed'
    }
  },
  async incomingStatus(paymentHash) {
    const invoice = await findInvoice(calls, paymentHash)
    return invoice === undefined ? { status: 'unknown' } : toIncomingStatus(invoice)
  },
})

/** `private`: routing hints for channels that are not public. To LND a value of 0 is any amount. */
const wordsOf = ({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceOrder) => ({
  value_msat: String(amountMsat ?? 0),
  ...(descriptionHash === undefined ? { memo } : { description_hash: base64(descriptionHash) }),
  expiry: String(expirySeconds),
  private: true,
})

type HoldCalls = Pick<FundingSource, 'settleHold' | 'cancelHold'>

/** LND's answer to the decision does not count: the state of the invoice afterwards does. */
const holdCalls = (calls: LndCalls): HoldCalls => ({
  async settleHold(preimage) {
    const answer = await calls.ask('POST', '/v2/invoices/settle', { preimage: base64(preimage) })
    const invoice = await findInvoice(calls, digest('sha256', Buffer.from(preimage, 'hex')))
    if (invoice?.state === 'SETTLED') return 'settled'
    if (invoice?.state === 'CANCELED') return 'gone'
    throw new Error(`LND has not settled a held payment: ${'refusal' in answer ? answer.refusal.message : 'no reason'}`)
  },
  async cancelHold(paymentHash) {
    const answer = await calls.ask('POST', '/v2/invoices/cancel', { payment_hash: base64(paymentHash) })
    const invoice = await findInvoice(calls, paymentHash)
    if (invoice === undefined || invoice.state === 'CANCELED') return 'cancelled'
    if (invoice.state === 'SETTLED') return 'settled'
    throw new Error(`LND has not given back a payment: ${'refusal' in answer ? answer.refusal.message : 'no reason'}`)
  },
})

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
