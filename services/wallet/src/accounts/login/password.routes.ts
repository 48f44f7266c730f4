import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf, loggedInAtOf, sessionIdOf } from '../../access/access-rules.ts'
import { tellWhatEnds } from '../../access/tell-ways-in.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { proveFreshOwner } from '../second-factor/prove-fresh-owner.ts'
import { GivenPassword, NewPassword, PasswordRepeat, TokenResponse } from '../users/account-schemas.ts'
import { IN_COOKIE } from '../users/let-in.ts'
import type { LoginTokens } from '../users/login-tokens.ts'
import { requireNewPassword } from '../users/new-password.ts'
import type { Passwords } from '../users/passwords.ts'
import { changePassword, endTokens } from '../users/profile-commands.ts'

export interface PasswordRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly tokens: LoginTokens
}

interface PasswordChange {
  readonly password: string
  readonly password_repeat?: string
  readonly password_old?: string | undefined
}

/** Routes to change the password and to log out everywhere: both revoke all earlier tokens (rule D4). */
export function passwordRoutes(app: HttpApp, deps: PasswordRoutesDeps): void {
  const { db, clock, passwords, tokens } = deps
  const change = async (request: FastifyRequest, body: PasswordChange, field: 'password_old' | 'old_password') => {
    const { password, password_old: passwordOld } = body
    requireNewPassword(body)
    const actor = actorOf(request)
    const user = await proveFreshOwner(deps, {
      userId: actor.id,
      loggedInAt: loggedInAtOf(request),
      password: passwordOld,
      address: request.ip,
      field,
    })
    const passwordHash = await passwords.hash(password, request.ip)
    const { tokenVersion } = user
    const sessionId = sessionIdOf(request)
    const at = unixSeconds(clock)
    await db.transact(changePassword, { userId: user.id, passwordHash, tokenVersion, sessionId, actor, at })
    if (sessionId !== undefined) return IN_COOKIE
    // The caller is logged in already: no second factor is asked for, only a token of the new version is issued.
    const token = tokens.issue({ ...user, tokenVersion: tokenVersion + 1 })
    return { access_token: token, token_type: 'bearer' } as const
  }
  const config = { access: 'user', grantsAccess: 'handler-asks' } as const
  app.put('/api/v1/auth/password', { config, schema: CHANGE }, (request) =>
    change(request, request.body, 'password_old'),
  )
  app.put('/api/v1/auth/update-password', { config, schema: UPDATE }, async (request) => {
    const { old_password: passwordOld, new_password: password } = request.body
    const token = await change(request, { password_old: passwordOld, password }, 'old_password')
    return { detail: 'Password updated', ...token }
  })
  app.post(
    '/api/v1/auth/logout-everywhere',
    { config: { access: 'user' }, schema: LOGOUT_EVERYWHERE },
    async (request) => {
      await db.transact(endTokens, { actor: actorOf(request), at: unixSeconds(clock) })
      return { detail: 'Logged out everywhere' }
    },
  )
}

const CHANGE = {
  operationId: 'changePassword',
  tags: ['accounts'],
  summary: 'Change your password',
  description: `${tellWhatEnds('new-password')} The current session stays; the answer has a new token. An account without a password, because it registered by Nostr or a provider, sets its first one without \`password_old\`, within 10 minutes after a log-in (403 later). 400 if \`password_old\` is wrong.`,
  body: Type.Object(
    {
      password_old: Type.Optional(GivenPassword),
      password: NewPassword,
      password_repeat: PasswordRepeat,
    },
    { additionalProperties: false },
  ),
  response: { 200: schemaRef(TokenResponse, 'Changed; use this token from now on.') },
} as const

const UPDATE = {
  ...CHANGE,
  operationId: 'updatePassword',
  description: `Same as \`PUT /api/v1/auth/password\`, with the field names of LNbits. ${CHANGE.description}`,
  body: Type.Object(
    { old_password: Type.Optional(GivenPassword), new_password: NewPassword },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object(
      { detail: Type.String({ description: 'Confirmation, as text.' }), ...TokenResponse.properties },
      { description: 'Changed; use this token from now on.' },
    ),
  },
} as const

const LOGOUT_EVERYWHERE = {
  operationId: 'logOutEverywhere',
  tags: ['accounts'],
  summary: 'Log out everywhere',
  description: `${tellWhatEnds('log-out-everywhere')} This session ends as well. Wallet keys stay valid: replace them by \`PUT /api/v1/wallet/reset\`.`,
  response: { 200: schemaRef(Detail, 'Revoked.') },
} as const
