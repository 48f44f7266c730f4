import { FAILURE_WORDS } from '@satchel/lightning/port/failure-words'
import { expect, test } from 'vitest'
import { readFailure } from './failure-text.ts'

test.each(Object.entries(FAILURE_WORDS))('the code %s is shown as its sentence', (word, sentence) => {
  expect(readFailure(word)).toEqual({ failure: sentence, failureWord: word })
})

test.each([
  ['canceled', 'not_delivered'],
  ['error', 'not_delivered'],
  ['incorrect_payment_details', 'payee_refused'],
  ['insufficient_balance', 'node_cannot_send'],
  ['node_starting', 'node_not_ready'],
  ['paid_before_this_attempt', 'paid_before'],
  ['timeout', 'timed_out'],
  ['unauthorised', 'node_not_ready'],
] as const)('%s, as stored by versions before 0.15, is read as %s', (old, word) => {
  expect(readFailure(old)).toEqual({ failure: FAILURE_WORDS[word], failureWord: word })
})

test('a sentence of this service is shown unchanged, and has no code', () => {
  const failure = 'The service stopped before the payment was sent.'
  expect(readFailure(failure)).toEqual({ failure, failureWord: undefined })
})

test('a payment that has not failed has neither', () => {
  expect(readFailure(null)).toEqual({ failure: undefined, failureWord: undefined })
})
