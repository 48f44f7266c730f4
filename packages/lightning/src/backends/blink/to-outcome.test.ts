import { expect, test } from 'vitest'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type PayAnswer, type PolledPayment, readOutgoing, readPayAnswer, toOutcome } from './to-outcome.ts'
import type { Transaction } from './transaction.ts'

const PREIMAGE = 'ab'.repeat(32)
const HASH = 'cd'.repeat(32)
const ok = (body: unknown): NodeAnswer => ({ status: 200, text: JSON.stringify(body) })
const paid = (status: string | null, ...errors: object[]): NodeAnswer => ok({ data: { payment: { status, errors } } })
const trouble = (code?: string): object => ({ message: 'no', code })

test.each<[string, NodeAnswer, PayAnswer['says']]>([
  ['SUCCESS', paid('SUCCESS'), 'sent'],
  ['SUCCESS with errors beside it', paid('SUCCESS', trouble('DB_ERROR')), 'unclear'],
  ['ALREADY_PAID', paid('ALREADY_PAID'), 'already-paid'],
  ['PENDING', paid('PENDING'), 'unclear'],
  ['FAILURE', paid('FAILURE', trouble('ROUTE_FINDING_ERROR')), 'failed'],
  ['errors of the payment without a status', paid(null, trouble('INVALID_INPUT')), 'unclear'],
  ['a status of tomorrow', paid('ON_ITS_WAY'), 'unclear'],
  ['errors beside data', ok({ data: { payment: { status: 'FAILURE', errors: [] } }, errors: [trouble()] }), 'unclear'],
  ['errors instead of data', ok({ data: null, errors: [trouble('UNKNOWN_CLIENT_ERROR')] }), 'unclear'],
  ['an error: not authorized', ok({ data: null, errors: [trouble('NOT_AUTHORIZED')] }), 'not_sent'],
  ['an error: not authenticated', ok({ errors: [{ extensions: { code: 'NOT_AUTHENTICATED' } }] }), 'not_sent'],
  ['a refusal beside another error', ok({ errors: [trouble('NOT_AUTHORIZED'), trouble('DB_ERROR')] }), 'unclear'],
  ['401: a refused credential', { status: 401, text: '' }, 'not_sent'],
  ['403: a refused credential', { status: 403, text: '' }, 'not_sent'],
  ['400', { status: 400, text: '{"errors":[{"code":"GRAPHQL_VALIDATION_FAILED"}]}' }, 'unclear'],
  ['429: too many requests', { status: 429, text: '' }, 'unclear'],
  ['500', { status: 500, text: '{"data":{"payment":{"status":"FAILURE","errors":[]}}}' }, 'unclear'],
  ['502 of a proxy', { status: 502, text: '<html>' }, 'unclear'],
  ['an empty body', { status: 200, text: '' }, 'unclear'],
  ['an empty object', ok({}), 'unclear'],
  ['no payment', ok({ data: {} }), 'unclear'],
  ['half a body', { status: 200, text: '{"data":{"payment":{"status":"FAIL' }, 'unclear'],
])('a payment answers %s', (_name, answer, says) => {
  expect(readPayAnswer(answer).says).toBe(says)
})

test.each([
  ['ROUTE_FINDING_ERROR', false, 'no_route'],
  ['INSUFFICIENT_BALANCE', false, 'node_cannot_send'],
  ['INVOICE_EXPIRED', false, 'invoice_expired'],
  ['INVALID_INPUT', false, 'not_delivered'],
  ['DB_ERROR', true, 'not_delivered'],
  ['UNKNOWN_CLIENT_ERROR', true, 'not_delivered'],
  [undefined, true, 'not_delivered'],
])('%s is a vague failure: %s, with the reason %s', (code, isVague, reason) => {
  const answer = readPayAnswer(paid('FAILURE', trouble(code)))
  expect(answer).toMatchObject({ says: 'failed', reason, nodeAnswer: 'no', isVague })
})

const movement = (changed: Partial<Transaction>): Transaction => ({
  id: 'one',
  direction: 'SEND',
  status: 'SUCCESS',
  createdAt: 1,
  settlementAmount: -110,
  settlementFee: 10,
  initiationVia: { paymentHash: HASH },
  settlementVia: { preImage: PREIMAGE },
  ...changed,
})
const returned = movement({ direction: 'RECEIVE', settlementAmount: 7, settlementFee: 0, initiationVia: {} })
const settled = (feeMsat: bigint): object => ({ status: 'settled', feeMsat, preimage: PREIMAGE })

test.each<[string, Transaction[], object]>([
  ['a success: settled for the fee that was set aside', [movement({})], settled(10_000n)],
  ['a success and a fee that came back: settled for the difference', [returned, movement({})], settled(3000n)],
  ['a success after a failure', [movement({}), movement({ status: 'FAILURE' })], settled(10_000n)],
  ['a success without a preimage: one that proves nothing', [movement({ settlementVia: {} })], { preimage: '' }],
  ['one on its way', [movement({ status: 'PENDING' })], { status: 'pending' }],
  [
    'one on its way after a failure',
    [movement({ status: 'FAILURE' }), movement({ status: 'PENDING' })],
    { status: 'pending' },
  ],
  [
    'a failure, and its money back',
    [movement({ status: 'FAILURE', direction: 'RECEIVE' }), movement({ status: 'FAILURE' })],
    { status: 'failed' },
  ],
  ['money that came in for the hash', [movement({ direction: 'RECEIVE' })], { status: 'not_found' }],
  ['nothing', [], { status: 'not_found' }],
])('the movements show %s', (_name, movements, poll) => {
  expect(readOutgoing(movements)).toMatchObject(poll)
})

const SETTLED = settled(1n) as PolledPayment
const [FAILED, PENDING, NOT_FOUND] = [{ status: 'failed' }, { status: 'pending' }, { status: 'not_found' }] as const
const refusal = (isVague: boolean): PayAnswer => ({ says: 'failed', reason: 'no_route', isVague })

test.each<[string, PayAnswer, PolledPayment | undefined, string]>([
  ['sent, and the history shows it', { says: 'sent' }, SETTLED, 'settled'],
  ['sent, and the lookup of the fee fails', { says: 'sent' }, undefined, 'pending'],
  ['sent, and the history shows nothing', { says: 'sent' }, NOT_FOUND, 'pending'],
  ['already paid, by us', { says: 'already-paid' }, SETTLED, 'settled'],
  ['already paid, and ours has failed', { says: 'already-paid' }, FAILED, 'failed'],
  ['already paid, and nothing is shown', { says: 'already-paid' }, NOT_FOUND, 'pending'],
  ['already paid, and the lookup fails', { says: 'already-paid' }, undefined, 'pending'],
  ['failed, as the history shows', refusal(false), FAILED, 'failed'],
  ['failed before the first try', refusal(false), NOT_FOUND, 'failed'],
  ['failed for trouble inside, and nothing is shown', refusal(true), NOT_FOUND, 'pending'],
  ['failed for trouble inside, as the history shows', refusal(true), FAILED, 'failed'],
  ['failed, and one is on its way', refusal(false), PENDING, 'pending'],
  ['failed, because it is paid', refusal(false), SETTLED, 'settled'],
  ['failed, and the lookup fails', refusal(false), undefined, 'pending'],
  ['unclear, and the history shows a failure', { says: 'unclear' }, FAILED, 'pending'],
  ['refused', { says: 'not_sent', reason: 'node_not_ready' }, undefined, 'not_sent'],
])('%s: the outcome', (_name, answer, poll, status) => {
  expect(toOutcome(answer, poll).status).toBe(status)
})
