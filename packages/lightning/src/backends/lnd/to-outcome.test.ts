import { describe, expect, test } from 'vitest'
import { isNotFound, readRefusal } from './lnd-refusal.ts'
import { toPayment, toRefusedPay } from './to-outcome.ts'

const HASH = 'ab'.repeat(32)
const PREIMAGE = 'cd'.repeat(32)
const SUCCEEDED = {
  payment_hash: HASH,
  status: 'SUCCEEDED',
  fee_msat: '1234',
  payment_preimage: PREIMAGE,
  failure_reason: 'FAILURE_REASON_NONE',
  payment_index: '7',
  creation_time_ns: '1700000000999999999',
}
const FAILED = { ...SUCCEEDED, status: 'FAILED', failure_reason: 'FAILURE_REASON_NO_ROUTE', payment_preimage: '' }
const PENDING = { status: 'pending' }

describe('what a payment of LND means', () => {
  test('SUCCEEDED: settled, with the fee and preimage of the answer', () => {
    expect(toPayment(SUCCEEDED, HASH)).toEqual({ status: 'settled', feeMsat: 1234n, preimage: PREIMAGE })
    expect(toPayment({ ...SUCCEEDED, fee_msat: '0' }, HASH)).toMatchObject({ status: 'settled', feeMsat: 0n })
  })

  test.each([
    ['TIMEOUT', 'timed_out'],
    ['NO_ROUTE', 'no_route'],
    ['ERROR', 'not_delivered'],
    ['INCORRECT_PAYMENT_DETAILS', 'payee_refused'],
    // The balance of LND's channels, not of the payer's wallet.
    ['INSUFFICIENT_BALANCE', 'node_cannot_send'],
    ['CANCELED', 'not_delivered'],
  ])('FAILED: %s: failed, %s', (code, reason) => {
    const nodeAnswer = `FAILURE_REASON_${code}`
    expect(toPayment({ ...FAILED, failure_reason: nodeAnswer }, HASH)).toEqual({
      status: 'failed',
      reason,
      nodeAnswer,
      paymentIndex: '7',
      begunNs: 1_700_000_000_999_999_999n,
    })
  })

  test.each([
    ['INITIATED', { ...SUCCEEDED, status: 'INITIATED' }],
    ['IN_FLIGHT', { ...SUCCEEDED, status: 'IN_FLIGHT' }],
    ['UNKNOWN', { ...SUCCEEDED, status: 'UNKNOWN' }],
    ['a status that LND may have one day', { ...SUCCEEDED, status: 'SOMETHING_NEW' }],
    ['FAILED without a reason', { ...FAILED, failure_reason: 'FAILURE_REASON_NONE' }],
    ['FAILED for a reason that LND may have one day', { ...FAILED, failure_reason: 'FAILURE_REASON_SOMETHING_NEW' }],
    ['SUCCEEDED of another hash', { ...SUCCEEDED, payment_hash: 'ef'.repeat(32) }],
    ['FAILED of another hash', { ...FAILED, payment_hash: 'ef'.repeat(32) }],
    ['SUCCEEDED without a fee: a missing one is not known, not zero', { ...SUCCEEDED, fee_msat: undefined }],
    ['SUCCEEDED with a fee that is no amount', { ...SUCCEEDED, fee_msat: '-1' }],
    ['nothing at all', {}],
  ])('%s: pending', (_name, fields) => {
    expect(toPayment(fields, HASH)).toEqual(PENDING)
  })
})

const unary = (code: number, message: string): string => JSON.stringify({ code, message, details: [] })
const streamed = (code: number, message: string): string => `{"error":${unary(code, message)}}`

describe('what an error answer to a payment means', () => {
  test.each([
    ['a refused macaroon', 500, streamed(2, 'verification failed: signature mismatch after caveat verification')],
    ['a macaroon without the right', 500, streamed(2, 'permission denied')],
    ['no macaroon', 500, streamed(2, 'expected 1 macaroon, got 0')],
    ['UNAUTHENTICATED', 401, streamed(16, 'no')],
    ['PERMISSION_DENIED', 403, streamed(7, 'no')],
    ['a proxy that wants a password', 401, '<html>'],
  ])('%s: not sent', (_name, status, text) => {
    expect(toRefusedPay(readRefusal(status, text))).toMatchObject({ status: 'not_sent', reason: 'node_not_ready' })
  })

  test.each([
    ['a locked wallet', 'wallet locked, unlock it to enable full RPC access'],
    ['no wallet', 'wallet not created, create one to enable full RPC access'],
    ['starting', 'the RPC server is in the process of starting up, but not yet ready to accept calls'],
    ['waiting', 'waiting to start, RPC services not available'],
  ])('%s: not sent, retried later', (_name, message) => {
    expect(toRefusedPay(readRefusal(500, streamed(2, message)))).toEqual({
      status: 'not_sent',
      reason: 'node_not_ready',
      nodeAnswer: message,
    })
  })

  test.each([
    ['INVALID_ARGUMENT', 3, 'payment_request: bad'],
    ['an expired invoice', 2, 'invoice expired. Valid until 2026-01-01 00:00:00 +0000 UTC'],
    ['an invoice of another network', 2, "invoice not for current active network 'regtest'"],
    ['a payment to itself', 2, 'self-payments not allowed'],
    ['no amount', 2, 'amount must be specified when paying a zero amount invoice'],
    ['an amount too many', 2, 'amount must not be specified when paying a non-zero amount invoice'],
  ])('%s: failed before anything was sent', (_name, code, message) => {
    const reason = message.startsWith('invoice expired') ? 'invoice_expired' : 'invoice_refused'
    const outcome = { status: 'failed', reason, nodeAnswer: message }
    expect(toRefusedPay(readRefusal(400, streamed(code, message)))).toEqual(outcome)
  })

  test.each([
    ['an unknown error of LND', 500, streamed(2, 'something went wrong')],
    ['UNAVAILABLE', 503, streamed(14, 'transport is closing')],
    ['DEADLINE_EXCEEDED', 504, streamed(4, 'context deadline exceeded')],
    ['an error of a proxy', 502, '<html>bad gateway</html>'],
    ['words of LND in an answer of another server', 500, 'invoice expired'],
    ['the same in JSON without a code', 500, '{"message":"wallet locked"}'],
    ['an empty body', 500, ''],
    ['ALREADY_EXISTS', 409, streamed(6, 'payment is in transition')],
  ])('%s: pending', (_name, status, text) => {
    expect(toRefusedPay(readRefusal(status, text))).toEqual(PENDING)
  })

  test("track NOT_FOUND “payment isn't initiated”: not found; nothing else is", () => {
    expect(isNotFound(readRefusal(404, streamed(5, "payment isn't initiated")))).toBe(true)
    expect(isNotFound(readRefusal(404, unary(5, 'unable to locate invoice')))).toBe(true)
    // Versions before 0.16 know no code for it.
    expect(isNotFound(readRefusal(500, unary(2, 'there are no existing invoices')))).toBe(true)
    expect(isNotFound(readRefusal(404, '<html>not found</html>'))).toBe(false)
    expect(isNotFound(readRefusal(500, unary(2, 'something went wrong')))).toBe(false)
  })
})
