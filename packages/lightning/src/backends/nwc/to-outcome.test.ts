import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { NwcReply } from './nwc-wire.ts'
import {
  isOwnFailure,
  markOf,
  type PayAnswer,
  type PolledPayment,
  readOutgoing,
  readPayAnswer,
  toOutcome,
} from './to-outcome.ts'

const HASH = 'cd'.repeat(32)
const PREIMAGE = 'ab'.repeat(32)
const error = (code: string): NwcReply => ({ error: { code, message: 'why' } })

test.each<[string, NwcReply, PayAnswer]>([
  [
    'a preimage and the fee: sent, and all is known',
    { result: { preimage: PREIMAGE, fees_paid: 300 } },
    { says: 'sent', preimage: PREIMAGE, feeMsat: msat(300n) },
  ],
  [
    'a preimage without the fee: sent, and what it cost is not nothing',
    { result: { preimage: PREIMAGE } },
    { says: 'sent', preimage: PREIMAGE, feeMsat: undefined },
  ],
  [
    'a preimage and a fee of null: the same',
    { result: { preimage: PREIMAGE, fees_paid: null } },
    { says: 'sent', preimage: PREIMAGE, feeMsat: undefined },
  ],
  ['no preimage', { result: {} }, { says: 'unclear' }],
  ['a preimage that is none', { result: { preimage: 'ab', fees_paid: 1 } }, { says: 'unclear' }],
  ['a fee below nothing', { result: { preimage: PREIMAGE, fees_paid: -1 } }, { says: 'unclear' }],
  ['PAYMENT_FAILED', error('PAYMENT_FAILED'), { says: 'failed', reason: 'not_delivered', nodeAnswer: 'why' }],
  ['INTERNAL', error('INTERNAL'), { says: 'unclear' }],
  ['OTHER', error('OTHER'), { says: 'unclear' }],
  ['NOT_FOUND', error('NOT_FOUND'), { says: 'unclear' }],
  ['an unknown code', error('WHATEVER'), { says: 'unclear' }],
])('pay_invoice is answered with %s', (_name, reply, answer) => {
  expect(readPayAnswer(reply)).toEqual(answer)
})

test.each([
  ['INSUFFICIENT_BALANCE', 'node_cannot_send'],
  ['QUOTA_EXCEEDED', 'node_cannot_send'],
  ['RESTRICTED', 'node_not_ready'],
  ['UNAUTHORIZED', 'node_not_ready'],
  ['NOT_IMPLEMENTED', 'node_not_ready'],
  ['UNSUPPORTED_ENCRYPTION', 'node_not_ready'],
  ['RATE_LIMITED', 'node_not_ready'],
])('%s is a rejection before anything is sent: %s', (code, reason) => {
  expect(readPayAnswer(error(code))).toEqual({ says: 'refused', reason, nodeAnswer: 'why' })
})

const PAYMENT = { type: 'outgoing', state: 'settled', payment_hash: HASH, amount: 50_000, created_at: 7 }
const shows = (more: object): NwcReply => ({ result: { ...PAYMENT, ...more } })
const PENDING: PolledPayment = { status: 'pending', madeMs: 7000 }
const settled: PolledPayment = { status: 'settled', feeMsat: msat(300n), preimage: PREIMAGE }

test.each<[string, NwcReply, PolledPayment]>([
  ['settled with its fee', shows({ preimage: PREIMAGE, fees_paid: 300 }), settled],
  ['settled, and its fee is not known yet: pending', shows({ preimage: PREIMAGE }), PENDING],
  ['settled without a preimage: unproven', shows({ fees_paid: 300 }), { ...settled, preimage: '' }],
  [
    'no state, but when it settled',
    shows({ state: undefined, settled_at: 9, preimage: PREIMAGE, fees_paid: 300 }),
    settled,
  ],
  ['no state at all: pending', shows({ state: null, settled_at: null }), PENDING],
  ['failed', shows({ state: 'failed' }), { status: 'failed', madeMs: 7000 }],
  [
    'failed, with the id of its attempt',
    shows({ state: 'failed', metadata: { satchel: 'one', more: 1 } }),
    { status: 'failed', madeMs: 7000, attemptId: 'one' },
  ],
  ['pending', shows({ state: 'pending' }), PENDING],
  ['accepted: pending', shows({ state: 'accepted' }), PENDING],
  ['expired, which proves nothing: pending', shows({ state: 'expired' }), PENDING],
  ['an invoice of the wallet itself: nothing was sent', shows({ type: 'incoming' }), { status: 'not_found' }],
  ['NOT_FOUND', error('NOT_FOUND'), { status: 'not_found' }],
])('lookup_invoice shows %s', (_name, reply, poll) => {
  expect(readOutgoing(reply, HASH)).toEqual(poll)
})

