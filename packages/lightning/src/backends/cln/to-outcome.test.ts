import { describe, expect, test } from 'vitest'
import { listPaysOf } from './cln-pay.ts'
import type { ClnAnswer } from './cln-rest.ts'
import {
  BY_LABEL,
  type ClnPays,
  isTerminal,
  markOf,
  readPaid,
  readPays,
  toOutgoingStatus,
  toPayOutcome,
} from './to-outcome.ts'

const PREIMAGE = 'ab'.repeat(32)
const SETTLED: ClnPays = { status: 'settled', feeMsat: 300n as never, preimage: PREIMAGE }
const COMPLETE = { status: 'complete', amount_msat: 50_000, amount_sent_msat: 50_300, preimage: PREIMAGE }
const PAID = { amount_msat: 50_000, amount_sent_msat: 50_300, payment_preimage: PREIMAGE }

const error = (code: number): Extract<ClnAnswer, { is: 'error' }> => ({ is: 'error', code, message: 'No', fields: {} })

describe('what the pay command returns', () => {
  test.each([
    ['xpay returns a preimage', PAID, SETTLED],
    ['pay returns a preimage and is complete', { ...PAID, status: 'complete' }, SETTLED],
    ['pay returns while parts are on their way', { ...PAID, status: 'pending' }, { status: 'pending' }],
    ['amounts are texts, as up to version 23.02', { ...PAID, amount_sent_msat: '50300msat' }, SETTLED],
  ])('%s', (_name, result, outcome) => {
    expect(readPaid(result)).toEqual(outcome)
  })

  test.each([
    ['no preimage', { ...PAID, payment_preimage: undefined }],
    ['a preimage that is none', { ...PAID, payment_preimage: 'xyz' }],
    ['no fee: not yet known, and not zero', { ...PAID, amount_sent_msat: undefined }],
    ['more arrived than was sent', { ...PAID, amount_sent_msat: 49_999 }],
    ['an amount that no number holds exactly', { ...PAID, amount_sent_msat: 2 ** 53 }],
    ['nothing', {}],
  ])('%s: no outcome', (_name, result) => {
    expect(() => readPaid(result)).toThrow()
  })
})

describe('an error of the pay command, with the answer of listpays right after it', () => {
  const NONE: ClnPays = { status: 'not_found' }
  const FAILED: ClnPays = { status: 'failed' }
  const PENDING: ClnPays = { status: 'pending' }
  test.each([
    ['203, permanent failure at the destination, all parts failed', 203, FAILED, 'failed'],
    ['203 while a part is on its way', 203, PENDING, 'pending'],
    ['203 although an attempt is complete', 203, SETTLED, 'settled'],
    ['205, no route, nothing listed', 205, NONE, 'failed'],
    ['205 after parts that failed', 205, FAILED, 'failed'],
    ['205 while a part is on its way', 205, PENDING, 'pending'],
    ['206, no route within the fee limit, nothing listed', 206, NONE, 'failed'],
    ['206 after parts that failed', 206, FAILED, 'failed'],
    ['206 while a part is on its way', 206, PENDING, 'pending'],
    ['206 although an attempt is complete', 206, SETTLED, 'settled'],
    ['207, expired', 207, NONE, 'failed'],
    ['210, gave up without a payment in progress, nothing listed', 210, NONE, 'failed'],
    ['210 after parts that failed', 210, FAILED, 'failed'],
    ['210 while a part is on its way', 210, PENDING, 'pending'],
    ['210 although an attempt is complete', 210, SETTLED, 'settled'],
    ['-3, the plugin does not know what became of a part', -3, FAILED, 'pending'],
    ['-4, the plugin died', -4, NONE, 'pending'],
    ['-5, the node shuts down', -5, NONE, 'pending'],
    ['201, the hash was used with another amount', 201, FAILED, 'pending'],
    ['219, already paid', 219, SETTLED, 'settled'],
    ['219, already paid, but nothing listed', 219, NONE, 'pending'],
    ['209, other payment error, nothing listed', 209, NONE, 'pending'],
    ['209 with failed parts', 209, FAILED, 'pending'],
    ['-1, catch-all, nothing listed', -1, NONE, 'pending'],
    ['-1 although the payment is complete', -1, SETTLED, 'settled'],
    ['an unlisted code', 211, NONE, 'pending'],
    ['an unlisted code, with failed parts', 204, FAILED, 'pending'],
    ['parameters the node does not know', -32602, NONE, 'pending'],
  ])('%s', (_name, code, pays, status) => {
    expect(toPayOutcome(error(code), pays).status).toBe(status)
  })

  test('only the five terminal codes mean that the command has stopped trying', () => {
    const codes = [-32602, -32601, -32600, ...Array.from({ length: 600 }, (_none, code) => code - 5)]
    expect(codes.filter((code) => isTerminal(error(code)))).toEqual([203, 205, 206, 207, 210])
  })

  test('the reason of a failure is one of our codes; the message of the node is beside it', () => {
    expect(toPayOutcome(error(205), NONE)).toEqual({
      status: 'failed',
      reason: 'no_route',
      nodeAnswer: '205 No',
    })
  })
})

