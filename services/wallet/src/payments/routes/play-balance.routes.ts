import type { HttpApp } from '@satchel/http/http-app'
import { sat, satToMsat, toJson } from '@satchel/money/units'
import { Type } from 'typebox'
import { walletOf } from '../../access/access-rules.ts'
import { findAvailable } from '../../ledger/ledger.ts'
import { PaymentHash } from '../answers/payment-schemas.ts'
import { addPlayBalance, MAX_PLAY_SAT } from '../receiving/add-play-balance.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { claimOf, unclear } from './payment.routes.ts'

const DEFAULT_SAT = 10_000
const DEFAULT_MEMO = 'Play satoshis'

/** `POST /api/v1/wallet/play-balance`: here and not with the wallets, because it is a payment that arrives. */
export function playBalanceRoutes(app: HttpApp, deps: PaymentDeps): void {
  app.post(
    '/api/v1/wallet/play-balance',
    { config: { access: 'admin-key', bodyOptional: true }, schema: PLAY },
    async (request, reply) => {
      const body = request.body as { amount?: number; memo?: string } | undefined
      const amountMsat = satToMsat(sat(body?.amount ?? DEFAULT_SAT))
      const { id: walletId } = walletOf(request)
      const payment = await addPlayBalance(deps, {
        walletId,
        amountMsat,
        memo: body?.memo ?? DEFAULT_MEMO,
        claim: claimOf(deps, request),
      })
      reply.code(201)
      return {
        checking_id: payment.checkingId,
        payment_hash: payment.paymentHash,
        amount: body?.amount ?? DEFAULT_SAT,
        balance: toJson(await findAvailable(deps.db, walletId)),
      }
    },
  )
}

const PLAY = {
  operationId: 'addPlayBalance',
  tags: ['wallets'],
  summary: 'Get play money',
  description: `Where the Lightning node is simulated (\`real_money: false\` in \`GET /api/v1/status\`): an invoice of the wallet that the outside world of the simulated node pays at once. 403 on every other node; 400 above a balance of ${MAX_PLAY_SAT} sat.`,
  querystring: Type.Object({
    wallet_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'With an access token: id of one of your wallets; absent = your oldest.',
      }),
    ),
  }),
  body: Type.Object({
    amount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PLAY_SAT, default: DEFAULT_SAT, description: 'Amount, satoshis.' }),
    ),
    memo: Type.Optional(
      Type.String({ maxLength: 100, default: DEFAULT_MEMO, description: 'Memo of the payment in the history.' }),
    ),
  }),
  response: {
    201: Type.Object(
      {
        checking_id: Type.String({ description: 'Payment hash of the receipt.' }),
        payment_hash: PaymentHash,
        amount: Type.Integer({ description: 'Amount, satoshis.' }),
        balance: Type.Integer({ description: 'Balance of the wallet after it, millisatoshis.' }),
      },
      { description: 'Received.' },
    ),
    ...unclear,
  },
} as const
