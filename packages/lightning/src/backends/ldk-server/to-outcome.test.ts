import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { readPayment } from './ldk-payment.ts'
import { readMessage, type WrittenField, writeMessage } from './protobuf.ts'
import { type PolledPayment, readSendAnswer, type SendAnswer, toOutcome, toPolled } from './to-outcome.ts'

const HASH = 'ab'.repeat(32)
const PREIMAGE = 'cd'.repeat(32)

test.each<[string, number, SendAnswer['says']]>([
  ['OK: in flight', 0, 'begun'],
  ['INVALID_ARGUMENT: the invoice or the amount is refused before anything is done', 3, 'failed'],
  ['FAILED_PRECONDITION: sent before, or not to be sent; the record says which', 9, 'refused'],
  ['INTERNAL: perhaps sent and not written down', 13, 'unclear'],
  ['UNAUTHENTICATED: rejected before it was read', 16, 'not_sent'],
  ['UNIMPLEMENTED: the server has no such call', 12, 'not_sent'],
  ['DEADLINE_EXCEEDED', 4, 'unclear'],
  ['UNAVAILABLE, of a proxy', 14, 'unclear'],
  ['CANCELLED', 1, 'unclear'],
  ['UNKNOWN', 2, 'unclear'],
  ['ALREADY_EXISTS, which LDK Server does not say', 6, 'unclear'],
  ['a code of the future', 99, 'unclear'],
])('Bolt11Send answers %s', (_name, code, says) => {
  expect(readSendAnswer({ code, message: '' }).says).toBe(says)
})

interface RecordFields {
  readonly direction?: bigint
  readonly status?: bigint
  readonly fee?: bigint
  readonly preimage?: string
}

function record({ direction = 1n, status, fee, preimage }: RecordFields, more: readonly WrittenField[] = []) {
  const kind = writeMessage([
    [
      2,
      writeMessage([
        [1, HASH],
        [2, preimage],
      ]),
    ],
  ])
  return readMessage(
    writeMessage([
      [1, HASH],
      [2, kind],
      [3, 5000n],
      [4, direction],
      [5, status],
      [6, 1_700_000_000n],
      [7, fee],
      ...more,
    ]),
  )
}

test.each<[string, RecordFields, PolledPayment]>([
  ['PENDING: pending', {}, { status: 'pending' }],
  [
    'SUCCEEDED: settled, with fee and preimage',
    { status: 1n, fee: 12n, preimage: PREIMAGE },
    { status: 'settled', feeMsat: msat(12n), preimage: PREIMAGE },
  ],
  [
    'SUCCEEDED for nothing: settled',
    { status: 1n, fee: 0n, preimage: PREIMAGE },
    { status: 'settled', feeMsat: msat(0n), preimage: PREIMAGE },
  ],
  ['SUCCEEDED without a fee: not known yet', { status: 1n, preimage: PREIMAGE }, { status: 'pending' }],
  ['SUCCEEDED without a preimage: not proven', { status: 1n, fee: 12n }, { status: 'pending' }],
  ['FAILED: failed, since when', { status: 2n }, { status: 'failed', updatedAt: 1_700_000_000 }],
  ['an invoice of the node’s own, paid', { direction: 0n, status: 1n, fee: 1n, preimage: PREIMAGE }, { status: 'own' }],
  ['an invoice of the node’s own, given back', { direction: 0n, status: 2n }, { status: 'own' }],
])('a record says %s', (_name, fields, poll) => {
  expect(toPolled(readPayment(record(fields)))).toEqual(poll)
})

test('no record: not found', () => {
  expect(toPolled(undefined)).toEqual({ status: 'not_found' })
})

test('absent fields have the first value of their enum: inbound and pending', () => {
  const kind = writeMessage([[2, writeMessage([[1, HASH]])]])
  expect(readPayment(readMessage(writeMessage([[2, kind]])))).toEqual({
    via: undefined,
    paymentHash: HASH,
    direction: 'inbound',
    status: 'pending',
    preimage: undefined,
    amountMsat: undefined,
    feeMsat: undefined,
    updatedAt: 0,
  })
})

test('offers, refunds and keysends are listed by kind; on-chain payments, and payments without a hash yet, are ignored', () => {
  const read = (kind: number, hash?: string) =>
    readPayment(readMessage(writeMessage([[2, writeMessage([[kind, writeMessage([[1, hash]])]])]])))
  expect([3, 4, 5].map((kind) => read(kind, HASH))).toMatchObject([
    { via: 'offer', paymentHash: HASH },
    { via: 'offer', paymentHash: HASH },
    { via: 'keysend', paymentHash: HASH },
  ])
  expect([read(1, HASH), read(3), read(4)]).toEqual([undefined, undefined, undefined])
  for (const kind of [2, 5]) expect(() => read(kind)).toThrow('cannot be read')
})

test.each([
  ['a status of the future', { status: 3n }],
  ['a direction of the future', { direction: 2n }],
  ['a preimage that is none', { preimage: 'ab' }],
])('%s cannot be read', (_name, fields) => {
  expect(() => readPayment(record(fields))).toThrow()
})

const SETTLED = { status: 'settled', feeMsat: msat(1n), preimage: PREIMAGE } as const
const FAILED = { status: 'failed', updatedAt: 1 } as const

test.each<[SendAnswer['says'], string, PolledPayment | undefined, string]>([
  ['begun', 'settled', SETTLED, 'settled'],
  ['begun', 'failed', FAILED, 'failed'],
  ['begun', 'pending', { status: 'pending' }, 'pending'],
  ['begun', 'nothing', { status: 'not_found' }, 'pending'],
  ['begun', 'an invoice', { status: 'own' }, 'pending'],
  ['begun', 'no answer', undefined, 'pending'],
  ['refused', 'settled', SETTLED, 'settled'],
  ['refused', 'failed', FAILED, 'failed'],
  ['refused', 'pending', { status: 'pending' }, 'pending'],
  ['refused', 'nothing', { status: 'not_found' }, 'pending'],
  ['refused', 'no answer', undefined, 'pending'],
  ['unclear', 'failed, perhaps before', FAILED, 'pending'],
  ['unclear', 'no answer', undefined, 'pending'],
  ['failed', 'no answer', undefined, 'failed'],
  ['not_sent', 'no answer', undefined, 'not_sent'],
])('the answer %s with a record that says %s', (says, _name, poll, status) => {
  const answer: SendAnswer = says === 'failed' || says === 'not_sent' ? { says, reason: 'invoice_refused' } : { says }
  expect(toOutcome(answer, poll).status).toBe(status)
})

test('an LDK Server failure without a reason is not reported as a missing route: the payee may have rejected it', () => {
  expect(toOutcome({ says: 'begun' }, FAILED)).toEqual({ status: 'failed', reason: 'not_delivered' })
})
