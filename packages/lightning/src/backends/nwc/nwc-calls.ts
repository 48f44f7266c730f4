import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AskedIdentity } from '../../adapter-parts/learn-identity.ts'
import type { InvoiceRequest, PayOrder } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias, toHeight } from '../../port/node-info.ts'
import { metadataOf, NwcTransaction } from './nwc-transaction.ts'
import type { NwcReply, NwcWire } from './nwc-wire.ts'
import { NAME } from './read-nwc.ts'
import { type PolledPayment, readOutgoing } from './to-outcome.ts'

/** The NIP-47 methods that are needed, with checked answers. All reject when the answer is unclear. */
export interface NwcCalls {
  introduce(): Promise<AskedIdentity>
  createInvoice(request: Omit<InvoiceRequest, 'createdAt'>): Promise<MadeInvoice>
  /** Undefined = the wallet has no such payment. */
  incoming(paymentHash: string): Promise<NwcTransaction | undefined>
  /** Receipts since then, Unix seconds, newest first: by arrival with some wallets, with others by creation. */
  listPaid(page: { readonly from: number; readonly offset: number }): Promise<ListedPage>
  /** Orders, also unsettled ones, newest first: by the last change with some wallets. */
  listSent(page: { readonly from: number; readonly offset: number }): Promise<ListedPage>
  outgoing(paymentHash: string): Promise<DatedPoll>
  /** Answers when the payment is final, however long that takes. */
  payInvoice(order: Pick<PayOrder, 'bolt11' | 'amountMsat' | 'attemptId'>): Promise<NwcReply>
  balanceMsat(): Promise<number>
  info(): Promise<NodeInfo>
}

/** `at`: when the wallet answered, Unix seconds by its clock. */
export type DatedPoll = PolledPayment & { readonly at?: number | undefined }

export interface ListedPage {
  readonly payments: readonly NwcTransaction[]
  /** How many the wallet listed, unreadable ones included. */
  readonly size: number
}

export interface MadeInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  /** If the wallet reports it. */
  readonly preimage: string | undefined
}

const Info = Type.Object({
  network: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  methods: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
})
const Made = Type.Object({
  invoice: Type.String(),
  preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const List = Type.Object({ transactions: Type.Array(Type.Unknown()) })
const Balance = Type.Object({ balance: Type.Integer({ minimum: 0 }) })
const Details = Type.Object({ alias: Type.Optional(Type.Unknown()), block_height: Type.Optional(Type.Unknown()) })

const OPENING_MS = 2000
/** A held payment may take hours: after this time it is polled instead. */
const PAY_MS = 120_000
/** Wallets send fewer when they do not fit. */
const MAX_LISTED = 50

export function createNwcCalls(wire: NwcWire): NwcCalls {
  const demand = async <Schema extends TSchema>(
    schema: Schema,
    method: string,
    params: object,
  ): Promise<Static<Schema>> => fit(schema, await wire.ask(method, params))
  const list = async (wanted: object): Promise<ListedPage> => {
    const { transactions } = await demand(List, 'list_transactions', { ...wanted, limit: MAX_LISTED })
    // An entry that breaks the protocol must not hold back the others.
    const payments = transactions.filter((one) => Value.Check(NwcTransaction, one))
    return { payments, size: transactions.length }
  }
  const calls: NwcCalls = {
    introduce: () => introduce(wire, calls),
    async createInvoice({ amountMsat, memo, descriptionHash, expirySeconds }) {
      const { invoice, preimage } = await demand(Made, 'make_invoice', {
        amount: Number(amountMsat),
        expiry: expirySeconds,
        ...(descriptionHash === undefined ? { description: memo } : { description_hash: descriptionHash }),
      })
      return { bolt11: invoice, paymentHash: parseInvoice(invoice).paymentHash, preimage: preimage ?? undefined }
    },
    async incoming(paymentHash) {
      const reply = await wire.ask('lookup_invoice', { payment_hash: paymentHash })
      if ('error' in reply && reply.error.code === 'NOT_FOUND') return undefined
      const payment = fit(NwcTransaction, reply)
      if (payment.payment_hash !== paymentHash) throw new Error('the wallet shows another payment')
      return payment
    },
    listPaid: (page) => list({ ...page, unpaid: false, type: 'incoming' }),
    listSent: (page) => list({ ...page, unpaid: true, type: 'outgoing' }),
    async outgoing(paymentHash) {
      const reply = await wire.ask('lookup_invoice', { payment_hash: paymentHash })
      return { ...readOutgoing(reply, paymentHash), at: reply.at }
    },
    payInvoice({ bolt11, amountMsat, attemptId }) {
      const amount = amountMsat === undefined ? {} : { amount: Number(amountMsat) }
      return wire.ask('pay_invoice', { invoice: bolt11, ...amount, metadata: metadataOf(attemptId) }, PAY_MS)
    },
    balanceMsat: async () => (await demand(Balance, 'get_balance', {})).balance,
    async info() {
      const { alias, block_height: height } = await demand(Details, 'get_info', {})
      return { alias: toAlias(alias), height: toHeight(height) }
    },
  }
  return calls
}

function fit<Schema extends TSchema>(schema: Schema, reply: NwcReply): Static<Schema> {
  if ('error' in reply) throw new Error(`the wallet answered ${reply.error.code}`)
  if (!Value.Check(schema, reply.result)) throw new Error('the wallet answered with an undocumented answer')
  return reply.result
}

const NEEDED = ['pay_invoice', 'make_invoice', 'lookup_invoice', 'list_transactions', 'get_balance'] as const
const NETWORKS: Readonly<Record<string, string>> = {
  mainnet: 'bc',
  bitcoin: 'bc',
  testnet: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}

async function introduce(wire: NwcWire, calls: NwcCalls): Promise<AskedIdentity> {
  const reply = await wire.ask('get_info', {}, OPENING_MS)
  if ('error' in reply && reply.error.code === 'UNAUTHORIZED') return refuse('the wallet refuses this connection')
  if ('error' in reply && reply.error.code === 'RESTRICTED') return refuse('the connection does not allow get_info')
  const info = fit(Info, reply)
  const methods = info.methods ?? wire.announced() ?? []
  const missing = NEEDED.filter((method) => !methods.includes(method))
  if (missing.length > 0) return refuse(`the connection does not allow ${missing.join(', ')}`)
  // The node's key is not used: invoices of other users of that node are paid like any other.
  return { network: NETWORKS[info.network ?? ''] ?? (await askInvoice(calls)), nodeKey: '' }
}

const refuse = (detail: string): AskedIdentity => ({
  refusal: { kind: 'credential_refused', variable: NAME, detail },
})

/** Makes an invoice that is never shown, to learn the network of a wallet that does not report it. */
async function askInvoice(calls: NwcCalls): Promise<string> {
  const probe = { amountMsat: PROBE_MSAT, memo: 'Satchel asks for the network', expirySeconds: 60 }
  return parseInvoice((await calls.createInvoice(probe)).bolt11).network
}

const PROBE_MSAT = 1000n as InvoiceRequest['amountMsat']
