import { expect, test } from 'vitest'
import { createOwnCalls } from './own-calls.ts'

const FIRST = { paymentHash: 'aa'.repeat(32), attemptId: 'first' }
const SECOND = { ...FIRST, attemptId: 'second' }
const OTHER = { paymentHash: 'bb'.repeat(32), attemptId: 'other' }

function openCalls() {
  let now = 1_000_000
  const calls = createOwnCalls(() => now)
  const advance = (seconds: number): void => {
    now += seconds * 1000
  }
  return { calls, advance }
}

test('no call may begin while another one for the hash is open or has no clear end', () => {
  const { calls } = openCalls()
  expect(calls.begin(FIRST)).toBe(true)
  expect(calls.begin(SECOND)).toBe(false)
  calls.end(FIRST, 'unknown')
  expect(calls.begin(SECOND)).toBe(false)
  expect(calls.at(SECOND)).toBe('under-way')
  expect(calls.begin(OTHER)).toBe(true)
  calls.end(OTHER, 'final')
  expect(calls.begin({ ...OTHER, attemptId: 'another' })).toBe(true)
})

test('a call whose connection broke blocks another one for ten seconds, not until the node has stopped trying', () => {
  const { calls, advance } = openCalls()
  calls.begin(FIRST)
  calls.end(FIRST, 'unknown')
  advance(9)
  expect([calls.at(FIRST), calls.begin(SECOND)]).toEqual(['under-way', false])
  advance(2)
  expect([calls.at(FIRST), calls.begin(SECOND)]).toEqual(['maybe', true])
  expect(calls.at(FIRST)).toBe('under-way')
})

test('a call without a clear end is over once the node must have stopped trying; an open one is not', () => {
  const { calls, advance } = openCalls()
  calls.begin(FIRST)
  calls.begin(OTHER)
  calls.end(FIRST, 'unknown')
  advance(119)
  expect(calls.at(FIRST)).toBe('maybe')
  advance(2)
  expect(calls.at(FIRST)).toBe('over')
  expect(calls.at(OTHER)).toBe('under-way')
})

test('a call that ended with an error is over once its last parts must be listed', () => {
  const { calls, advance } = openCalls()
  calls.begin(FIRST)
  advance(90)
  calls.end(FIRST, 'answered')
  advance(9)
  expect([calls.at(FIRST), calls.begin(SECOND)]).toEqual(['under-way', false])
  advance(2)
  expect([calls.at(FIRST), calls.begin(SECOND)]).toEqual(['over', true])
})

test('the attempt of another process counts as possibly running for the same time after it was first seen', () => {
  const { calls, advance } = openCalls()
  advance(3600)
  expect(calls.at(FIRST)).toBe('maybe')
  advance(119)
  expect(calls.at(FIRST)).toBe('maybe')
  advance(2)
  expect(calls.at(FIRST)).toBe('over')
})

test('the outcome of one attempt says nothing about the next one of the same hash', () => {
  const { calls } = openCalls()
  calls.begin(FIRST)
  calls.end(FIRST, 'final')
  expect(calls.at(FIRST)).toBe('over')
  expect(calls.at(SECOND)).toBe('maybe')
})

test('calls that are still queried are kept, however many there are', () => {
  const { calls, advance } = openCalls()
  calls.begin(FIRST)
  calls.end(FIRST, 'final')
  calls.at(OTHER)
  for (let count = 0; count < 5000; count += 1) {
    calls.begin({ paymentHash: String(count), attemptId: String(count) })
    advance(1)
    calls.at(FIRST)
    calls.at(OTHER)
  }
  expect([calls.at(FIRST), calls.at(OTHER), calls.at({ paymentHash: '7', attemptId: '7' })]).toEqual([
    'over',
    'over',
    'under-way',
  ])
})
