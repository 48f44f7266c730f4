import { backendOf, type SourceKind } from '@satchel/lightning/all-backends'
import type { OrderNote } from '@satchel/lightning/port/order-elsewhere'
import { msat } from '@satchel/money/units'
import type { Change } from '../../db/database.ts'
import { writeOrderNote } from '../../funding/order-notes.ts'
import { attemptIdOf } from '../../payments/states/payment.ts'
import type { StagedPayment } from '../staged.ts'

interface Orders {
  /** Undefined: no node of ours is of that kind. */
  readonly sourceKind: SourceKind | undefined
  /** Unix seconds. */
  readonly at: number
}

/**
 * Notes of LNbits' orders at a service that knows only its own ids (decision 0060). Without a note a payment would
 * count as never sent, and its reserve would return although it was paid.
 */
export function noteOrders(row: StagedPayment, { sourceKind, at }: Orders): Change[] {
  if (sourceKind === undefined) return []
  const note = noteOf(row, sourceKind, at)
  return note === undefined ? [] : [writeOrderNote(sourceKind, note, { replace: row.how === 'pending' })]
}

function noteOf(row: StagedPayment, kind: SourceKind, at: number): OrderNote | undefined {
  const { noteElsewhere } = backendOf(kind)
  const { how, hash, id: checkingId, amount, expires, twin } = row
  // Either of two orders of one hash may be the paid one.
  const orderId = twin === 1 ? undefined : idAtService(row)
  if (how === 'open') return orderId === undefined ? undefined : noteElsewhere?.invoice?.(hash, orderId)
  // A payment that LNbits reports as failed may have been paid, and its invoice can be paid again until it expires.
  const mayBePaidAgain = how === 'failed-out' && orderId !== undefined && expires > at
  if (how !== 'pending' && !mayBePaidAgain) return undefined
  // This service has made no attempt.
  const attemptId = attemptIdOf({ checkingId, attempt: 0 })
  return noteElsewhere?.payment({ paymentHash: hash, amountMsat: msat(BigInt(amount)), attemptId, orderId })
}

/** Undefined: LNbits has only its own name of the payment, because the service had not answered. */
const idAtService = ({ old_id: id }: StagedPayment): string | undefined =>
  /^([0-9a-f]{64}|internal_.*|temp_.*|)$/.test(id) ? undefined : id