test.each<[string, NwcReply]>([
  ['another payment', shows({ state: 'failed', payment_hash: PREIMAGE })],
  ['an empty object', { result: {} }],
  ['INTERNAL', error('INTERNAL')],
  ['RATE_LIMITED', error('RATE_LIMITED')],
])('lookup_invoice that is answered with %s changes nothing', (_name, reply) => {
  expect(() => readOutgoing(reply, HASH)).toThrow()
})

const SENT: PayAnswer = { says: 'sent', preimage: PREIMAGE, feeMsat: msat(300n) }
const UNPRICED: PayAnswer = { ...SENT, feeMsat: undefined }
const FAILED: PayAnswer = { says: 'failed', reason: 'no_route' }
const REFUSED: PayAnswer = { says: 'refused', reason: 'node_cannot_send' }
const UNCLEAR: PayAnswer = { says: 'unclear' }
const GIVEN_UP: PolledPayment = { status: 'failed', madeMs: 7000 }
const NOT_FOUND = { status: 'not_found' } as const

test.each<[string, PayAnswer, PolledPayment | undefined, string]>([
  ['sent with its fee', SENT, undefined, 'settled'],
  ['sent without its fee, which the look-up tells', UNPRICED, settled, 'settled'],
  ['sent without its fee, while the look-up says pending', UNPRICED, PENDING, 'pending'],
  ['sent without its fee, and the lookup fails', UNPRICED, undefined, 'pending'],
  ['failed, as the look-up shows', FAILED, GIVEN_UP, 'failed'],
  ['failed, and the wallet knows nothing of it', FAILED, NOT_FOUND, 'pending'],
  ['failed, and it is pending', FAILED, PENDING, 'pending'],
  ['failed, and it was paid', FAILED, settled, 'settled'],
  ['failed, and the lookup fails', FAILED, undefined, 'pending'],
  ['refused, and the wallet knows nothing of it', REFUSED, NOT_FOUND, 'failed'],
  ['refused, and an earlier attempt had failed', REFUSED, GIVEN_UP, 'failed'],
  ['refused, while a copy of the request is being paid', REFUSED, PENDING, 'pending'],
  ['refused, after a copy of the request was paid', REFUSED, settled, 'settled'],
  ['refused, and the lookup fails', REFUSED, undefined, 'pending'],
  ['unclear, and the look-up shows a failure', UNCLEAR, GIVEN_UP, 'failed'],
  ['unclear, and the wallet knows nothing of it', UNCLEAR, NOT_FOUND, 'pending'],
  ['unclear, and the lookup fails', UNCLEAR, undefined, 'pending'],
])('%s: the outcome', (_name, answer, poll, status) => {
  expect(toOutcome(answer, poll, true).status).toBe(status)
})

test('an unclear answer is not a failure when only an earlier attempt has failed', () => {
  expect(toOutcome(UNCLEAR, GIVEN_UP, false)).toEqual({ status: 'pending' })
})

test.each([
  ['its id is shown', { attemptId: 'one' }, '7000', true],
  ['the id of another attempt is shown', { attemptId: 'two' }, '6000', false],
  ['no id is shown, and it was not there before', {}, 'none', true],
  ['no id is shown, and an older one was there before', {}, '6000', true],
  ['no id is shown, and it was there before', {}, '7000', false],
  ['no id is shown, and what was there before is not known', {}, undefined, false],
])('a failure belongs to this attempt or not: %s', (_name, shown, mark, isOwn) => {
  expect(isOwnFailure({ madeMs: 7000, ...shown }, { attemptId: 'one', mark })).toBe(isOwn)
})

test('the mark of a hash is the time of its last known payment', () => {
  expect([NOT_FOUND, PENDING, GIVEN_UP].map(markOf)).toEqual(['none', '7000', '7000'])
})
