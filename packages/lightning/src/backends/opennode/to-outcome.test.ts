import { expect, test } from 'vitest'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type Charge, toDatedReceipt, toIncomingStatus } from './charge.ts'
import { readOrderAnswer, toOutcome, type Withdrawal } from './to-outcome.ts'

const PREIMAGE = 'ab'.repeat(32)
const withdrawal = (changed: Partial<Withdrawal>): Withdrawal => ({ id: 'one', status: 'pending', fee: 2, ...changed })

test.each<[string, Partial<Withdrawal>, object]>([
  [
    'confirmed, with a proof',
    { status: 'confirmed', preimage: PREIMAGE },
    { status: 'settled', feeMsat: 2000n, preimage: PREIMAGE },
  ],
  ['confirmed without one: one that proves nothing', { status: 'confirmed' }, { status: 'settled', preimage: '' }],
  ['confirmed, the fee with a sign', { status: 'confirmed', fee: -3 }, { status: 'settled', feeMsat: 3000n }],
  ['confirmed without a fee: not known yet', { status: 'confirmed', fee: null }, { status: 'pending' }],
  ['paid', { status: 'paid' }, { status: 'settled' }],
  ['failed', { status: 'failed', error: 'no_route' }, { status: 'failed', reason: 'no_route' }],
  ['failed without a word', { status: 'failed' }, { status: 'failed', reason: 'not_delivered' }],
  [
    'error, with a documented failure',
    { status: 'error', error: 'incorrect_payment_details' },
    { reason: 'payee_refused' },
  ],
  ['error, with another', { status: 'error', error: 'database is locked' }, { status: 'pending' }],
  ['error without a word', { status: 'error' }, { status: 'pending' }],
  ['initial', { status: 'initial' }, { status: 'pending' }],
  ['pending', { status: 'pending' }, { status: 'pending' }],
  ['processing', { status: 'processing' }, { status: 'pending' }],
  ['a state of tomorrow', { status: 'on its way' }, { status: 'pending' }],
])('a withdrawal is %s', (_name, changed, outcome) => {
  expect(toOutcome(withdrawal(changed))).toMatchObject(outcome)
})

const ok = (body: unknown): NodeAnswer => ({ status: 200, text: JSON.stringify(body) })

test.each<[string, NodeAnswer, string]>([
  ['a withdrawal', ok({ data: withdrawal({}) }), 'taken'],
  ['a withdrawal, created', { ...ok({ data: withdrawal({}) }), status: 201 }, 'taken'],
  ['a withdrawal without an id', ok({ data: { status: 'pending' } }), 'unclear'],
  ['400 with a message', { status: 400, text: '{"message":"Insufficient funds"}' }, 'refused'],
  ['400 without one', { status: 400, text: '<html>' }, 'unclear'],
  ['401: a refused credential', { status: 401, text: '' }, 'not_sent'],
  ['403: a key that may not', { status: 403, text: '' }, 'not_sent'],
  ['404', { status: 404, text: '{"message":"no"}' }, 'unclear'],
  ['429', { status: 429, text: '{"message":"slow down"}' }, 'unclear'],
  ['500 with a message', { status: 500, text: '{"message":"failed"}' }, 'unclear'],
  ['504 of a proxy', { status: 504, text: '<html>' }, 'unclear'],
  ['an empty body', { status: 200, text: '' }, 'unclear'],
  ['an empty object', ok({}), 'unclear'],
  ['half a body', { status: 200, text: '{"data":{"id":"o' }, 'unclear'],
])('an order is answered with %s', (_name, answer, says) => {
  expect(readOrderAnswer(answer).says).toBe(says)
})

const charge = (status: string): Charge => ({ id: 'one', status, amount: 21 })

test.each([
  ['unpaid', 'open'],
  ['processing', 'open'],
  ['underpaid', 'open'],
  ['paid', 'settled'],
  ['expired', 'closed'],
  ['refunded', 'closed'],
  ['failed', 'closed'],
])('a charge that is %s is %s', (status, expected) => {
  expect(toIncomingStatus(charge(status)).status).toBe(expected)
})

test('a charge in an unknown state throws', () => {
  expect(() => toIncomingStatus(charge('on its way'))).toThrow('not documented')
})

test('an on-chain payment is not a Lightning receipt', () => {
  expect(
    toDatedReceipt({ ...charge('paid'), lightning_invoice: { payreq: 'lnbcrt1', settled_at: null } }),
  ).toBeUndefined()
  expect(toDatedReceipt({ ...charge('paid'), lightning_invoice: null })).toBeUndefined()
})
