import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { NodeAnswer } from '../../net/node-http.ts'
import type { PolledPayment } from '../../paying/pay-by-hash.ts'
import { type PayAnswer, readOutgoing, readPayAnswer, toOutcome, toPolled } from './to-outcome.ts'

const PREIMAGE = 'ab'.repeat(32)
const SENT = { recipientAmountSat: 100, routingFeeSat: 4, paymentId: 'id', paymentHash: 'cd'.repeat(32) }
const ok = (body: unknown): NodeAnswer => ({ status: 200, text: JSON.stringify(body) })

test.each<[string, NodeAnswer, PayAnswer['says']]>([
  ['a preimage', ok({ ...SENT, paymentPreimage: PREIMAGE }), 'sent'],
  ['a success without a preimage', ok(SENT), 'unclear'],
  ['a preimage that is none', ok({ ...SENT, paymentPreimage: 'ab' }), 'unclear'],
  ['200 payment_failed', ok({ type: 'payment_failed', paymentHash: 'cd', reason: 'no route' }), 'failed'],
  ['a failure without its type, as phoenixd 0.8 sends it', ok({ paymentHash: 'cd', reason: 'no route' }), 'failed'],
  ['a failure together with a preimage', ok({ type: 'x', reason: 'no', paymentPreimage: 'ab' }), 'unclear'],
  ['400: not read as an order', { status: 400, text: 'parameter invoice' }, 'failed'],
  ['401: a refused credential', { status: 401, text: '' }, 'not_sent'],
  ['403: a refused credential', { status: 403, text: '' }, 'not_sent'],
  ['404', { status: 404, text: 'Unknown endpoint' }, 'unclear'],
  ['408', { status: 408, text: '' }, 'unclear'],
  ['500', { status: 500, text: '{"reason":"no route"}' }, 'unclear'],
  ['502 of a proxy', { status: 502, text: '<html>' }, 'unclear'],
  ['an empty body', { status: 200, text: '' }, 'unclear'],
  ['an empty object', ok({}), 'unclear'],
  ['half a body', { status: 200, text: '{"reason":"no r' }, 'unclear'],
])('payinvoice answers %s', (_name, answer, says) => {
  expect(readPayAnswer(answer).says).toBe(says)
})

const PAYMENT = { paymentId: 'one', isPaid: false, fees: 0, createdAt: 1 }

test.each<[string, NodeAnswer, PolledPayment]>([
  [
    'a success: settled with the fee in millisatoshis',
    ok({ ...PAYMENT, isPaid: true, fees: 4321, preimage: PREIMAGE, completedAt: 2 }),
    { status: 'settled', feeMsat: msat(4321n), preimage: PREIMAGE },
  ],
  ['neither paid nor complete: pending', ok(PAYMENT), { status: 'pending' }],
  ['neither, with nulls: pending', ok({ ...PAYMENT, preimage: null, completedAt: null }), { status: 'pending' }],
  ['complete and not paid: failed', ok({ ...PAYMENT, completedAt: 2 }), { status: 'failed', mark: 'one', atMs: 1 }],
  ['404: not found', { status: 404, text: 'Not found' }, { status: 'not_found' }],
])('outgoingbyhash shows %s', (_name, answer, poll) => {
  expect(toPolled(readOutgoing(answer))).toEqual(poll)
})

test.each<[string, NodeAnswer]>([
  ['a success without its preimage', ok({ ...PAYMENT, isPaid: true, completedAt: 2 })],
  ['a success without its fee', ok({ ...PAYMENT, isPaid: true, preimage: PREIMAGE, fees: undefined })],
  ['an empty object', ok({})],
  ['half a body', { status: 200, text: '{"isPaid":fal' }],
  ['500', { status: 500, text: '' }],
  ['401', { status: 401, text: '' }],
])('outgoingbyhash that answers %s changes nothing', (_name, answer) => {
  expect(() => toPolled(readOutgoing(answer))).toThrow()
})

const SETTLED: PolledPayment = { status: 'settled', feeMsat: msat(1n), preimage: PREIMAGE }
test.each([
  ['not enough routes found', 'no_route'],
  ['this invoice has already been paid', 'paid_before'],
  ['not enough funds', 'node_cannot_send'],
  ['the invoice has expired', 'invoice_expired'],
  ['something of tomorrow', 'not_delivered'],
])('phoenixd says “%s”: %s', (nodeAnswer, reason) => {
  expect(readPayAnswer(ok({ paymentHash: 'cd', reason: nodeAnswer }))).toEqual({ says: 'failed', reason, nodeAnswer })
})

const FAILED: PayAnswer = { says: 'failed', reason: 'no_route' }
const GIVEN_UP: PolledPayment = { status: 'failed', mark: 'one', atMs: 1 }

test.each<[string, PayAnswer, PolledPayment | undefined, string]>([
  ['sent, and the node shows it', { says: 'sent' }, SETTLED, 'settled'],
  ['sent, and the lookup of the exact fee fails', { says: 'sent' }, undefined, 'pending'],
  ['sent, and the node knows of nothing', { says: 'sent' }, { status: 'not_found' }, 'pending'],
  ['failed, as the node shows', FAILED, GIVEN_UP, 'failed'],
  ['failed before its first try', FAILED, { status: 'not_found' }, 'failed'],
  ['failed, while another attempt is pending', FAILED, { status: 'pending' }, 'pending'],
  ['failed, because another attempt has paid', FAILED, SETTLED, 'settled'],
  ['failed, and the node cannot be asked', FAILED, undefined, 'pending'],
  ['unclear, and the node shows a failed attempt', { says: 'unclear' }, GIVEN_UP, 'pending'],
  ['unclear, and the node knows of nothing', { says: 'unclear' }, { status: 'not_found' }, 'pending'],
  ['refused', { says: 'not_sent', reason: 'node_not_ready' }, undefined, 'not_sent'],
])('%s: the outcome', (_name, answer, poll, status) => {
  expect(toOutcome(answer, poll).status).toBe(status)
})
