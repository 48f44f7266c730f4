import { hash as digest, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { noteInfo } from '../../adapter-parts/note-info.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import { readCertificateFile } from '../../config/node-endpoint.ts'
import { openSetting } from '../../config/setting.ts'
import { openNodeHttp } from '../../net/open-node-http.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import { unixSeconds } from '../../port/clock.ts'
import type { FundingSource, InvoiceOrder, NodeIdentity, NodeMemory } from '../../port/funding-source.ts'
import { findHoldClaim } from './hold-claim.ts'
import { listSent } from './list-sent.ts'
import { createLndCalls, type LndCalls } from './lnd-calls.ts'
import { askIdentity, ENDPOINT } from './lnd-identity.ts'
import { readBalance, readInfo } from './lnd-info.ts'
import { type LndInvoice, toIncomingStatus } from './lnd-invoice.ts'
import { judgeLnd } from './lnd-refusal.ts'
import { createLndPayments } from './pay-lnd.ts'
import { type LndConfig, readMacaroonFile } from './read-lnd.ts'
import { findInvoice, readReceipts } from './read-receipts.ts'
import { openReceiptStream } from './receipt-stream.ts'

/** An LND node over REST. It limits fees, holds, closes invoices and repeats receipts from any number on. */
export async function openLnd(config: LndConfig, deps: BackendDeps): Promise<FundingSource> {
  const { network, clock } = deps
  const troubles = openTroubles(deps)
  const options = {
    baseUrl: config.url,
    endpoint: ENDPOINT,
    certificate: openSetting(config.certificate, readCertificateFile),
    credential: {
      setting: openSetting(config.macaroon, readMacaroonFile),
      toHeaders: (macaroon: string) => ({ 'Grpc-Metadata-macaroon': macaroon }),
    },
    troubles,
    clock,
    judge: judgeLnd,
  }
  // Each hanging payment occupies a connection: other calls have their own.
  const [short, streams, payments] = [openNodeHttp(options), openNodeHttp(options), openNodeHttp(options)]
  const calls = createLndCalls(short, streams)
  const closeConnections = (): void => {
    for (const connections of [short, streams, payments]) connections.close()
  }
  const ask = () => askIdentity(calls, config.macaroon.variable)
  const identity = await learnIdentity({ ask, network, troubles, close: closeConnections })
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
      refusesRepeats: true,
      memory: LND_MEMORY,
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
    info: async () => noteInfo(troubles, await readInfo(calls)),
    troubles: troubles.now,
    close: closing([identity, news, { close: closeConnections }]),
  }
}

/** Settled invoices are never deleted; payments may be (`deletepayments`), which the guide forbids for a day. */
const LND_MEMORY: NodeMemory = { keepsInvoices: Number.POSITIVE_INFINITY, keepsPayments: 86_400, firstSent: '0' }

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
    // Look up first: LND would return a held payment.
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

/** To LND a value of 0 is any amount. */
const ANY_AMOUNT = '0'

/** `private`: routing hints for channels that are not public. */
const wordsOf = ({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceOrder) => ({
  value_msat: amountMsat === undefined ? ANY_AMOUNT : String(amountMsat),
  ...(descriptionHash === undefined ? { memo } : { description_hash: base64(descriptionHash) }),
  expiry: String(expirySeconds),
  private: true,
})

type HoldCalls = Pick<FundingSource, 'settleHold' | 'cancelHold' | 'holdClaim'>

/** LND's answer to the decision does not count: the state of the invoice afterwards does. */
const holdCalls = (calls: LndCalls): HoldCalls => ({
  async settleHold(preimage) {
    const answer = await calls.ask('POST', '/v2/invoices/settle', { preimage: base64(preimage) })
    const invoice = await findInvoice(calls, digest('sha256', Buffer.from(preimage, 'hex')))
    if (invoice?.state === 'SETTLED') return awaitClaim(calls, invoice)
    if (invoice?.state === 'CANCELED') return 'gone'
    throw new Error(`LND has not settled a held payment: ${'refusal' in answer ? answer.refusal.message : 'no reason'}`)
  },
  async holdClaim(paymentHash) {
    const invoice = await findInvoice(calls, paymentHash)
    return invoice?.state === 'SETTLED' ? findHoldClaim(calls, invoice) : undefined
  },
  async cancelHold(paymentHash) {
    const answer = await calls.ask('POST', '/v2/invoices/cancel', { payment_hash: base64(paymentHash) })
    const invoice = await findInvoice(calls, paymentHash)
    if (invoice === undefined || invoice.state === 'CANCELED') return 'cancelled'
    if (invoice.state === 'SETTLED') return 'settled'
    throw new Error(`LND has not given back a payment: ${'refusal' in answer ? answer.refusal.message : 'no reason'}`)
  },
})

/** The channel passes a settled payment on within moments; what takes longer is asked for again later. */
async function awaitClaim(calls: LndCalls, invoice: LndInvoice): Promise<'settled' | 'gone'> {
  for (const pauseMs of CLAIM_PAUSES_MS) {
    const claim = await findHoldClaim(calls, invoice)
    if (claim === 'taken') return 'settled'
    if (claim === 'lost') return 'gone'
    await delay(pauseMs, undefined, { ref: false })
  }
  throw new Error('LND has settled a held payment, and has not received it yet')
}

const CLAIM_PAUSES_MS = [50, 100, 200, 400, 800]

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
