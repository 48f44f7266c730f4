import { readInvoice } from '@satchel/bolt11/read-invoice'
import { type Msat, sat, satToMsat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { DatedReceipt } from '../../lists/time-cursor.ts'
import type { IncomingStatus } from '../../port/funding-source.ts'

const Sats = Type.Integer({ minimum: 1, maximum: Math.floor(Number.MAX_SAFE_INTEGER / 1000) })
/** Unix seconds in the first version of the interface, a date in the second. */
const Time = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' }), Type.Null()])

/** An invoice at OpenNode. One charge may be paid over Lightning or on the chain. */
export const Charge = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  /** The requested amount. OpenNode reports its fee separately. */
  amount: Sats,
  lightning_invoice: Type.Optional(
    Type.Union([Type.Object({ payreq: Type.String(), settled_at: Type.Optional(Time) }), Type.Null()]),
  ),
})
export type Charge = Static<typeof Charge>

/** Throws for an undocumented state: nothing follows from it. */
export function toIncomingStatus(charge: Charge): IncomingStatus {
  switch (charge.status) {
    case 'unpaid':
    // Seen or missing something on the chain: over Lightning it is unpaid.
    case 'processing':
    case 'underpaid':
      return { status: 'open' }
    case 'paid':
      return { status: 'settled', amountMsat: askedMsat(charge) }
    case 'expired':
    case 'refunded':
    case 'failed':
      return { status: 'closed' }
    default:
      throw new Error('OpenNode shows a charge in a state that is not documented')
  }
}

/** Undefined = nothing has arrived over Lightning. */
export function toDatedReceipt(charge: Charge): (DatedReceipt & { readonly id: string }) | undefined {
  const { lightning_invoice: invoice } = charge
  const settledAt = invoice?.settled_at ?? undefined
  if (charge.status !== 'paid' || invoice === undefined || invoice === null || settledAt === undefined) return undefined
  const { paymentHash } = readInvoice(invoice.payreq)
  return {
    id: charge.id,
    atMs: typeof settledAt === 'number' ? settledAt * 1000 : Date.parse(settledAt),
    receipt: {
      // A charge is paid once.
      receiptId: `opennode:${paymentHash}`,
      paymentHash,
      kind: 'settled',
      amountMsat: askedMsat(charge),
    },
  }
}

const askedMsat = ({ amount }: Charge): Msat => satToMsat(sat(amount))
