import { toJson } from '@satchel/money/units'
import { type TSchema, Type } from 'typebox'
import { statusOf } from '../../payments/states/payment-states.ts'
import type { OperatorPayment } from '../../payments/stuck/operator-payment-store.ts'

export const toOperatorJson = ({ payment, userId, dueAt }: OperatorPayment, now: number) => ({
  checking_id: payment.checkingId,
  wallet_id: payment.walletId,
  user_id: userId ?? null,
  direction: payment.direction,
  state: payment.state,
  status: statusOf(payment.state),
  amount_msat: toJson(payment.amountMsat),
  fee_msat: toJson(payment.feeMsat),
  fee_limit_msat: toJson(payment.feeLimitMsat),
  payment_hash: payment.paymentHash,
  peer_id: payment.peerId ?? null,
  hold: payment.hold !== '',
  attempt: payment.attempt,
  polls: payment.polls,
  age_seconds: Math.max(0, now - payment.createdAt),
  created_at: payment.createdAt,
  due_at: dueAt === undefined ? null : Math.floor(dueAt / 1000),
  expires_at: payment.expiresAt,
  node: payment.sourceId,
  node_answer: payment.nodeAnswer ?? null,
  failure: payment.failure ?? null,
})

const orNull = <S extends TSchema>(schema: S, description: string) => Type.Union([schema, Type.Null()], { description })

export const OperatorPaymentBody = Type.Object(
  {
    checking_id: Type.String({ description: 'Checking id of the payment.' }),
    wallet_id: Type.String({ description: 'Id of the wallet.' }),
    user_id: orNull(Type.String(), 'Id of the user; null = the account is deleted.'),
    direction: Type.String({ enum: ['in', 'out'], description: 'Direction: received or sent.' }),
    state: Type.String({
      description:
        'State, finer than the status: `reserved`, `dispatched`, `closing`, `held`, `settling`, `cancelling`, `open`, `success`, `failed`, `expired`.',
    }),
    status: Type.String({ enum: ['pending', 'success', 'failed'], description: 'Status that the owner sees.' }),
    amount_msat: Type.Integer({ description: 'Amount, millisatoshis.' }),
    fee_msat: Type.Integer({ description: 'Fee charged, millisatoshis.' }),
    fee_limit_msat: Type.Integer({ description: 'Fee reserve, millisatoshis.' }),
    payment_hash: Type.String({ description: 'Payment hash at the node.' }),
    peer_id: orNull(Type.String(), 'The other row of a payment between two wallets of this service.'),
    hold: Type.Boolean({ description: 'True: a hold invoice.' }),
    attempt: Type.Integer({ description: 'Number of times it was sent.' }),
    polls: Type.Integer({ description: 'Number of times the node was asked about it.' }),
    age_seconds: Type.Integer({ description: 'Age since its creation.' }),
    created_at: Type.Integer({ description: 'Time of creation, Unix seconds.' }),
    due_at: orNull(Type.Integer(), 'When the service polls it next, or a hold is sent back: Unix seconds.'),
    expires_at: Type.Integer({ description: 'When the invoice expires, Unix seconds.' }),
    node: Type.Integer({ description: 'Its node: `id` in `nodes` of `GET /api/v1/admin/status`.' }),
    node_answer: orNull(Type.String(), "The node's last answer about it, in words; null = not known."),
    failure: orNull(Type.String(), 'Reason of the failure; null = it has not failed.'),
  },
  { $id: 'OperatorPayment', description: 'Payment, for operators.' },
)
