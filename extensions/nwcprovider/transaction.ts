import type { Json, PaymentView } from '@satchel/extension-sdk/context'
import type { DecodedInvoice } from '@satchel/extension-sdk/decoded-invoice'
import type { NwcCtx } from './fields.ts'

/** A payment as apps read it: millisatoshis and Unix seconds (NIP-47). */
export function toTransaction(ctx: Pick<NwcCtx, 'decode' | 'now'>, payment: PaymentView): Record<string, Json> {
  const { descriptionHash } = decoded(ctx, payment.paymentRequest) ?? {}
  const state = stateOf(payment, ctx.now() / 1000)
  return {
    type: payment.direction === 'in' ? 'incoming' : 'outgoing',
    state,
    invoice: payment.paymentRequest,
    description: payment.memo,
    ...(descriptionHash !== undefined && { description_hash: descriptionHash }),
    ...(payment.preimage !== undefined && { preimage: payment.preimage }),
    payment_hash: payment.paymentHash,
    amount: payment.msat,
    fees_paid: payment.feeMsat,
    created_at: payment.createdAt,
    expires_at: payment.expiresAt,
    ...(state === 'settled' && payment.settledAt !== undefined && { settled_at: payment.settledAt }),
    metadata: metadataOf(payment.extra),
  }
}

const STATES = { success: 'settled', failed: 'failed', pending: 'pending' } as const

const stateOf = ({ status, direction, expiresAt }: PaymentView, now: number): string =>
  direction === 'in' && status !== 'success' && expiresAt <= now ? 'expired' : STATES[status]

const metadataOf = (extra: Json): Json => (typeof extra === 'object' && extra !== null ? extra : {})

export function decoded(ctx: Pick<NwcCtx, 'decode'>, bolt11: string): DecodedInvoice | undefined {
  try {
    return ctx.decode(bolt11)
  } catch {
    return undefined
  }
}
