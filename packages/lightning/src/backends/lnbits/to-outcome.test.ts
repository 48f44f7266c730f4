import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type PayAnswer, type PolledPayment, readOutgoing, readPayAnswer, toOutcome } from './to-outcome.ts'

const HASH = 'cd'.repeat(32)
const PREIMAGE = 'ab'.repeat(32)
const body = (status: number, value: unknown): NodeAnswer => ({ status, text: JSON.stringify(value) })
const ROW = {
  payment_hash: HASH,
  bolt11: 'lnbcrt1',
  amount: -50_000,
  fee: -4321,
  status: 'pending',
  updated_at: '2026-03-20T10:41:02.123456+00:00',
}

const SOME_TIME = expect.any(Number) as number

test.each<[string, NodeAnswer, PayAnswer['says']]>([
  ['201 with the payment', body(201, { ...ROW, status: 'success' }), 'sent'],
  ['201 with a payment that is pending', body(201, ROW), 'sent'],
  ['only hash and checking id, as older servers do', body(201, { payment_hash: HASH, checking_id: HASH }), 'sent'],
  ['200 instead of 201', body(200, ROW), 'sent'],
  ['201 with a payment that has failed before', body(201, { ...ROW, status: 'failed' }), 'failed'],
  ['520 that says failed', body(520, { detail: 'no route', status: 'failed' }), 'failed'],
  ['520 that says pending', body(520, { detail: 'still pending', status: 'pending' }), 'unclear'],
  ['520 that says success', body(520, { detail: 'already paid', status: 'success' }), 'unclear'],
  ['520 of a proxy', { status: 520, text: '<html>' }, 'unclear'],
  ['400: no invoice it pays', body(400, { detail: 'Bolt11 decoding failed.' }), 'failed'],
  ['422: no order it reads', body(422, { detail: [{ loc: ['body'], msg: 'x' }] }), 'failed'],
  ['429: too many', body(429, { detail: 'Too many requests' }), 'failed'],
  ['401: a refused key', body(401, { detail: 'x' }), 'not_sent'],
  ['403: a refused key', body(403, { detail: 'x' }), 'not_sent'],
  ['404 of a proxy', { status: 404, text: '<html>' }, 'unclear'],
  ['408', body(408, { detail: 'x' }), 'unclear'],
  ['500', body(500, { detail: 'Unexpected error!', status: 'failed' }), 'unclear'],
  ['502 of a proxy', { status: 502, text: '<html>' }, 'unclear'],
  ['an empty body', { status: 201, text: '' }, 'unclear'],
  ['an empty object', body(201, {}), 'unclear'],
  ['half a body', { status: 201, text: '{"payment_hash":"c' }, 'unclear'],
])('an order is answered with %s', (_name, answer, says) => {
  expect(readPayAnswer(answer).says).toBe(says)
})

const PENDING: PolledPayment = { status: 'pending', attemptId: '', madeMs: SOME_TIME }
const settled: PolledPayment = { status: 'settled', feeMsat: msat(4321n), preimage: PREIMAGE }

