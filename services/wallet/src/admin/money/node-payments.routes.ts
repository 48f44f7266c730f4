import { ERROR_CODE_FIELDS } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { msat, toJson } from '@satchel/money/units'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import type { PaymentDeps } from '../../payments/states/payment-deps.ts'
import { acceptNodePayment } from '../../payments/stuck/accept-node-payment.ts'

/** Payments that an operator made directly at the node. */
export function nodePaymentsRoutes(app: HttpApp, { payments }: { readonly payments: PaymentDeps }): void {
  app.post(
    '/api/v1/admin/node-payments/:payment_hash/accept',
    { config: { access: 'super-user' }, schema: ACCEPT },
    async (request) => {
      const { amount_msat: amount, fee_msat: fee, reason, force = false } = request.body
      const accepted = await acceptNodePayment(payments, {
        paymentHash: request.params.payment_hash,
        amountMsat: amount === undefined ? undefined : msat(BigInt(amount)),
        feeMsat: fee === undefined ? undefined : msat(BigInt(fee)),
        reason,
        force,
        actor: actorOf(request),
      })
      return {
        payment_hash: accepted.paymentHash,
        amount_msat: toJson(accepted.amountMsat),
        fee_msat: toJson(accepted.feeMsat),
        accepted_at: accepted.at,
      }
    },
  )
}

const MAX_MSAT = 9_007_199_254_740_000

const ACCEPT = {
  operationId: 'acceptNodePayment',
  tags: ['admin'],
  summary: 'Accept a payment made directly at the node',
  description:
    'Books amount and fee once, as a loss of the operator, so that the comparison of node and books no longer lists it. 409 if the node does not confirm that it paid (unless `force`), and if the books have it already. Does not resume payments.',
  params: Type.Object({
    payment_hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      'x-lower-case': true,
      description: 'Payment hash at the node.',
    }),
  }),
  body: Type.Object(
    {
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '^[^\\u0000]*$',
        description: 'Reason for the audit log.',
        examples: ['Paid by hand while the service was down.'],
      }),
      amount_msat: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_MSAT,
          description: 'Amount without the fee. Required if this service has no payment with this hash.',
        }),
      ),
      fee_msat: Type.Optional(
        Type.Integer({ minimum: 0, maximum: MAX_MSAT, description: 'Fee. Required if the node does not report it.' }),
      ),
      force: Type.Optional(Type.Boolean({ description: 'True: also if the node does not confirm that it paid.' })),
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object(
      {
        payment_hash: Type.String({ description: 'Payment hash.' }),
        amount_msat: Type.Integer({ description: 'Amount booked, without the fee.' }),
        fee_msat: Type.Integer({ description: 'Fee booked.' }),
        accepted_at: Type.Integer({ description: 'Time of booking, Unix seconds.' }),
      },
      { description: 'Booked.' },
    ),
    409: Type.Object(
      {
        detail: Type.String({ description: 'Reason of the rejection.' }),
        ...ERROR_CODE_FIELDS,
        node_answer: Type.Optional(Type.String({ description: 'Answer of the node, as text.' })),
      },
      { description: 'The node does not confirm that it paid, or the books have the payment already.' },
    ),
  },
} as const
