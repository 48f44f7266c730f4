import { parseJson } from '@satchel/json/parse-json'
import { type Msat, msat } from '@satchel/money/units'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type Failure, type FailureWord, failureOf } from '../../port/failure-words.ts'
import type { PayOutcome } from '../../port/funding-source.ts'
import { Amount, btcToMsatCeil } from './btc-amount.ts'

const Id = Type.String({ minLength: 1 })
const Preimage = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** The price of a payment, and how long it is valid. A quote pays nothing. */
const Quote = Type.Object({
  paymentQuoteId: Id,
  totalAmount: Amount,
  validUntil: Type.Optional(Type.Union([Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' }), Type.Null()])),
})

/** A quote that was executed. */
export const Payment = Type.Object({
  paymentId: Id,
  state: Type.String(),
  /** The amount that leaves the account, with fees. */
  totalAmount: Type.Optional(Amount),
  lightning: Type.Optional(Type.Union([Type.Object({ preImage: Preimage }), Type.Null()])),
})
export type Payment = Static<typeof Payment>

const Trouble = Type.Object({
  data: Type.Object({
    code: Type.String(),
    message: Type.Optional(Type.String()),
    values: Type.Optional(Type.Union([Type.Object({ paymentId: Type.Optional(Type.String()) }), Type.Null()])),
  }),
})

export type QuoteAnswer =
  | { readonly says: 'quoted'; readonly quoteId: string; readonly totalMsat: Msat; readonly validUntilMs: number }
  | ({ readonly says: 'refused' | 'not_sent' } & Failure)
  /** This attempt already has a quote: the process that made it may have continued. */
  | { readonly says: 'unclear' }

/** Requesting a quote sends nothing: an error here means not sent, a rejection means failed. */
export function readQuoteAnswer(answer: NodeAnswer): QuoteAnswer {
  const quote = fit(Quote, answer, isSuccess)
  const totalMsat = quote && btcToMsatCeil(quote.totalAmount)
  if (quote !== undefined && totalMsat !== undefined) {
    const validUntilMs = Date.parse(quote.validUntil ?? '')
    return { says: 'quoted', quoteId: quote.paymentQuoteId, totalMsat, validUntilMs }
  }
  const trouble = fit(Trouble, answer, isClientError)
  if (trouble?.data.code === 'DUPLICATE_PAYMENT_QUOTE') return { says: 'unclear' }
  if (answer.status === 401 || answer.status === 403) return refusedKey
  if (isClientError(answer.status) && answer.status !== 429) {
    return { says: 'refused', ...refusalOf(trouble?.data) }
  }
  return { says: 'not_sent', reason: 'node_not_ready' }
}

const refusedKey = { says: 'not_sent', reason: 'node_not_ready' } as const

export type ExecuteAnswer =
  | { readonly says: 'executed'; readonly payment: Payment }
  /** The quote was executed before, as this payment. */
  | { readonly says: 'known'; readonly paymentId: string }
  | ({ readonly says: 'refused' | 'not_sent' } & Failure)
  | { readonly says: 'unclear' }

export function readExecuteAnswer(answer: NodeAnswer): ExecuteAnswer {
  if (answer.status === 401 || answer.status === 403) return refusedKey
  const payment = fit(Payment, answer, isSuccess)
  if (payment !== undefined) return { says: 'executed', payment }
  const trouble = fit(Trouble, answer, isClientError)
  const paymentId = trouble?.data.values?.paymentId
  if (trouble === undefined) return { says: 'unclear' }
  if (PROCESSED.has(trouble.data.code) && paymentId !== undefined) return { says: 'known', paymentId }
  return answer.status === 422 && REFUSED.has(trouble.data.code)
    ? { says: 'refused', ...refusalOf(trouble.data) }
    : { says: 'unclear' }
}

/** It became a payment. */
const PROCESSED = new Set(['LN_INVOICE_PROCESSED', 'PAYMENT_PROCESSED', 'PROCESSING_PAYMENT'])
/** Returned instead of a payment. */
const REFUSED = new Set([
  'AMOUNT_TOO_HIGH',
  'AMOUNT_TOO_LOW',
  'BALANCE_TOO_LOW',
  'INVALID_AMOUNT',
  'INVALID_LN_INVOICE',
  'INVALID_RECIPIENT',
  'INVALID_STATE_FOR_INVOICE_EXPIRED',
  'LN_ROUTE_NOT_FOUND',
  'PAYMENT_QUOTE_EXPIRED',
  'SELF_PAYMENT_NOT_ALLOWED',
  'TOO_MANY_TRANSACTIONS',
  'USER_CURRENCY_UNAVAILABLE',
])

/** The outcome by a payment's state; `preimage`: one that Strike showed before. */
export function toOutcome(payment: Payment, amountMsat: Msat, preimage?: string): PayOutcome {
  switch (payment.state) {
    case 'COMPLETED': {
      const totalMsat = payment.totalAmount && btcToMsatCeil(payment.totalAmount)
      if (totalMsat === undefined || totalMsat < amountMsat) return { status: 'pending' }
      // Without a preimage the payment is not proven: the code that books it raises an alarm.
      const proof = payment.lightning?.preImage ?? preimage ?? ''
      return { status: 'settled', feeMsat: msat(totalMsat - amountMsat), preimage: proof.toLowerCase() }
    }
    case 'FAILED':
      return { status: 'failed', reason: 'not_delivered' }
    default:
      return { status: 'pending' }
  }
}

const refusalOf = ({ code, message }: { code?: string; message?: string } = {}): Failure =>
  failureOf(WORDS.get(code) ?? 'invoice_refused', message)

const WORDS: ReadonlyMap<unknown, FailureWord> = new Map([
  ['BALANCE_TOO_LOW', 'node_cannot_send'],
  ['INVALID_STATE_FOR_INVOICE_EXPIRED', 'invoice_expired'],
  ['LN_ROUTE_NOT_FOUND', 'no_route'],
  ['PAYMENT_QUOTE_EXPIRED', 'timed_out'],
  ['TOO_MANY_TRANSACTIONS', 'node_not_ready'],
  ['USER_CURRENCY_UNAVAILABLE', 'node_not_ready'],
])

const isSuccess = (status: number): boolean => status === 200 || status === 201
const isClientError = (status: number): boolean => status >= 400 && status < 500

function fit<Schema extends TSchema>(
  schema: Schema,
  { status, text }: NodeAnswer,
  fits: (status: number) => boolean,
): Static<Schema> | undefined {
  if (!fits(status)) return undefined
  try {
    const body: unknown = parseJson(text)
    return Value.Check(schema, body) ? body : undefined
  } catch {
    return undefined
  }
}