test.each<[string, NodeAnswer, PolledPayment]>([
  [
    'paid: settled with its fee, whatever its sign',
    body(200, { paid: true, preimage: PREIMAGE, details: { ...ROW, status: 'success' } }),
    settled,
  ],
  [
    'a success in its details: settled',
    body(200, { paid: false, preimage: PREIMAGE, details: { ...ROW, fee: 4321, status: 'success' } }),
    settled,
  ],
  [
    'paid without a preimage: settled, and unproven',
    body(200, { paid: true, preimage: null, details: { ...ROW, status: 'success' } }),
    { ...settled, preimage: '' },
  ],
  [
    'a failure: failed, of no attempt of ours',
    body(200, { paid: false, status: 'failed', details: { ...ROW, status: 'failed' } }),
    { status: 'failed', attemptId: '', madeMs: SOME_TIME },
  ],
  [
    'a failure whose row carries our id: failed, of that attempt',
    body(200, { paid: false, details: { ...ROW, status: 'failed', extra: { satchel: 'one', other: 1 } } }),
    { status: 'failed', attemptId: 'one', madeMs: SOME_TIME },
  ],
  [
    'a failure whose row carries something else: of no attempt of ours',
    body(200, { paid: false, details: { ...ROW, status: 'failed', extra: { satchel: 7 } } }),
    { status: 'failed', attemptId: '', madeMs: SOME_TIME },
  ],
  [
    'a failure that only the details show: failed',
    body(200, { paid: false, details: { ...ROW, status: 'failed', updated_at: '2026-03-20T10:41:02.123' } }),
    { status: 'failed', attemptId: '', madeMs: SOME_TIME },
  ],
  [
    'a failure that its node does not confirm: pending',
    body(200, { paid: false, status: 'pending', details: { ...ROW, status: 'failed' } }),
    PENDING,
  ],
  ['a failure above a pending row: pending', body(200, { paid: false, status: 'failed', details: ROW }), PENDING],
  ['a pending one: pending', body(200, { paid: false, status: 'pending', details: ROW }), PENDING],
  ['a state it has never had: pending', body(200, { paid: false, details: { ...ROW, status: 'x' } }), PENDING],
  [
    'one that was received: nothing was sent for this hash',
    body(200, { paid: true, preimage: PREIMAGE, details: { ...ROW, amount: 50_000, status: 'success' } }),
    { status: 'not_found' },
  ],
  ['404 of LNbits: not found', body(404, { detail: 'Payment does not exist.' }), { status: 'not_found' }],
])('a look-up shows %s', (_name, answer, poll) => {
  expect(readOutgoing(answer, HASH)).toEqual(poll)
})

test.each<[string, NodeAnswer]>([
  ['no details, as for the payment of another wallet', body(200, { paid: true, preimage: PREIMAGE })],
  ['another payment', body(200, { paid: false, details: { ...ROW, payment_hash: PREIMAGE, status: 'failed' } })],
  ['404 of a proxy', { status: 404, text: '<html>not found</html>' }],
  ['an empty object', body(200, {})],
  ['half a body', { status: 200, text: '{"paid":fal' }],
  ['500', body(500, { detail: 'x' })],
  ['401', body(401, { detail: 'x' })],
])('a look-up that is answered with %s changes nothing', (_name, answer) => {
  expect(() => readOutgoing(answer, HASH)).toThrow()
})

const REFUSED: PayAnswer = { says: 'failed', reason: 'no_route' }
const GIVEN_UP: PolledPayment = { status: 'failed', attemptId: '', madeMs: 0 }

test.each<[string, PayAnswer, PolledPayment | undefined, string]>([
  ['sent, and its row shows it', { says: 'sent' }, settled, 'settled'],
  ['sent, and its row is pending', { says: 'sent' }, PENDING, 'pending'],
  ['sent, and the lookup fails', { says: 'sent' }, undefined, 'pending'],
  ['sent, and there is no row', { says: 'sent' }, { status: 'not_found' }, 'pending'],
  ['failed, as its row shows', REFUSED, GIVEN_UP, 'failed'],
  ['failed before there was a row', REFUSED, { status: 'not_found' }, 'failed'],
  ['failed, and its row is pending', REFUSED, PENDING, 'pending'],
  ['failed, and its row shows that it was paid', REFUSED, settled, 'settled'],
  ['failed, and the lookup fails', REFUSED, undefined, 'pending'],
  ['unclear, and there is no row', { says: 'unclear' }, { status: 'not_found' }, 'pending'],
  ['unclear, and the row shows a failure', { says: 'unclear' }, GIVEN_UP, 'pending'],
  ['refused', { says: 'not_sent', reason: 'node_not_ready' }, undefined, 'not_sent'],
])('%s: the outcome', (_name, answer, poll, status) => {
  expect(toOutcome(answer, poll).status).toBe(status)
})
