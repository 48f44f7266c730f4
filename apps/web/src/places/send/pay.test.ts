import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGlobals } from '../../../browser-globals.ts'
import { lastPayment } from '../../api/live.ts'
import type { ReadyDraft } from './draft.ts'
import { type PayService, pay } from './pay.ts'
import type { PayAnswer } from './pay-states.ts'

const network = new EventTarget()
useGlobals({ addEventListener: network.addEventListener.bind(network) })

const NOW = 1_800_000_000_000
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000
const SEEN = { pending: answer('pending'), success: answer('success'), failed: answer('failed') }

function answer(event: 'pending' | 'success' | 'failed', checking_id = 'id'): PayAnswer {
  return { event, payment: { status: event, details: { checking_id } } as never }
}

let keys = 0
const draftOf = (kind: 'invoice' | 'link', more: Partial<ReadyDraft> = {}): ReadyDraft => ({
  key: `key-${(keys += 1)}`,
  walletId: 'w',
  target: { kind, ...(kind === 'invoice' && { hash: 'hash' }) } as ReadyDraft['target'],
  amountMsat: 1000,
  sentAt: NOW,
  ...more,
})

/** A payment whose service gives these answers, in this order. */
function open(draft: ReadyDraft, isNew: boolean, answers: readonly (PayAnswer | Promise<PayAnswer>)[]) {
  const asked: string[] = []
  const named: string[] = []
  const left = new AbortController()
  const next = (request: string): Promise<PayAnswer> => {
    const given = answers[asked.length]
    asked.push(request)
    if (given === undefined) throw new Error(`no answer for ${request}`)
    return Promise.resolve(given)
  }
  const service: PayService = {
    order: ({ key }) => next(key === draft.key ? 'order' : `order ${key}`),
    findPayment: (_draft, id) => next(`find ${id}`),
    findInList: () => next('list'),
  }
  const end = pay(service, draft, isNew, (id) => named.push(id), left.signal)
  return { asked, named, end, leave: () => left.abort(new Error('left')) }
}

const NAMED: PayAnswer = { event: 'named', checkingId: 'id', action: null }
const ABSENT: PayAnswer = { event: 'absent' }
const UNANSWERED: PayAnswer = { event: 'unanswered' }

test('a new payment is ordered once, and polled by its id until it is paid', async () => {
  const { asked, named, end } = open(draftOf('invoice'), true, [NAMED, SEEN.pending, UNANSWERED, SEEN.success])
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['order', 'find id'])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(await end).toMatchObject({ state: 'paid', checkingId: 'id', payment: SEEN.success.payment })
  expect([asked, named]).toEqual([['order', 'find id', 'find id', 'find id'], ['id']])
})

test('a payment with an id is never ordered again, whatever the service answers', async () => {
  const draft = draftOf('link', { checkingId: 'id', sentAt: NOW })
  const { asked, end } = open(draft, false, [UNANSWERED, UNANSWERED, UNANSWERED, UNANSWERED, SEEN.failed])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([(await end).state, new Set(asked)]).toEqual(['failed', new Set(['find id'])])
})

test('an invoice without an answer after five seconds is looked up, and not ordered again while its order is in flight', async () => {
  const order = Promise.withResolvers<PayAnswer>()
  const { asked, end } = open(draftOf('invoice'), true, [order.promise, ABSENT, ABSENT, ABSENT, SEEN.success])
  await vi.advanceTimersByTimeAsync(4999)
  expect(asked).toEqual(['order'])
  await vi.advanceTimersByTimeAsync(1001)
  expect(asked).toEqual(['order', 'find hash'])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([(await end).state, asked]).toEqual(['paid', ['order', ...Array.from({ length: 4 }, () => 'find hash')]])
  order.resolve(NAMED)
})

test('an unknown order is repeated under its key for ten minutes, then counts as unpaid', async () => {
  const draft = draftOf('invoice', { sentAt: NOW - 10 * MINUTE_MS + 1 })
  const { asked, end } = open(draft, false, [ABSENT, UNANSWERED, ABSENT, ABSENT, ABSENT])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(await end).toMatchObject({ state: 'unpaid', error: undefined })
  expect(asked).toEqual(['find hash', 'order', 'find hash', 'find hash', 'find hash'])
})

test('an earlier failed attempt does not end a new one', async () => {
  const target = { kind: 'invoice', hash: 'hash', failedBefore: 'former' } as ReadyDraft['target']
  const answers = [answer('failed', 'former'), NAMED, SEEN.success]
  const { asked, end } = open(draftOf('invoice', { target }), false, answers)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([(await end).state, asked]).toEqual(['paid', ['find hash', 'order', 'find id']])
})

test('an LNURL payment is ordered again for ten minutes, and later searched in the list', async () => {
  const recent = open(draftOf('link'), false, [NAMED, SEEN.success])
  const old = open(draftOf('link', { sentAt: NOW - 10 * MINUTE_MS }), false, [NAMED, SEEN.success])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([(await recent.end).state, (await old.end).state]).toEqual(['paid', 'paid'])
  expect([recent.asked, old.asked]).toEqual([
    ['order', 'find id'],
    ['list', 'find id'],
  ])
})

test('a screen opened again waits for the order already in flight', async () => {
  const draft = draftOf('link')
  const order = Promise.withResolvers<PayAnswer>()
  const first = open(draft, true, [order.promise])
  const leaving = expect(first.end).rejects.toThrow('left')
  first.leave()
  const second = open({ ...draft, sentAt: NOW - 10 * MINUTE_MS }, false, [SEEN.success])
  order.resolve(NAMED)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await leaving
  expect([(await second.end).state, first.asked, second.asked]).toEqual(['paid', ['order'], ['find id']])
})

test('a payment event or a restored network ends the wait before the next poll', async () => {
  const { asked, leave, end } = open(draftOf('invoice', { checkingId: 'id' }), false, [
    SEEN.pending,
    SEEN.pending,
    SEEN.pending,
  ])
  await vi.advanceTimersByTimeAsync(1)
  lastPayment.set({ id: keys } as never)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(2)
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(3)
  const leaving = expect(end).rejects.toThrow('left')
  leave()
  await leaving
})
