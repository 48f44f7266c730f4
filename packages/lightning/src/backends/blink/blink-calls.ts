import { type Static, type TSchema, Type } from 'typebox'
import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import type { NewestFirstPage } from '../../lists/newest-first.ts'
import type { NodeAnswer } from '../../net/node-http.ts'
import type { WatchedNodeHttp } from '../../net/open-node-http.ts'
import type { InvoiceRequest } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias } from '../../port/node-info.ts'
import { askGraphql, readReply, requireData } from './graphql.ts'
import { type DatedTransaction, memoOf, TRANSACTION, Transaction, toDated } from './transaction.ts'

/** The calls to Blink that are needed, with checked answers. All reject when the answer is unclear. */
export interface BlinkCalls {
  createInvoice(request: InvoiceRequest): Promise<{ readonly bolt11: string; readonly paymentHash: string }>
  /** Undefined = this wallet has no such invoice. */
  invoiceStatus(paymentHash: string): Promise<InvoiceStatus | undefined>
  /** All movements for a hash, out and in. */
  transactionsOf(paymentHash: string): Promise<Transaction[]>
  /** Movements of the wallet, newest first. */
  listTransactions(after: string | undefined): Promise<NewestFirstPage<DatedTransaction>>
  /** Answers when the payment is final, or within a minute. */
  pay(order: BlinkOrder): Promise<NodeAnswer>
  balanceSat(): Promise<number>
  info(): Promise<NodeInfo>
}

export interface BlinkOrder {
  readonly bolt11: string
  readonly amountSat: string | undefined
  readonly attemptId: string
}

export type InvoiceStatus = 'PAID' | 'PENDING' | 'EXPIRED'

