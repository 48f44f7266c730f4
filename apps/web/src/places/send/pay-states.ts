import type { AnswerOf } from '../../api/routes.ts'

export type SeenPayment = AnswerOf<'GET /api/v1/payments/{checking_id}'>
export type SuccessAction = AnswerOf<'POST /api/v1/payments/lnurl'>['success_action']

/** `sent`: the order may have been carried out. `named`: the service has given it the id of a payment. */
export type PayState = 'new' | 'sent' | 'named'
/** After `failed` a retry is another payment, with another key. After `unpaid` it keeps the key, and both count once. */
export type PayEnd = 'paid' | 'failed' | 'unpaid'

/** Every change of state. An event that a state does not list cannot occur in it. */
export const PAY_STATES = {
  new: { named: 'named', rejected: 'failed', 'rejected for now': 'unpaid', unanswered: 'sent', 'server error': 'sent' },
  sent: {
    named: 'named',
    rejected: 'failed',
    // An earlier order may still be carried out.
    'rejected for now': 'sent',
    unanswered: 'sent',
    'server error': 'sent',
    'server error again': 'unpaid',
    pending: 'sent',
    success: 'paid',
    failed: 'failed',
    absent: 'sent',
    'absent again': 'unpaid',
  },
  named: {
    unanswered: 'named',
    pending: 'named',
    success: 'paid',
    failed: 'failed',
    absent: 'named',
    'absent again': 'unpaid',
  },
} as const satisfies Readonly<Record<PayState, Readonly<Record<string, PayState | PayEnd>>>>

const NEXT: Readonly<Record<string, Readonly<Record<string, PayState | PayEnd>>>> = PAY_STATES

type PayEvent = { [State in PayState]: keyof (typeof PAY_STATES)[State] }[PayState]

/** What one request has found. */
export interface PayAnswer {
  readonly event: Exclude<PayEvent, `${string} again`>
  readonly checkingId?: string
  readonly action?: SuccessAction
  readonly payment?: SeenPayment
  /** Why it was not ordered. */
  readonly error?: unknown
}

/** All that is known of a payment. */
export interface Paying extends Omit<PayAnswer, 'event'> {
  readonly state: PayState | PayEnd
  /** Unix milliseconds of the first answer in a row that did not know it. */
  readonly absentSince?: number | undefined
  /** Answers with 5xx in a row. */
  readonly serverErrors?: number
}

/** A payment is absent when two answers, so far apart and long after the last order, do not know it. */
const ABSENT_TWICE_MS = 3000
const MAX_SERVER_ERRORS = 3

/** What is known after an answer that came at `now`. */
export function afterAnswer(before: Paying, { event, ...found }: PayAnswer, now: number): Paying {
  const absentSince = event === 'absent' ? (before.absentSince ?? now) : undefined
  const serverErrors = event === 'server error' ? (before.serverErrors ?? 0) + 1 : 0
  const isAgain = now - (absentSince ?? now) >= ABSENT_TWICE_MS || serverErrors >= MAX_SERVER_ERRORS
  const moved = isAgain ? `${event} again` : event
  const state = NEXT[before.state]?.[moved]
  if (state === undefined) throw new Error(`no payment leaves ${before.state} by "${moved}"`)
  return { ...before, error: undefined, ...found, state, absentSince, serverErrors }
}
