import { parseJson } from '@satchel/json/parse-json'
import { sat, satToMsat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type Failure, type FailureWord, failureOf } from '../../port/failure-words.ts'
import type { PayOutcome } from '../../port/funding-source.ts'

const MAX_SAT = Math.floor(Number.MAX_SAFE_INTEGER / 1000)

/** OpenNode's name for a Lightning payment. */
export const Withdrawal = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  /** Satoshis; which sign it has differs from place to place. */
  fee: Type.Optional(Type.Union([Type.Integer({ minimum: -MAX_SAT, maximum: MAX_SAT }), Type.Null()])),
  /** The invoice that is paid. */
  reference: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Unix seconds, or a date; nothing depends on it. */
  processed_at: Type.Optional(Type.Unknown()),
  /** Satoshis. */
  amount: Type.Optional(Type.Unknown()),
  /** Our attempt id, where OpenNode returns it. */
  custom_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  error: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Not documented, and the only proof there could be. */
  preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
export type Withdrawal = Static<typeof Withdrawal>

/** Failures that OpenNode documents; anything else that goes wrong there is no failure of the payment. */
const FAILURES: Readonly<Record<string, FailureWord>> = {
  timeout: 'timed_out',
  no_route: 'no_route',
  incorrect_payment_details: 'payee_refused',
}

/** The payment's outcome by the state of its withdrawal; an unknown state counts as pending. */
export function toOutcome({ status, fee, error, preimage }: Withdrawal): PayOutcome {
  switch (status) {
    case 'confirmed':
    case 'paid':
      if (fee === undefined || fee === null) return { status: 'pending' }
      // Without a preimage the payment is not proven: the code that books it raises an alarm.
      return { status: 'settled', feeMsat: satToMsat(sat(Math.abs(fee))), preimage: preimage ?? '' }
    case 'failed':
      return { status: 'failed', ...failureOf(FAILURES[error ?? ''] ?? 'not_delivered', error) }
    case 'error': {
      const reason = FAILURES[error ?? '']
      return reason === undefined ? { status: 'pending' } : { status: 'failed', ...failureOf(reason, error) }
    }
    default:
      return { status: 'pending' }
  }
}

/** The outcome in the answer to an order. */
export type OrderAnswer =
  | { readonly says: 'taken'; readonly withdrawal: Withdrawal }
  | ({ readonly says: 'refused' | 'not_sent' } & Failure)
  | { readonly says: 'unclear' }

const Taken = Type.Object({ data: Withdrawal })
const Refused = Type.Object({ message: Type.String() })

export function readOrderAnswer({ status, text }: NodeAnswer): OrderAnswer {
  if (status === 401 || status === 403) {
    return { says: 'not_sent', reason: 'node_not_ready' }
  }
  const body = readJson(text)
  if ((status === 200 || status === 201) && Value.Check(Taken, body)) return { says: 'taken', withdrawal: body.data }
  // A bad invoice, or too little balance: rejected before there is a withdrawal.
  if ((status === 400 || status === 422) && Value.Check(Refused, body)) {
    return { says: 'refused', ...failureOf('invoice_refused', body.message) }
  }
  return { says: 'unclear' }
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
