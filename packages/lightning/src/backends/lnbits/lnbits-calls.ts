import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { Type } from 'typebox'
import type { AskedIdentity } from '../../adapter-parts/learn-identity.ts'
import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import type { Secret } from '../../config/setting.ts'
import type { NewestFirstPage } from '../../lists/newest-first.ts'
import type { SentRow } from '../../lists/sent-list.ts'
import type { NodeAnswer, NodeCall } from '../../net/node-http.ts'
import { fixedCredential, type NodeCredential, type WatchedNodeHttp } from '../../net/open-node-http.ts'
import { fitNodeJson, readNodeJson } from '../../net/read-node-json.ts'
import type { InvoiceRequest, PayOrder } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias } from '../../port/node-info.ts'
import { extraOf, LnbitsPayment, toSentRow } from './lnbits-payment.ts'
import type { LnbitsConfig } from './read-lnbits.ts'
import { isSaidByLnbits, type PolledPayment, readOutgoing } from './to-outcome.ts'

/** The calls of LNbits' HTTP interface that are needed, with checked answers. All reject when the answer is unclear. */
export interface LnbitsCalls {
  introduce(): Promise<AskedIdentity>
  createInvoice(request: InvoiceRequest): Promise<MadeInvoice>
  /** Undefined = this wallet has no such payment. */
  incoming(paymentHash: string): Promise<LnbitsPayment | undefined>
  /** Received payments by their last change, newest first. */
  listPaid(page: { readonly offset: number; readonly limit: number }): Promise<LnbitsPayment[]>
  outgoing(paymentHash: string): Promise<PolledPayment>
  /** The maximum that LNbits may deduct for this payment, with its own fees; 0 if it does not report that. */
  mostFeeMsat(bolt11: string): Promise<bigint>
  /** Ordered payments that have not failed, newest first: LNbits lists no failed payments. */
  listSent(next: string | undefined): Promise<NewestFirstPage<SentRow>>
  /** Answers when the payment is final, or after some seconds. */
  payInvoice(order: Pick<PayOrder, 'bolt11' | 'attemptId'>): Promise<NodeAnswer>
  balanceMsat(): Promise<number>
  info(): Promise<NodeInfo>
}

