import type { LookupReply, OutgoingAsk } from '../journal/node-calls.ts'
import { type Attempt, attemptsOf, type NodeState, openAttemptOf, settledAttempt } from '../journal/node-state.ts'
import type { LookupStep } from '../journal/step.ts'
import type { Book, Decision } from './decision.ts'
import { isScripted, takeStep } from './take-step.ts'
import { wrongPreimage } from './wrong-preimage.ts'

/** Reports the real state of an attempt, unless a lie is scripted. */
export function decideLookup(book: Book, ask: OutgoingAsk): Decision<LookupReply> {
  const step = takeStep(book, 'lookup', ask.hash)?.step
  return LOOKUPS[(step?.do ?? 'truth') as LookupStep](book, ask, { feeMsat: step?.feeMsat ?? 0, code: step?.code })
}

/** Whether an answer may have to be journalled: a step is used up, or a "don't know" is counted. */
export const lookupIsScripted = (state: NodeState, { hash }: OutgoingAsk): boolean =>
  isScripted(state, 'lookup', hash) || attemptsOf(state.payments.get(hash)).some(leavesUnknown)

type Lookup = (
  book: Book,
  ask: OutgoingAsk,
  step: { readonly feeMsat: number; readonly code: string | undefined },
) => Decision<LookupReply>

const LOOKUPS: Readonly<Record<LookupStep, Lookup>> = {
  truth: lookUp,
  pending: () => ({ answer: { status: 'pending' } }),
  settled: ({ state }, { hash }, { feeMsat }) => {
    const truth = settledAttempt(state.payments.get(hash))?.truth
    const fee = truth?.status === 'settled' ? truth.feeMsat : feeMsat
    const preimage = state.preimages.get(hash) ?? wrongPreimage(`unknown preimage of ${hash}`)
    return { answer: { status: 'settled', feeMsat: fee, preimage } }
  },
  failed: (_book, { attemptId }, { code = 'no_route' }) => ({ answer: { status: 'failed', reason: code, attemptId } }),
  stale_failed: ({ state }, { hash, attemptId }, { code = 'no_route' }) => {
    const earlier = attemptsOf(state.payments.get(hash)).find((attempt) => attempt.attemptId !== attemptId)
    return { answer: { status: 'failed', reason: code, attemptId: earlier?.attemptId ?? `before-${attemptId}` } }
  },
  not_found: () => ({ answer: { status: 'not_found' } }),
  error: () => ({ rejects: 'Scripted: the lookup failed.' }),
  hang: () => ({ never: true }),
}

function lookUp(book: Book, { hash, attemptId }: OutgoingAsk): Decision<LookupReply> {
  const payment = book.state.payments.get(hash)
  const attempt = payment?.attempts.get(attemptId) ?? settledAttempt(payment) ?? openAttemptOf(payment)
  if (attempt === undefined) return { answer: { status: 'not_found' } }
  if (leavesUnknown(attempt)) {
    book.append({ kind: 'unknown-lookup', hash, attemptId: attempt.attemptId })
    return { rejects: 'Scripted: the node does not know.' }
  }
  const { truth, plan } = attempt
  if (truth?.status === 'settled') {
    return { answer: { status: 'settled', feeMsat: truth.feeMsat, preimage: book.state.preimages.get(hash) ?? '' } }
  }
  if ((plan.registeredAt ?? 0) > book.now) return { answer: { status: 'not_found' } }
  const reason = truth?.code ?? plan.saysFailed
  return reason === undefined
    ? { answer: { status: 'pending' } }
    : { answer: { status: 'failed', reason, attemptId: attempt.attemptId } }
}

const leavesUnknown = ({ plan }: Attempt): boolean => (plan.unknownLookups ?? 0) > 0