describe('what listpays says', () => {
  const read = (pays: readonly object[], mark?: string) => readPays(listPaysOf({ pays }), { attemptId: 'ours', mark })
  const FAILED = { status: 'failed' }
  const OURS = { ...FAILED, label: 'ours' }

  test.each([
    ['empty', [], 'not_found'],
    ['complete', [COMPLETE], 'settled'],
    ['pending', [{ status: 'pending' }], 'pending'],
    ['failed, with our label', [OURS], 'failed'],
    ['failed, with the label of another attempt', [{ ...FAILED, label: 'earlier' }], 'not_found'],
    ['failed, without a label', [FAILED], 'not_found'],
    ['an attempt that failed, and another one pending', [OURS, { status: 'pending' }], 'pending'],
    ['an attempt that failed, and another that is complete', [OURS, COMPLETE], 'settled'],
    ['complete, while a part too many is pending', [{ status: 'pending' }, COMPLETE], 'settled'],
  ])('%s', (_name, pays, status) => {
    expect(read(pays, BY_LABEL).status).toBe(status)
  })

  test.each([
    ['failed after the mark', [{ ...FAILED, created_index: 8 }], '7', 'failed'],
    ['failed at the mark', [{ ...FAILED, created_index: 7 }], '7', 'not_found'],
    ['failed before and after the mark', [FAILED, { ...FAILED, created_index: 8 }], '7', 'failed'],
    [
      'failed after the mark, with the label of another program',
      [{ ...FAILED, label: 'x', created_index: 8 }],
      '7',
      'not_found',
    ],
    ['failed without an index', [FAILED], '0', 'not_found'],
    ['failed, and the row is from before marks', [{ ...FAILED, created_index: 8 }], undefined, 'not_found'],
  ])('%s', (_name, pays, mark, status) => {
    expect(read(pays, mark).status).toBe(status)
  })

  test('the mark is the newest attempt of the hash', () => {
    const indexed = (...indexes: number[]) =>
      listPaysOf({ pays: indexes.map((index) => ({ ...FAILED, created_index: index })) })
    expect([markOf(indexed()), markOf(indexed(3)), markOf(indexed(12, 3))]).toEqual(['0', '3', '12'])
    expect(() => markOf(listPaysOf({ pays: [FAILED] }))).toThrow('number')
  })

  test.each([
    ['no list', {}],
    ['an entry without a status', { pays: [{}] }],
    ['an unknown status', { pays: [{ status: 'paused' }] }],
    ['complete without a preimage', { pays: [{ ...COMPLETE, preimage: undefined }] }],
    ['complete without an amount', { pays: [{ ...COMPLETE, amount_msat: undefined }] }],
  ])('%s: no outcome', (_name, fields) => {
    expect(() => readPays(listPaysOf(fields), { attemptId: 'ours' })).toThrow()
  })
})

describe('the truth about an attempt', () => {
  const FAILED = 'failed' as const
  test.each([
    ['complete', SETTLED, 'under-way', 'settled'],
    ['pending', { status: 'pending' }, 'over', 'pending'],
    ['failed, and no call of ours can still be trying', { status: FAILED }, 'over', 'failed'],
    ['failed, while a call of ours may try another route', { status: FAILED }, 'under-way', 'pending'],
    ['failed, but a call of another process may be trying', { status: FAILED }, 'maybe', 'pending'],
    ['empty', { status: 'not_found' }, 'over', 'not_found'],
    ['empty, while another process may be calling', { status: 'not_found' }, 'maybe', 'not_found'],
    ['empty, while a call of ours may not have begun', { status: 'not_found' }, 'under-way', 'pending'],
  ] as const)('%s', (_name, pays, call, status) => {
    expect(toOutgoingStatus(pays, 'attempt', call).status).toBe(status)
  })

  test('a failure names the attempt that was queried', () => {
    expect(toOutgoingStatus({ status: FAILED }, 'attempt 7', 'over')).toMatchObject({ attemptId: 'attempt 7' })
  })
})
