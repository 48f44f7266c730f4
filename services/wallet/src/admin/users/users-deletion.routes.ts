import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import { actorOf, loggedInAtOf } from '../../access/access-rules.ts'
import { proveFreshOwner } from '../../accounts/second-factor/prove-fresh-owner.ts'
import { GivenPassword } from '../../accounts/users/account-schemas.ts'
import type { Passwords } from '../../accounts/users/passwords.ts'
import type { PaymentDeps } from '../../payments/states/payment-deps.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { deleteUser } from './delete-user.ts'
import { WhichUser } from './users.routes.ts'

export interface UsersDeletionRoutesDeps {
  readonly payments: PaymentDeps
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly fixedUsername: string | undefined
}

/** Both ways to delete an account: here and not with the accounts, because payments in flight prevent it. */
export function usersDeletionRoutes(app: HttpApp, deps: UsersDeletionRoutesDeps): void {
  const { payments, passwords, throttle, fixedUsername } = deps
  app.delete('/users/api/v1/user/:user_id', { config: { access: 'super-user' }, schema: DELETE }, async (request) => {
    const { user_id: userId } = request.params
    const { force } = request.query
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    await deleteUser(payments, { userId, force, actor: actorOf(request), fixedUsername, idempotencyKey })
    return { detail: 'User deleted' }
  })
  app.delete(
    '/api/v1/auth/me',
    { config: { access: 'user', bodyOptional: true }, schema: DELETE_ME },
    async (request) => {
      const body = request.body as { password?: string } | undefined
      const actor = actorOf(request)
      const loggedInAt = loggedInAtOf(request)
      const caller = { userId: actor.id, loggedInAt, password: body?.password, address: request.ip }
      await proveFreshOwner({ ...payments, passwords, throttle }, caller)
      await deleteUser(payments, { userId: actor.id, force: false, actor, fixedUsername })
      return { detail: 'Account deleted' }
    },
  )
}

const DELETED = schemaRef(Detail, 'Deleted.')

const DELETE = {
  operationId: 'deleteUser',
  tags: ['admin'],
  summary: 'Delete a user',
  description:
    'Cannot be undone: deletes account, wallets, keys, and the texts in its payments. 400 while a payment is pending or a balance is left (unless `force`), and for the last super user. Access tokens and keys stop working immediately; unpaid invoices are cancelled. With `Idempotency-Key`, a repeated request gets the first answer.',
  params: WhichUser,
  querystring: Type.Object({
    force: Type.Boolean({
      default: false,
      description:
        'True: books the remaining balances to the operator, and later refunds of pending payments, too. Held payments are returned to their payers.',
    }),
  }),
  response: { 200: DELETED },
} as const

const DELETE_ME = {
  operationId: 'deleteCurrentUser',
  tags: ['accounts'],
  summary: 'Delete your account',
  description:
    'Cannot be undone: deletes your account, wallets and keys. An account with a password must give it; without one, the log-in must not be older than 10 minutes (403). 400 while a balance is left, or a payment is in flight or held, and for the last super user.',
  body: Type.Object({ password: Type.Optional(GivenPassword) }, { additionalProperties: false }),
  response: { 200: DELETED },
} as const
