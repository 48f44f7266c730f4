import type { PaymentView } from '@satchel/extension-sdk/context'
import type { Payment } from '../../../payments/states/payment.ts'
import { statusOf } from '../../../payments/states/payment-states.ts'

/** A payment in the view of an extension. */
export const toPaymentView = (payment: Payment): PaymentView => {
  const status = statusOf(payment.state)
  return {
    paymentHash: payment.paymentHash,
    paymentRequest: payment.bolt11,
    direction: payment.direction,
    status,
    msat: Number(payment.amountMsat),
    feeMsat: Number(payment.feeMsat),
    memo: payment.memo,
    tag: payment.tag,
    extra: JSON.parse(payment.extra) as PaymentView['extra'],
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
    ...(status === 'success' && payment.preimage !== undefined && { preimage: payment.preimage }),
    ...(payment.finishedAt !== undefined && { settledAt: payment.finishedAt }),
  }
}
