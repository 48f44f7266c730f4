import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { NodeAnswer } from '../../net/node-http.ts'
import { arrivedMsat, type Receive, toListed } from './receive.ts'
import { type Payment, readExecuteAnswer, readQuoteAnswer, toOutcome } from './to-outcome.ts'

const PREIMAGE = 'ab'.repeat(32)
const btc = (amount: string) => ({ amount, currency: 'BTC' })
const ok = (body: unknown, status = 200): NodeAnswer => ({ status, text: JSON.stringify(body) })
const trouble = (status: number, code: string, values?: object): NodeAnswer => ok({ data: { code, values } }, status)

const QUOTE = { paymentQuoteId: 'q', totalAmount: btc('0.00000101'), validUntil: '2026-11-01T00:00:00Z' }

test.each<[string, NodeAnswer, string]>([
  ['a quote', ok(QUOTE, 201), 'quoted'],
  ['a quote without an end', ok({ ...QUOTE, validUntil: undefined }), 'quoted'],
  ['a quote in another currency', ok({ ...QUOTE, totalAmount: { amount: '1.00', currency: 'USD' } }), 'not_sent'],
  ['a quote without a total', ok({ paymentQuoteId: 'q' }), 'not_sent'],
  ['422: a bad invoice', trouble(422, 'INVALID_LN_INVOICE'), 'refused'],
  ['400 without a code', { status: 400, text: '' }, 'refused'],
  ['409: quoted before', trouble(409, 'DUPLICATE_PAYMENT_QUOTE'), 'unclear'],
  ['401: a refused key', { status: 401, text: '' }, 'not_sent'],
  ['403: a scope that is missing', { status: 403, text: '' }, 'not_sent'],
  ['429: too many requests', trouble(429, 'RATE_LIMIT_EXCEEDED'), 'not_sent'],
  ['500', { status: 500, text: '' }, 'not_sent'],
  ['504 of a proxy', { status: 504, text: '<html>' }, 'not_sent'],
  ['an empty body', { status: 200, text: '' }, 'not_sent'],
  ['half a body', { status: 200, text: '{"paymentQuoteId":"q' }, 'not_sent'],
])('a quote is answered with %s', (_name, answer, says) => {
  expect(readQuoteAnswer(answer).says).toBe(says)
})

test.each<[string, NodeAnswer, string]>([
  ['a payment', ok({ paymentId: 'p', state: 'COMPLETED' }), 'executed'],
  ['a payment without an id', ok({ state: 'FAILED' }), 'unclear'],
  ['422: executed before', trouble(422, 'PAYMENT_PROCESSED', { paymentId: 'p' }), 'known'],
  ['409: being executed', trouble(409, 'PROCESSING_PAYMENT', { paymentId: 'p' }), 'known'],
  ['422: executed before, without naming the payment', trouble(422, 'PAYMENT_PROCESSED'), 'unclear'],
  ['422: no route', trouble(422, 'LN_ROUTE_NOT_FOUND'), 'refused'],
  ['422: too little money', trouble(422, 'BALANCE_TOO_LOW'), 'refused'],
  ['422: expired', trouble(422, 'PAYMENT_QUOTE_EXPIRED'), 'refused'],
  ['422 with a code of tomorrow', trouble(422, 'SOMETHING_ELSE'), 'unclear'],
  ['500 with a code that refuses', trouble(500, 'LN_ROUTE_NOT_FOUND'), 'unclear'],
  ['400 with a code that refuses', trouble(400, 'LN_ROUTE_NOT_FOUND'), 'unclear'],
  ['404', { status: 404, text: '' }, 'unclear'],
  ['429: too many requests', trouble(429, 'RATE_LIMIT_EXCEEDED'), 'unclear'],
  ['401: a refused key', { status: 401, text: '' }, 'not_sent'],
  ['403: a scope that is missing', { status: 403, text: '' }, 'not_sent'],
  ['504 of a proxy', { status: 504, text: '<html>' }, 'unclear'],
  ['an empty body', { status: 200, text: '' }, 'unclear'],
  ['an empty object', ok({}), 'unclear'],
  ['half a body', { status: 200, text: '{"paymentId":"p' }, 'unclear'],
])('an execution is answered with %s', (_name, answer, says) => {
  expect(readExecuteAnswer(answer).says).toBe(says)
})