const inWallet = <Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) =>
  Type.Object({ me: Type.Object({ defaultAccount: Type.Object({ walletById: Type.Object(fields) }) }) })

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Made = Type.Object({
  made: Type.Object({
    invoice: Type.Object({ paymentRequest: Type.String(), paymentHash: Hex32 }),
    errors: Type.Array(Type.Unknown(), { maxItems: 0 }),
  }),
})
const Invoice = inWallet({
  invoiceByPaymentHash: Type.Object({
    paymentStatus: Type.Union([Type.Literal('PAID'), Type.Literal('PENDING'), Type.Literal('EXPIRED')]),
  }),
})
const OfHash = inWallet({ transactionsByPaymentHash: Type.Array(Transaction) })
const Listed = inWallet({
  transactions: Type.Object({
    edges: Type.Array(Type.Object({ node: Transaction })),
    pageInfo: Type.Object({
      hasNextPage: Type.Boolean(),
      endCursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  }),
})
const Balance = inWallet({ balance: Type.Integer() })
const Named = Type.Object({
  me: Type.Object({ username: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
})

/** Blink itself gives up waiting after 45 s. */
const PAY_MS = 60_000
const PAGE = 100

/** `findWalletId` throws while the wallet is not known. */
export function createBlinkCalls(http: WatchedNodeHttp, findWalletId: () => string): BlinkCalls {
  const ask = async <Schema extends TSchema>(
    schema: Schema,
    document: string,
    variables: object = {},
  ): Promise<Static<Schema>> =>
    requireData(schema, await askGraphql(http, { document, variables: { walletId: findWalletId(), ...variables } }))
  return {
    async createInvoice(request) {
      const input = { recipientWalletId: findWalletId(), ...invoiceInput(request) }
      const { made } = requireData(Made, await askGraphql(http, { document: CREATE, variables: { input } }))
      return { bolt11: made.invoice.paymentRequest, paymentHash: made.invoice.paymentHash }
    },
    async invoiceStatus(paymentHash) {
      const variables = { walletId: findWalletId(), paymentHash }
      const answer = await askGraphql(http, { document: INVOICE, variables })
      const { codes = [] } = readReply(answer) ?? {}
      if (codes.length > 0 && codes.every((code) => NO_SUCH_INVOICE.has(code))) return undefined
      return requireData(Invoice, answer).me.defaultAccount.walletById.invoiceByPaymentHash.paymentStatus
    },
    transactionsOf: async (paymentHash) =>
      (await ask(OfHash, OF_HASH, { paymentHash })).me.defaultAccount.walletById.transactionsByPaymentHash,
    async listTransactions(after) {
      const { edges, pageInfo } = (await ask(Listed, LIST, { first: PAGE, after })).me.defaultAccount.walletById
        .transactions
      return {
        rows: edges.map(({ node }) => toDated(node)),
        next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
      }
    },
    pay({ bolt11, amountSat, attemptId }) {
      const input = { walletId: findWalletId(), paymentRequest: bolt11, memo: memoOf(attemptId) }
      return amountSat === undefined
        ? askGraphql(http, { document: PAY, variables: { input }, timeoutMs: PAY_MS })
        : askGraphql(http, {
            document: PAY_AMOUNT,
            variables: { input: { ...input, amount: Number(amountSat) } },
            timeoutMs: PAY_MS,
          })
    },
    balanceSat: async () => (await ask(Balance, BALANCE)).me.defaultAccount.walletById.balance,
    info: async () => ({ alias: toAlias(requireData(Named, await askGraphql(http, { document: NAME })).me.username) }),
  }
}

/** Blink's error codes for a hash without an invoice; Blink also uses the first for other payment errors. */
const NO_SUCH_INVOICE = new Set(['LIGHTNING_PAYMENT_ERROR', 'NOT_FOUND'])

const MAX_MINUTES = 24 * 60

/**
 * Blink takes minutes, at most a day: an invoice lasts up to a minute longer than requested, or shorter. A late payment
 * is still credited.
 */
function invoiceInput({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceRequest): object {
  const amountSat = wholeSats(amountMsat)
  if (amountSat === undefined) throw new Error('Blink makes invoices over whole satoshis only')
  return {
    amount: Number(amountSat),
    expiresIn: Math.min(Math.max(Math.ceil(expirySeconds / 60), 1), MAX_MINUTES),
    ...(descriptionHash === undefined ? { memo } : { descriptionHash }),
  }
}

const wallet = (field: string): string => `me { defaultAccount { walletById(walletId: $walletId) { ${field} } } }`

const CREATE = `mutation CreateInvoice($input: LnInvoiceCreateOnBehalfOfRecipientInput!) {
  made: lnInvoiceCreateOnBehalfOfRecipient(input: $input) {
    invoice { paymentRequest paymentHash }
    errors { message code }
  }
}`

const INVOICE = `query InvoiceStatus($walletId: WalletId!, $paymentHash: PaymentHash!) {
  ${wallet('invoiceByPaymentHash(paymentHash: $paymentHash) { paymentStatus }')}
}`

const OF_HASH = `query TransactionsOf($walletId: WalletId!, $paymentHash: PaymentHash!) {
  ${wallet(`transactionsByPaymentHash(paymentHash: $paymentHash) { ${TRANSACTION} }`)}
}`

const LIST = `query ListTransactions($walletId: WalletId!, $first: Int!, $after: String) {
  ${wallet(`transactions(first: $first, after: $after) {
    edges { node { ${TRANSACTION} } }
    pageInfo { hasNextPage endCursor }
  }`)}
}`

const BALANCE = `query Balance($walletId: WalletId!) { ${wallet('balance')} }`

const NAME = 'query AccountName { me { username } }'

const PAYMENT = '{ status errors { message code } }'

const PAY = `mutation PayInvoice($input: LnInvoicePaymentInput!) {
  payment: lnInvoicePaymentSend(input: $input) ${PAYMENT}
}`

const PAY_AMOUNT = `mutation PayInvoice($input: LnNoAmountInvoicePaymentInput!) {
  payment: lnNoAmountInvoicePaymentSend(input: $input) ${PAYMENT}
}`
