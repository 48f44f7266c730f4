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
  summary: 'Get play satoshis',
  description: `Where the Lightning node is simulated (\`real_money: false\` in \`GET /api/v1/status\`): an invoice of the wallet that the outside world of the simulated node pays at once. 403 on every other node; 400 above a balance of ${MAX_PLAY_SAT} sat.`,
  querystring: Type.Object({
    wallet_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'With an access token: which of your wallets; else your oldest.' }),
    ),
  }),
  body: Type.Object({
    amount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PLAY_SAT, default: DEFAULT_SAT, description: 'Satoshis.' }),
    ),
    memo: Type.Optional(
      Type.String({ maxLength: 100, default: DEFAULT_MEMO, description: 'The memo of the payment in the history.' }),
    ),
  }),
  response: {
    201: Type.Object(
      {
        checking_id: Type.String({ description: 'Of the payment that arrived.' }),
        payment_hash: PaymentHash,
        amount: Type.Integer({ description: 'Satoshis.' }),
        balance: Type.Integer({ description: 'Of the wallet now, millisatoshis.' }),
      },
      { description: 'Received.' },
    ),
    ...unclear,
  },
} as const