export interface MadeInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  /** Missing when its node has not given it to LNbits. */
  readonly preimage: string | undefined
}

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Wallet = Type.Object({ balance: Type.Integer(), name: Type.Optional(Type.Unknown()) })
const Made = Type.Object({
  payment_hash: Hex32,
  bolt11: Type.String(),
  preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const Known = Type.Object({ details: LnbitsPayment })
const Reserve = Type.Object({ fee_reserve: Type.Integer({ minimum: 0 }) })

const OPENING_MS = 2000
/** A held payment may take hours: after this time it is polled instead. */
const PAY_MS = 120_000

type Ask = (key: Secret, call: NodeCall) => Promise<NodeAnswer>

export function createLnbitsCalls(http: WatchedNodeHttp, { adminKey, invoiceKey }: LnbitsConfig): LnbitsCalls {
  const ask: Ask = (key, call) => http.call({ ...call, credential: credentialOf(key) })
  return {
    introduce: () => introduce(ask, { adminKey, invoiceKey }),
    createInvoice: (request) => createInvoice(ask, invoiceKey, invoiceBody(request)),
    async incoming(paymentHash) {
      const answer = await ask(invoiceKey, { method: 'GET', path: `${PAYMENTS}/${paymentHash}` })
      if (answer.status === 404 && isSaidByLnbits(answer)) return undefined
      const { details } = readNodeJson(Known, answer)
      if (details.payment_hash !== paymentHash) throw new Error('LNbits shows another payment')
      return details
    },
    async listPaid({ offset, limit }) {
      const query = { status: 'success', 'amount[gt]': '0', ...BY_CHANGE, limit: String(limit), offset: String(offset) }
      const path = `${PAYMENTS}?${new URLSearchParams(query).toString()}`
      return readNodeJson(Type.Array(LnbitsPayment), await ask(invoiceKey, { method: 'GET', path }))
    },
    outgoing: async (paymentHash) =>
      readOutgoing(await ask(adminKey, { method: 'GET', path: `${PAYMENTS}/${paymentHash}` }), paymentHash),
    async mostFeeMsat(bolt11) {
      const path = `${PAYMENTS}/fee-reserve?invoice=${encodeURIComponent(bolt11)}`
      const answer = await ask(adminKey, { method: 'GET', path })
      if (answer.status >= 400 && answer.status < 500) return 0n
      return BigInt(readNodeJson(Reserve, answer).fee_reserve)
    },
    async listSent(next = '0') {
      const offset = Number(next)
      const query = { 'amount[lt]': '0', sortby: 'created_at', limit: String(SENT_PAGE), offset: next }
      const path = `${PAYMENTS}?${new URLSearchParams(query).toString()}`
      const rows = readNodeJson(Type.Array(LnbitsPayment), await ask(invoiceKey, { method: 'GET', path }))
      const hasMore = rows.length >= SENT_PAGE
      return { rows: rows.map(toSentRow), next: hasMore ? String(offset + SENT_PAGE - SENT_OVERLAP) : undefined }
    },
    payInvoice({ bolt11, attemptId }) {
      const body = { out: true, bolt11, extra: extraOf(attemptId) }
      return ask(adminKey, { method: 'POST', path: PAYMENTS, body, timeoutMs: PAY_MS })
    },
    async balanceMsat() {
      const { balance } = readNodeJson(Wallet, await ask(invoiceKey, { method: 'GET', path: '/api/v1/wallet' }))
      return balance
    },
    async info() {
      const { name } = readNodeJson(Wallet, await ask(invoiceKey, { method: 'GET', path: '/api/v1/wallet' }))
      return { alias: toAlias(name) }
    },
  }
}

const credentialOf = ({ variable, value }: Secret): NodeCredential =>
  fixedCredential(variable, value, (key) => ({ 'x-api-key': key }))

export const ENDPOINT = 'LNBITS_ENDPOINT'
const PAYMENTS = '/api/v1/payments'
const SENT_PAGE = 100
/** Pages overlap: a payment that fails meanwhile leaves the list, and later ones move forward. */
const SENT_OVERLAP = 20
/** LNbits sorts newest first by default. */
const BY_CHANGE = { sortby: 'updated_at' } as const

async function createInvoice(ask: Ask, key: Secret, words: object, timeoutMs?: number): Promise<MadeInvoice> {
  const body = { out: false, unit: 'sat', ...words }
  const made = readNodeJson(Made, await ask(key, { method: 'POST', path: PAYMENTS, body, timeoutMs }))
  return { bolt11: made.bolt11, paymentHash: made.payment_hash, preimage: made.preimage ?? undefined }
}

function invoiceBody({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceRequest): object {
  const amountSat = wholeSats(amountMsat)
  if (amountSat === undefined) throw new Error('LNbits makes invoices over whole satoshis only')
  return {
    amount: Number(amountSat),
    expiry: expirySeconds,
    ...(descriptionHash === undefined ? { memo } : { description_hash: descriptionHash }),
  }
}

/**
 * Makes an invoice that is never shown: LNbits has no call that names its network, but an invoice names it. The invoice
 * also reveals whether both keys belong to one wallet.
 */
async function introduce(
  ask: Ask,
  { adminKey, invoiceKey }: Pick<LnbitsConfig, 'adminKey' | 'invoiceKey'>,
): Promise<AskedIdentity> {
  const opening = { timeoutMs: OPENING_MS }
  const [wallet, order, list] = await Promise.all([
    ask(invoiceKey, { method: 'GET', path: '/api/v1/wallet', ...opening }),
    // A payment request without an invoice pays nothing, but shows whether this key may pay.
    ask(adminKey, { method: 'POST', path: PAYMENTS, body: { out: true }, ...opening }),
    ask(invoiceKey, { method: 'GET', path: `${PAYMENTS}?sortby=updated_at&limit=1`, ...opening }),
  ])
  if (isRefusal(wallet)) return refuse(invoiceKey, 'the server at LNBITS_ENDPOINT knows no wallet with it')
  readNodeJson(Wallet, wallet)
  if (isRefusal(order)) return refuse(adminKey, 'must be the admin key of a wallet at LNBITS_ENDPOINT')
  if (list.status === 400 || list.status === 422) return TOO_OLD
  const made = await createInvoice(ask, invoiceKey, { amount: 1, memo: PROBE, expiry: 60 }, OPENING_MS)
  const path = `${PAYMENTS}/${made.paymentHash}`
  const known = await ask(adminKey, { method: 'GET', path, ...opening })
  if (fitNodeJson(Known, known) === undefined) {
    if (fitNodeJson(Type.Object({ details: Type.Object({}) }), known) !== undefined) return TOO_OLD
    if (known.status === 404 || fitNodeJson(Type.Object({ paid: Type.Boolean() }), known) !== undefined) {
      return refuse(invoiceKey, `belongs to another wallet than ${adminKey.variable}`)
    }
    throw new Error(`LNbits answered ${known.status} to a payment lookup`)
  }
  return { network: parseInvoice(made.bolt11).network, nodeKey: '' }
}

const PROBE = 'Satchel asks for the network'
const TOO_OLD: AskedIdentity = {
  refusal: { kind: 'setting_wrong', variable: ENDPOINT, detail: 'LNbits 1.4.0 or newer is needed' },
}

const refuse = ({ variable }: Secret, detail: string): AskedIdentity => ({
  refusal: { kind: 'credential_refused', variable, detail },
})

/** LNbits answers an unknown key with "wallet not found". */
const isRefusal = (answer: NodeAnswer): boolean =>
  answer.status === 401 || answer.status === 403 || (answer.status === 404 && isSaidByLnbits(answer))
