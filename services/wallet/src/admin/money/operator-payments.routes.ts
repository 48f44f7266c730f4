import { ERROR_CODE_FIELDS } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid, notFound } from '@satchel/http/service-error'
import { msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import { actorOf, loggedInAtOf } from '../../access/access-rules.ts'
import { proveFreshSecondFactor } from '../../accounts/second-factor/prove-fresh-second-factor.ts'
import type { TotpDeps } from '../../accounts/second-factor/prove-totp.ts'
import { TotpCode } from '../../accounts/second-factor/second-factor-schemas.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { Direction } from '../../payments/states/payment-columns.ts'
import type { PaymentDeps } from '../../payments/states/payment-deps.ts'
import type { PaymentState } from '../../payments/states/payment-states.ts'
import {
  findOperatorPayment,
  isListableOverAll,
  listOperatorPayments,
  type OperatorPayment,
  PAYMENT_STATES,
} from '../../payments/stuck/operator-payment-store.ts'
import { pollPayment } from '../../payments/stuck/poll-payment.ts'
import { resolvePayment } from '../../payments/stuck/resolve-payment.ts'
import { OperatorPaymentBody, toOperatorJson } from './operator-payment-schemas.ts'

export interface OperatorPaymentsRoutesDeps extends TotpDeps {
  readonly payments: PaymentDeps
}

/** Payments of all wallets for the operator: list what is stuck, poll the node now, resolve. */
export function operatorPaymentsRoutes(app: HttpApp, deps: OperatorPaymentsRoutesDeps): void {
  const { db, clock, payments } = deps
  const config = { access: 'super-user' } as const
  const require = async (checkingId: string): Promise<OperatorPayment> => {
    const found = await findOperatorPayment(db, checkingId)
    if (found === undefined) throw notFound('Payment not found.', { code: 'payment_not_found' })
    return found
  }
  const show = async (checkingId: string) => toOperatorJson(await require(checkingId), unixSeconds(clock))

  app.get('/api/v1/admin/payments', { config, schema: LIST }, async (request, reply) => {
    const filter = readFilter(request.query, unixSeconds(clock))
    const { payments: found, total } = await listOperatorPayments(db, filter, request.query)
    reply.header('X-Total-Count', total)
    return { data: found.map((payment) => toOperatorJson(payment, unixSeconds(clock))), total }
  })
  app.post('/api/v1/admin/payments/:checking_id/poll', { config, schema: POLL }, async (request) => {
    const { payment } = await require(request.params.checking_id)
    const { nodeAnswer, changed } = await pollPayment(payments, payment)
    return { node_answer: nodeAnswer, changed, payment: await show(payment.checkingId) }
  })
  app.post('/api/v1/admin/payments/:checking_id/resolve', { config, schema: RESOLVE }, async (request) => {
    const { outcome, preimage, fee_msat: feeMsat, reason, force = false, totp } = request.body
    const actor = actorOf(request)
    const { payment } = await require(request.params.checking_id)
    await proveFreshSecondFactor(deps, { actor, loggedInAt: loggedInAtOf(request), totp })
    const fee = feeMsat === undefined ? undefined : msat(BigInt(feeMsat))
    const resolution = { outcome, preimage, feeMsat: fee, reason, force, actor }
    const nodeAnswer = await resolvePayment(payments, payment, resolution)
    return { node_answer: nodeAnswer, payment: await show(payment.checkingId) }
  })
}

function readFilter(query: Static<typeof ListQuery>, now: number) {
  const { state, direction, wallet_id: walletId, payment_hash: paymentHash, older_than_seconds: age } = query
  if (!isListableOverAll(state) && walletId === undefined && paymentHash === undefined) {
    const msg = 'needs `wallet_id` or `payment_hash`: there may be millions'
    throw invalid({ type: 'value_error', loc: ['query', 'state'], msg, input: state })
  }
  return { state, direction, walletId, paymentHash, before: age === undefined ? undefined : now - age }
}

const ListQuery = Type.Object({
  state: Type.Unsafe<PaymentState | 'unfinished' | 'any'>({
    type: 'string',
    enum: ['unfinished', 'any', ...PAYMENT_STATES],
    default: 'unfinished',
    description:
      '`unfinished`: all states that are not final, except open invoices; also internal payments whose invoice the node has not closed yet. Final states and `any` require a wallet or a hash.',
  }),
  direction: Type.Optional(
    Type.Unsafe<Direction>({
      type: 'string',
      enum: ['in', 'out'],
      description: 'Only received, or only sent payments.',
    }),
  ),
  wallet_id: Type.Optional(
    Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$', description: 'Only payments of this wallet.' }),
  ),
  payment_hash: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{64}$', 'x-lower-case': true, description: 'Only payments with this hash.' }),
  ),
  older_than_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Only payments that are older.' }),
  ),
  order: Type.Unsafe<'newest' | 'oldest'>({
    type: 'string',
    enum: ['newest', 'oldest'],
    default: 'oldest',
    description: 'Order of the list.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
})

const LIST = {
  operationId: 'listUnfinishedPayments',
  tags: ['admin'],
  summary: 'List unfinished payments of all wallets',
  description: 'Payments that are not final, with the reason. `X-Total-Count` is their number.',
  querystring: ListQuery,
  response: {
    200: Type.Object(
      {
        data: Type.Array(schemaRef(OperatorPaymentBody), { description: 'One page.' }),
        total: Type.Integer({ description: 'Number of matches.' }),
      },
      { description: 'One page.' },
    ),
  },
} as const

const WhichPayment = Type.Object({
  checking_id: Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$', description: 'Checking id of the payment.' }),
})

const NodeAnswer = Type.String({ description: 'Answer of the node, as text; `no answer: …` if there was none.' })

const POLL = {
  operationId: 'pollPayment',
  tags: ['admin'],
  summary: 'Query the node about a payment now',
  description:
    'Waits at most 5 seconds and applies the answer of the node as the reconciler would later. Retries the decision about a held payment. Changes nothing if the node does not answer.',
  params: WhichPayment,
  response: {
    200: Type.Object(
      {
        node_answer: NodeAnswer,
        changed: Type.Boolean({ description: 'True: the state of the payment has changed.' }),
        payment: schemaRef(OperatorPaymentBody),
      },
      { description: 'Answer of the node, and the payment after it.' },
    ),
  },
} as const

const RESOLVE = {
  operationId: 'resolvePayment',
  tags: ['admin'],
  summary: 'Resolve a stuck payment',
  description:
    'Queries the node first: 409 with its answer if it does not confirm the outcome, unless `force`. `failed` refunds the payer in full. `paid` charges amount and fee, or credits an invoice: from the amount that the node received; with `force`, at the loss of the operator. For a payment between two wallets, resolves both sides. 400 if the payment is final, 404 if it does not exist. An account with a second factor gives `totp`, or has logged in within the last 10 minutes (403). Recorded in the audit log. See the guide, "Stuck money".',
  params: WhichPayment,
  body: Type.Object(
    {
      outcome: Type.Unsafe<'paid' | 'failed'>({
        type: 'string',
        enum: ['paid', 'failed'],
        description: 'Outcome.',
      }),
      preimage: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{64}$',
          'x-lower-case': true,
          writeOnly: true,
          description:
            'With `paid`, for a payment to another node: the preimage, if you have it. Without it, the payment is recorded as unproven.',
        }),
      ),
      fee_msat: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 9_007_199_254_740_000,
          description:
            'With `paid`, for a payment to another node: routing fee, if the node does not report it. The operator bears the part above the limit.',
        }),
      ),
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '^[^\\u0000]*$',
        description: 'Reason for the audit log; the owner sees it as the reason of a failure.',
      }),
      force: Type.Optional(Type.Boolean({ description: 'True: also if the node does not confirm it.' })),
      totp: Type.Optional(TotpCode),
    },
    { additionalProperties: false, examples: [{ outcome: 'failed', reason: 'The node has lost it.' }] },
  ),
  response: {
    200: Type.Object(
      { node_answer: NodeAnswer, payment: schemaRef(OperatorPaymentBody) },
      { description: 'The payment after the change.' },
    ),
    409: Type.Object(
      {
        detail: Type.String({ description: 'Reason of the rejection.' }),
        ...ERROR_CODE_FIELDS,
        node_answer: Type.Optional(NodeAnswer),
      },
      { description: 'The node does not confirm the outcome, or the payment has changed in the meantime.' },
    ),
  },
} as const
