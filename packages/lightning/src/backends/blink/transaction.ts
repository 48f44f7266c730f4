import { type Msat, sat, satToMsat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { SentRow } from '../../lists/sent-list.ts'
import type { Receipt } from '../../port/funding-source.ts'

const MAX_SAT = Math.floor(Number.MAX_SAFE_INTEGER / 1000)
const Amount = Type.Integer({ minimum: -MAX_SAT, maximum: MAX_SAT })
const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/**
 * The fields of `TRANSACTION`: one movement of the wallet. A payment may have several: itself, its reversal, a returned
 * fee.
 */
export const Transaction = Type.Object({
  id: Type.String({ minLength: 1 }),
  direction: Type.Union([Type.Literal('SEND'), Type.Literal('RECEIVE')]),
  status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING'), Type.Literal('FAILURE')]),
  /** Unix seconds. */
  createdAt: Type.Integer({ minimum: 0 }),
  /** Satoshis, negative for sent payments, with the fee. */
  settlementAmount: Amount,
  settlementFee: Amount,
  /** Memo of the order of a sent payment. */
  memo: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  initiationVia: Type.Object({ paymentHash: Type.Optional(Hex32) }),
  settlementVia: Type.Object({ preImage: Type.Optional(Type.Union([Hex32, Type.Null()])) }),
})
export type Transaction = Static<typeof Transaction>

export const TRANSACTION = `id direction status createdAt settlementAmount settlementFee memo
  initiationVia { ... on InitiationViaLn { paymentHash } }
  settlementVia { ... on SettlementViaLn { preImage } ... on SettlementViaIntraLedger { preImage } }`

const MEMO = 'Satchel '

/** The memo of an order, by which its transaction is found again; Blink shows it to this account only. */
export const memoOf = (attemptId: string): string => `${MEMO}${attemptId}`

/** The attempt of this movement; '' = not ours. */
export const attemptOf = ({ memo }: Transaction): string =>
  memo?.startsWith(MEMO) === true ? memo.slice(MEMO.length) : ''

export interface DatedTransaction extends SentRow {
  readonly receipt: Receipt | undefined
}

export const toDated = (transaction: Transaction): DatedTransaction => ({
  ...toSentRow(transaction),
  receipt: toReceipt(transaction),
})

const STATUSES = { SUCCESS: 'settled', PENDING: 'in_flight', FAILURE: 'failed' } as const

function toSentRow(transaction: Transaction): SentRow {
  const { id, direction, status, createdAt, settlementAmount, settlementFee, initiationVia } = transaction
  const row = { id, atMs: createdAt * 1000 }
  const { paymentHash } = initiationVia
  if (direction !== 'SEND' || paymentHash === undefined) return { ...row, payment: undefined }
  return {
    ...row,
    payment: {
      paymentHash,
      status: STATUSES[status],
      amountMsat: satToMsat(sat(-settlementAmount - settlementFee)),
      // The transaction has only the reserved fee; the returned part is another movement.
      feeMsat: undefined,
      at: createdAt,
      attemptId: attemptOf(transaction),
    },
  }
}

/** Undefined = not a received Lightning payment. Returned fees are received, too, but for no invoice. */
export function toReceipt(transaction: Transaction): Receipt | undefined {
  const { paymentHash } = transaction.initiationVia
  if (transaction.direction !== 'RECEIVE' || transaction.status !== 'SUCCESS' || paymentHash === undefined) {
    return undefined
  }
  // Blink takes no second payment for an invoice.
  return { receiptId: `blink:${paymentHash}`, paymentHash, kind: 'settled', amountMsat: arrivedMsat(transaction) }
}

/** The amount that the payer has paid: a fee deducted by Blink is the operator's cost. */
const arrivedMsat = ({ settlementAmount, settlementFee }: Transaction): Msat =>
  satToMsat(sat(BigInt(settlementAmount) + BigInt(Math.max(0, settlementFee))))

/** Whether this is a part of a fee that was set aside and not needed. */
export const isReturnedFee = ({ direction, status, initiationVia }: Transaction): boolean =>
  direction === 'RECEIVE' && status === 'SUCCESS' && initiationVia.paymentHash === undefined
