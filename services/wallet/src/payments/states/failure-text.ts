import { FAILURE_WORDS, type FailureWord, isFailureWord } from '@satchel/lightning/port/failure-words'

/** Why a payment failed. */
export interface ReadFailure {
  /** A sentence for people. */
  readonly failure: string | undefined
  /** The node's part of the reasons, as a code; undefined = this service, or its operator, has ended it. */
  readonly failureWord: FailureWord | undefined
}

/** The stored value is a code, or a sentence of this service; versions before 0.15 stored the node's message. */
export function readFailure(stored: string | null): ReadFailure {
  const word = stored === null ? undefined : isFailureWord(stored) ? stored : OLD_WORDS.get(stored)
  return { failure: word === undefined ? (stored ?? undefined) : FAILURE_WORDS[word], failureWord: word }
}

/** LND's messages, as stored by versions before 0.15. */
const OLD_WORDS: ReadonlyMap<string, FailureWord> = new Map([
  ['canceled', 'not_delivered'],
  ['error', 'not_delivered'],
  ['incorrect_payment_details', 'payee_refused'],
  ['insufficient_balance', 'node_cannot_send'],
  ['node_starting', 'node_not_ready'],
  ['paid_before_this_attempt', 'paid_before'],
  ['timeout', 'timed_out'],
  ['unauthorised', 'node_not_ready'],
])
