import { type Static, Type } from 'typebox'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Time = Type.Optional(Type.Object({ iso: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' }) }))

/** A payment in the audit that went through. Newer versions name some fields of its parts otherwise. */
export const AuditedPayment = Type.Object({
  /** The parent of its parts. */
  id: Type.String({ minLength: 1 }),
  paymentHash: Hex32,
  recipientAmount: Amount,
  parts: Type.Array(
    Type.Object({
      fees: Type.Optional(Amount),
      feesPaid: Type.Optional(Amount),
      settledAt: Time,
      timestamp: Time,
    }),
    { minItems: 1 },
  ),
})
export type AuditedPayment = Static<typeof AuditedPayment>

/** Unix milliseconds. */
export function settledMs({ parts }: AuditedPayment): number {
  const ends = parts.map(({ settledAt, timestamp }) => Date.parse((settledAt ?? timestamp)?.iso ?? ''))
  const last = Math.max(...ends)
  if (!Number.isSafeInteger(last)) throw new Error('Eclair does not say when a payment went through')
  return last
}