test.each([
  ['BALANCE_TOO_LOW', 'node_cannot_send'],
  ['LN_ROUTE_NOT_FOUND', 'no_route'],
  ['INVALID_LN_INVOICE', 'invoice_refused'],
])('an execution rejected with %s is reported as %s', (code, reason) => {
  expect(readExecuteAnswer(trouble(422, code))).toMatchObject({ says: 'refused', reason })
})

const payment = (changed: Partial<Payment>): Payment => ({
  paymentId: 'p',
  state: 'COMPLETED',
  totalAmount: btc('0.00000103'),
  lightning: { preImage: PREIMAGE },
  ...changed,
})

test.each<[string, Payment, object]>([
  ['COMPLETED', payment({}), { status: 'settled', feeMsat: 3000n, preimage: PREIMAGE }],
  ['COMPLETED, without a proof', payment({ lightning: null }), { status: 'settled', preimage: '' }],
  ['COMPLETED, without a total', { paymentId: 'p', state: 'COMPLETED' }, { status: 'pending' }],
  ['COMPLETED, for less than was to be paid', payment({ totalAmount: btc('0.00000099') }), { status: 'pending' }],
  ['COMPLETED, in another currency', payment({ totalAmount: { amount: '9', currency: 'USD' } }), { status: 'pending' }],
  ['FAILED', payment({ state: 'FAILED' }), { status: 'failed' }],
  ['PENDING', payment({ state: 'PENDING' }), { status: 'pending' }],
  ['a state of tomorrow', payment({ state: 'ON_ITS_WAY' }), { status: 'pending' }],
])('a payment is %s', (_name, given, outcome) => {
  expect(toOutcome(given, msat(100_000n))).toMatchObject(outcome)
})

test('a preimage that was shown before counts when Strike no longer shows it', () => {
  const outcome = toOutcome(payment({ lightning: null }), msat(100_000n), PREIMAGE)
  expect(outcome).toMatchObject({ status: 'settled', preimage: PREIMAGE })
})

const HASH = 'cd'.repeat(32)
const receive = (changed: Partial<Receive>): Receive => ({
  receiveId: 'r',
  receiveRequestId: 'rr',
  type: 'LIGHTNING',
  state: 'COMPLETED',
  amountReceived: btc('0.00000021'),
  created: '2026-11-01T00:00:00Z',
  lightning: { paymentHash: HASH },
  ...changed,
})
const request = {
  receiveRequestId: 'rr',
  bolt11: { invoice: 'lnbc', paymentHash: HASH, expires: '2026-11-02T00:00:00Z', btcAmount: '0.00000021' },
}

test.each<[string, Partial<Receive>, boolean]>([
  ['over Lightning', {}, true],
  ['from another account', { type: 'P2P', lightning: null }, true],
  ['on the chain', { type: 'ONCHAIN', lightning: null }, false],
  ['not yet', { state: 'PENDING' }, false],
  ['in a way of tomorrow', { type: 'CARRIER_PIGEON' }, false],
])('a receipt that arrives %s counts as one: %s', (_name, changed, isReceipt) => {
  const { dated } = toListed(receive(changed), request)
  expect(dated?.receipt.paymentHash).toBe(isReceipt ? HASH : undefined)
})

test.each<[string, Partial<Receive>, bigint]>([
  ['received', {}, 21_000n],
  ['credited', { amountReceived: { amount: '1', currency: 'USD' }, amountCredited: btc('0.00000020') }, 20_000n],
  ['asked for', { amountReceived: { amount: '1', currency: 'USD' } }, 21_000n],
])('the amount is what was %s, if that is bitcoin', (_name, changed, amountMsat) => {
  expect(arrivedMsat(receive(changed), request)).toBe(amountMsat)
})
