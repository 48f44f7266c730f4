import type { FinalTruth, PayAnswer, PaymentPlan } from '../journal/journal-entry.ts'
import { type Attempt, settledAttempt } from '../journal/node-state.ts'
import type { PayStep, Step } from '../journal/step.ts'
import type { Book } from './decision.ts'
import { isClosed, stepAt, type TakenStep } from './take-step.ts'

/** Books the effect of a scripted step on an attempt: its plan, and its outcome if it is known already. */
export function playPayment(book: Book, attempt: Attempt, taken: TakenStep | undefined): void {
  let next = taken
  while (next?.step.do === 'barrier') {
    const { name = '' } = next.step
    if (isClosed(book.state, name)) {
      bookPlan(book, attempt, { answer: 'truth', barrier: { name, ...next.place } })
      return
    }
    next = stepAt(book, next.place)
  }
  if (next === undefined) {
    conclude(book, attempt, settles(book, attempt, 0))
    return
  }
  const { step } = next
  const { truth, ...rest } = PLANS[step.do as Exclude<PayStep, 'barrier'>](step, { book, attempt })
  const ms = step.ms ?? (step.do === 'contradict' ? CONTRADICTS_AFTER_MS : 0)
  const due = truth !== undefined && ms > 0 ? { at: book.now + ms, truth } : undefined
  bookPlan(book, attempt, { ...rest, due })
  if (truth !== undefined && due === undefined) conclude(book, attempt, truth)
}

/** Makes an outcome final, as far as the node can: it needs the balance, and pays a hash once. */
export function conclude(book: Book, attempt: Attempt, wanted: FinalTruth): void {
  const { hash, attemptId } = attempt
  book.append({ kind: 'truth', hash, attemptId, truth: possibleTruth(book, attempt, wanted) })
}

const CONTRADICTS_AFTER_MS = 1_000

interface Draft extends PaymentPlan {
  /** True after `ms`, or immediately. */
  readonly truth?: FinalTruth | undefined
}

interface Place {
  readonly book: Book
  readonly attempt: Attempt
}

type Plan = (step: Step, place: Place) => Draft

const honest: Plan = (step, { book, attempt }) => ({
  answer: 'truth',
  truth: settles(book, attempt, step.feeMsat ?? 0),
})

/** The answer is lost or nonsense, and the outcome stays open unless the step names it. */
const answered =
  (answer: PayAnswer): Plan =>
  (step, { book, attempt }) => ({ answer, truth: namedTruth(step, book, attempt) })

const PLANS: Readonly<Record<Exclude<PayStep, 'barrier'>, Plan>> = {
  settle: honest,
  slow: honest,
  needs_fee: honest,
  fail: (step) => ({ answer: 'truth', truth: fails(step) }),
  hang: answered('never'),
  throw: answered('lost'),
  unknown: (step, place) => ({ ...honest(step, place), answer: 'lost', unknownLookups: step.k ?? 1 }),
  timeout_then_settle: (step, place) => ({ ...honest(step, place), answer: 'lost' }),
  hang_then_fail: (step) => ({ answer: 'never', truth: fails(step) }),
  lie_fee: (step) => ({ answer: 'truth', truth: { status: 'settled', feeMsat: step.feeMsat ?? 0 } }),
  bad_preimage: answered('bad_preimage'),
  missing: answered('missing'),
  wrong_hash: answered('wrong_hash'),
  not_json: answered('not_json'),
  http500: answered('http500'),
  register_late: (step, { book, attempt }) => ({
    answer: 'lost',
    registeredAt: book.now + (step.ms ?? 0),
    truth: step.truth === undefined ? settles(book, attempt, step.feeMsat ?? 0) : namedTruth(step, book, attempt),
  }),
  contradict: (step, { book, attempt }) => ({
    answer: 'failed',
    saysFailed: step.code ?? 'no_route',
    truth: settles(book, attempt, step.feeMsat ?? 0),
  }),
}

function bookPlan(book: Book, { hash, attemptId }: Attempt, plan: PaymentPlan): void {
  book.append({ kind: 'plan', hash, attemptId, ...plan })
}

const fails = (step: Step): FinalTruth => ({ status: 'failed', code: step.code ?? 'no_route' })

function namedTruth(step: Step, book: Book, attempt: Attempt): FinalTruth | undefined {
  if (step.truth === 'settled') return settles(book, attempt, step.feeMsat ?? 0)
  return step.truth === 'failed' ? fails(step) : undefined
}

/** Only the makers of an invoice know its preimage; and no more than the fee limit is paid. */
function settles({ state }: Book, { hash, limitMsat }: Attempt, feeMsat: number): FinalTruth {
  if (!state.preimages.has(hash)) return { status: 'failed', code: 'no_route' }
  if (feeMsat > limitMsat) return { status: 'failed', code: 'fee_limit' }
  return { status: 'settled', feeMsat }
}

function possibleTruth({ state }: Book, attempt: Attempt, wanted: FinalTruth): FinalTruth {
  if (wanted.status === 'failed') return wanted
  if (!state.preimages.has(attempt.hash)) return { status: 'failed', code: 'no_route' }
  if (settledAttempt(state.payments.get(attempt.hash)) !== undefined) return { status: 'failed', code: 'already_paid' }
  const costs = BigInt(attempt.amountMsat) + BigInt(wanted.feeMsat)
  return costs > state.balanceMsat ? { status: 'failed', code: 'insufficient_balance' } : wanted
}
