import type { HttpApp } from '@satchel/http/http-app'
import { ServiceError } from '@satchel/http/service-error'
import { LARGEST_SAT, msat, sat, satToMsat, toJson } from '@satchel/money/units'
import { Type } from 'typebox'
import { userIdOf } from '../access/access-rules.ts'
import { findUser } from '../accounts/user-store.ts'
import { type Clock, unixSeconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids.ts'
import { findClaimedKey, toClaim } from '../payments/idempotency.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { findDefaultWallet } from '../wallets/wallet-store.ts'
import { adjustBalance } from './adjust-balance.ts'

export interface BalanceRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
}

/** An administrator adds to, or takes from, a user's default wallet (Spec, Admin users). */
export function balanceRoutes(app: HttpApp, { db, vault, clock }: BalanceRoutesDeps): void {
  app.put('/users/api/v1/user/:user_id/balance', { config: { access: 'admin' }, schema: ADJUST }, async (request) => {
    const { user_id: userId } = request.params
    const wallet = (await findUser(db, userId)) && (await findDefaultWallet(db, vault, userId))
    if (wallet === undefined) throw new ServiceError('not_found', 'User not found.')
    const key = request.headers['idempotency-key']
    const at = unixSeconds(clock)
    const claim = toClaim(
      {
        scope: `${userIdOf(request)} PUT /users/api/v1/user/{user_id}/balance`,
        key: typeof key === 'string' ? key : undefined,
        body: { userId, body: request.body },
      },
      at,
    )
    const replayed = claim && (await findClaimedKey(db, claim))
    const balance =
      replayed?.answer ??
      (await db.transact(adjustBalance, {
        id: newId(),
        walletId: wallet.id,
        amountMsat: satToMsat(sat(request.body.amount)),
        madeBy: userIdOf(request),
        at,
        claim,
      }))
    return { user_id: userId, new_balance: toJson(msat(BigInt(balance))) }
  })
}

const ADJUST = {
  operationId: 'adjustUserBalance',
  tags: ['admin'],
  summary: "Change a user's balance",
  description:
    "Adds (positive) or subtracts (negative) satoshis to the user's default wallet, booked against the adjustments account. 400 when the balance would fall below zero. `new_balance` is in millisatoshis.",
  params: Type.Object({
    user_id: Type.String({ format: 'uuid', description: 'User UUID.' }),
  }),
  body: Type.Object({
    amount: Type.Integer({
      minimum: -Number(LARGEST_SAT),
      maximum: Number(LARGEST_SAT),
      not: { const: 0 },
      description: 'Satoshis; positive adds, negative subtracts, not zero.',
      examples: [1000],
    }),
  }),
  response: {
    200: Type.Object(
      {
        user_id: Type.String({ description: 'User UUID.' }),
        new_balance: Type.Integer({ description: 'Millisatoshis.' }),
      },
      { description: 'The new balance of the default wallet.' },
    ),
  },
} as const
