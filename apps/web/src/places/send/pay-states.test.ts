import { expect, test } from 'vitest'
import { afterAnswer, PAY_STATES, type PayAnswer, type Paying, type PayState } from './pay-states.ts'

const STATES = Object.keys(PAY_STATES) as PayState[]

/** The payment after answers that came at these milliseconds. */
const after = (state: PayState, ...answers: readonly (readonly [at: number, event: PayAnswer['event']])[]): Paying =>
  answers.reduce<Paying>((paying, [at, event]) => afterAnswer(paying, { event }, at), { state })

test('every state is reached from new, and each can end as paid, failed and unpaid', () => {
  const reached = new Set<string>(['new'])
  for (const state of reached) for (const to of Object.values(PAY_STATES[state as PayState] ?? {})) reached.add(to)
  expect([...reached].toSorted()).toEqual([...STATES, 'failed', 'paid', 'unpaid'].toSorted())
  for (const state of ['sent', 'named'] as const)
    expect(Object.values(PAY_STATES[state])).toEqual(expect.arrayContaining(['paid', 'failed', 'unpaid']))
})

test('an ended payment and an unlisted event are errors', () => {
  for (const state of ['paid', 'failed', 'unpaid'] as const)
    expect(() => afterAnswer({ state }, { event: 'pending' }, 0)).toThrow(`no payment leaves ${state} by "pending"`)
  expect(() => after('new', [0, 'absent'])).toThrow('no payment leaves new by "absent"')
  expect(() => after('named', [0, 'rejected'])).toThrow()
})

test('missing answers never end a payment', () => {
  for (const state of STATES) {
    const answers = Array.from({ length: 100 }, (_, at) => [at * 10_000, 'unanswered'] as const)
    expect(after(state, ...answers).state).toBe(state === 'new' ? 'sent' : state)
  }
})

test('a payment is absent after two answers in a row that are three seconds apart', () => {
  expect(after('sent', [0, 'absent'], [2999, 'absent']).state).toBe('sent')
  expect(after('sent', [0, 'absent'], [3000, 'absent']).state).toBe('unpaid')
  expect(after('named', [0, 'absent'], [2000, 'pending'], [4000, 'absent'], [6999, 'absent']).state).toBe('named')
  expect(after('sent', [0, 'absent'], [9000, 'unanswered'], [9001, 'absent']).state).toBe('sent')
})

test('three orders in a row that the service answers with 5xx end as unpaid, with the error', () => {
  expect(after('new', [0, 'server error'], [1, 'server error']).state).toBe('sent')
  expect(after('new', [0, 'server error'], [1, 'server error'], [2, 'server error']).state).toBe('unpaid')
  const interrupted = [
    [0, 'server error'],
    [1, 'server error'],
    [2, 'unanswered'],
    [3, 'server error'],
  ] as const
  expect(after('new', ...interrupted).state).toBe('sent')
  const error = new Error('halted')
  expect(afterAnswer({ state: 'sent', serverErrors: 2 }, { event: 'server error', error }, 0).error).toBe(error)
})

test('a temporary rejection ends only a first order: an earlier one may still be carried out', () => {
  expect(after('new', [0, 'rejected for now']).state).toBe('unpaid')
  expect(after('new', [0, 'unanswered'], [1, 'rejected for now']).state).toBe('sent')
  expect(after('new', [0, 'unanswered'], [1, 'rejected']).state).toBe('failed')
})

test('the result of a payment has no error of an earlier order', () => {
  const named = afterAnswer({ state: 'sent', error: new Error('logged out') }, { event: 'named', checkingId: 'a' }, 0)
  expect(afterAnswer(named, { event: 'failed' }, 1)).toMatchObject({
    state: 'failed',
    checkingId: 'a',
    error: undefined,
  })
})
