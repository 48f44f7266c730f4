import type { HttpApp } from '@satchel/http/http-app'
import { forbidden, notFound } from '@satchel/http/service-error'
import { MAX_SAT, toJson } from '@satchel/money/units'
import { Type } from 'typebox'
import { actorOf, roleOf } from '../../access/access-rules.ts'
import { findUser } from '../../accounts/users/user-store.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { findDefaultWallet, findWallet } from '../../wallets/wallet-store.ts'
import { type AdjustWalletDeps, adjustWallet } from './adjust-wallet.ts'

export interface BalanceRoutesDeps extends AdjustWalletDeps {
  readonly vault: KeyVault
}

/** Administrators add to, or take from, a user's default wallet (rule W24) or any wallet (rule S530). */
export function balanceRoutes(app: HttpApp, deps: BalanceRoutesDeps): void {
  const { db, vault } = deps
  app.put('/users/api/v1/user/:user_id/balance', { config: { access: 'admin' }, schema: ADJUST }, async (request) => {
    const { user_id: userId } = request.params
    const user = await findUser(db, userId)
    if (user?.role === 'super-user' && roleOf(request) !== 'super-user') {
      throw forbidden('Only the super user may change the balance of a super user.', { code: 'super_user_required' })
    }
    const wallet = user && (await findDefaultWallet(db, vault, userId))
    if (wallet === undefined) throw notFound('User not found.', { code: 'user_not_found' })
    const balance = await adjustWallet(deps, {
      walletId: wallet.id,
      amountSat: request.body.amount,
      actor: actorOf(request),
      route: 'PUT /users/api/v1/user/{user_id}/balance',
      body: { userId, body: request.body },
      idempotencyKey: request.headers['idempotency-key'],
    })
    return { user_id: userId, new_balance: toJson(balance) }
  })
  app.put('/api/v1/admin/topup', { config: { access: 'super-user' }, schema: TOP_UP }, async (request) => {
    const { id, amount } = request.body
    const wallet = await findWallet(db, vault, id)
    if (wallet === undefined) throw notFound('Wallet not found.', { code: 'wallet_not_found' })
    const balance = await adjustWallet(deps, {
      walletId: wallet.id,
      amountSat: amount,
      actor: actorOf(request),
      route: 'PUT /api/v1/admin/topup',
      body: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    })
    return { wallet_id: wallet.id, new_balance: toJson(balance) }
  })
}

const amount = Type.Integer({
  minimum: -Number(MAX_SAT),
  maximum: Number(MAX_SAT),
  not: { const: 0 },
  description: 'Amount, satoshis: positive adds, negative subtracts, not zero.',
  examples: [1000],
})

const newBalance = Type.Integer({ description: 'New balance, millisatoshis.' })

const ADJUST = {
  operationId: 'adjustUserBalance',
  tags: ['admin'],
  summary: "Change a user's balance",
  description:
    'Adds (positive) or subtracts (negative) satoshis in the default wallet of the user, booked against the adjustments account. 400 if the balance would fall below zero or exceed the limit of a wallet; 403 if an administrator requests it for a super user. With `Idempotency-Key`, a repeated request gets the first answer and is not booked again. `new_balance` is in millisatoshis.',
  params: Type.Object({
    user_id: Type.String({ format: 'uuid', description: 'Id of the user (UUID).' }),
  }),
  body: Type.Object({ amount }),
  response: {
    200: Type.Object(
      {
        user_id: Type.String({ description: 'Id of the user (UUID).' }),
        new_balance: newBalance,
      },
      { description: 'The new balance of the default wallet.' },
    ),
  },
} as const

const TOP_UP = {
  operationId: 'topUpWallet',
  tags: ['admin'],
  summary: 'Top up a wallet',
  description:
    'Adds (positive) or subtracts (negative) satoshis, booked against the adjustments account. 400 if the balance would fall below zero or exceed the limit of a wallet. With `Idempotency-Key`, a repeated request gets the first answer and is not booked again.',
  body: Type.Object({
    id: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[^\\u0000]*$',
      'x-lower-case': true,
      description: 'Id of the wallet.',
      examples: ['0b7e8f8a-7c1f-4f0e-9d55-0c3f6d2a9b41'],
    }),
    amount,
  }),
  response: {
    200: Type.Object(
      { wallet_id: Type.String({ description: 'Id of the wallet.' }), new_balance: newBalance },
      { description: 'The new balance.' },
    ),
  },
} as const
