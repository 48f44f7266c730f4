import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { NodeAnswer } from '../../net/node-http.ts'
import type { OutgoingStatus } from '../../port/funding-source.ts'
import { type PayAnswer, readPayAnswer, type SentPart, toOutcome, toStatus } from './to-outcome.ts'

const PREIMAGE = 'ab'.repeat(32)
const ok = (body: unknown): NodeAnswer => ({ status: 200, text: JSON.stringify(body) })

test.each<[string, NodeAnswer, PayAnswer['says']]>([
  ['payment-sent with its preimage', ok({ type: 'payment-sent', paymentPreimage: PREIMAGE }), 'sent'],
  ['payment-sent without one', ok({ type: 'payment-sent', id: 'x' }), 'unclear'],
  ['payment-failed', ok({ type: 'payment-failed', id: 'x', failures: [] }), 'failed'],
  ['only an id', ok('11111111-1111-1111-1111-111111111111'), 'unclear'],
  ['another event', ok({ type: 'payment-relayed' }), 'unclear'],
  ['400 before there is an id', { status: 400, text: '{"error":"malformed"}' }, 'failed'],
  ['401: a refused credential', { status: 401, text: '' }, 'not_sent'],
  ['403: a refused credential', { status: 403, text: '' }, 'not_sent'],
  ['404', { status: 404, text: '' }, 'unclear'],
  ['408: its own time-out', { status: 408, text: '{"error":"request timed out"}' }, 'unclear'],
  ['500', { status: 500, text: '{"type":"payment-failed"}' }, 'unclear'],
  ['an empty body', { status: 200, text: '' }, 'unclear'],
  ['an empty object', ok({}), 'unclear'],
  ['half a body', { status: 200, text: '{"type":"payment-fai' }, 'unclear'],
])('payinvoice answers %s', (_name, answer, says) => {
  expect(readPayAnswer(answer).says).toBe(says)
})

const part = (status: SentPart['status'], more: Partial<SentPart> = {}): SentPart => ({
  id: 'part',
  parentId: 'parent',
  externalId: 'ours',
  status,
  ...more,
})
const sent = (feesPaid: number): SentPart['status'] => ({ type: 'sent', paymentPreimage: PREIMAGE, feesPaid })
const [PENDING, FAILED] = [{ type: 'pending' }, { type: 'failed' }] as const
const settled = (feeMsat: bigint): OutgoingStatus => ({ status: 'settled', feeMsat: msat(feeMsat), preimage: PREIMAGE })
const OTHER_ATTEMPT = { externalId: 'theirs', parentId: 'other' }

test.each<[string, SentPart[], OutgoingStatus | { status: string; attemptId?: string }]>([
  ['all parts sent: settled for the sum of their fees', [part(sent(5)), part(sent(7))], settled(12n)],
  ['parts sent after others had failed: settled', [part(FAILED), part(sent(5))], settled(5n)],
  ['any part pending: pending', [part(FAILED), part(PENDING), part(sent(5))], { status: 'pending' }],
  ['every part failed: failed, of our attempt', [part(FAILED), part(FAILED)], { status: 'failed', attemptId: 'ours' }],
  ['no part at all: not found', [], { status: 'not_found' }],
  ['only failed parts of an earlier attempt: not found', [part(FAILED, OTHER_ATTEMPT)], { status: 'not_found' }],
  [
    'failed parts of ours beside pending ones of another attempt: ours has failed',
    [part(FAILED), part(PENDING, OTHER_ATTEMPT)],
    { status: 'failed', attemptId: 'ours' },
  ],
  ['pending parts of another attempt and none of ours: pending', [part(PENDING, OTHER_ATTEMPT)], { status: 'pending' }],
  ['another attempt has paid, and none of ours: settled', [part(sent(9), OTHER_ATTEMPT)], settled(9n)],
  [
    'fees of another try under our label are not summed up',
    [part(sent(5)), part(sent(7), { parentId: 'other' })],
    settled(5n),
  ],
])('getsentinfo shows %s', (_name, parts, status) => {
  expect(toStatus(parts, { attemptId: 'ours' })).toMatchObject(status)
})

test('the answer of Eclair to a failed payment is never reported as a missing route', () => {
  expect(readPayAnswer(ok({ type: 'payment-failed', id: 'x', failures: [] }))).toMatchObject({
    reason: 'not_delivered',
  })
})

const NO_WAY: PayAnswer = { says: 'failed', reason: 'no_route' }
const GIVEN_UP: OutgoingStatus = { status: 'failed', reason: 'not_delivered', attemptId: 'ours' }

test.each<[string, PayAnswer, OutgoingStatus | undefined, string]>([
  ['sent, and its parts show it', { says: 'sent' }, settled(1n), 'settled'],
  ['sent, and the lookup of the fee fails', { says: 'sent' }, undefined, 'pending'],
  ['failed, as its parts show', NO_WAY, GIVEN_UP, 'failed'],
  ['failed without a part', NO_WAY, { status: 'not_found' }, 'failed'],
  ['failed, and a part is pending', NO_WAY, { status: 'pending' }, 'pending'],
  ['failed, and the node cannot be asked', NO_WAY, undefined, 'pending'],
  ['unclear, and all parts have failed', { says: 'unclear' }, GIVEN_UP, 'pending'],
  ['unclear, and there is no part', { says: 'unclear' }, { status: 'not_found' }, 'pending'],
  ['refused', { says: 'not_sent', reason: 'node_not_ready' }, undefined, 'not_sent'],
])('%s: the outcome', (_name, answer, poll, status) => {
  expect(toOutcome(answer, poll).status).toBe(status)
})
