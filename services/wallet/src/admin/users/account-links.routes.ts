import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type AccountLink, type AccountLinkKind, listLinks } from '../../accounts/users/account-link-store.ts'
import { digestOfLink, newLinkToken } from '../../accounts/users/account-link-token.ts'
import { findUser } from '../../accounts/users/user-store.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { AccountsConfig } from '../../config/accounts.ts'
import type { Database } from '../../db/database.ts'
import { handOutLink, revokeLink } from './account-link-commands.ts'
import { WhichUser } from './users.routes.ts'

export interface AccountLinksRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly accounts: AccountsConfig
  readonly publicUrl: string
}

const LIFETIME_SECONDS = 3 * 86_400

/** Single-use links from administrators: to create an account, and to reset a password. */
export function accountLinksRoutes(app: HttpApp, { db, clock, accounts, publicUrl }: AccountLinksRoutesDeps): void {
  const config = { access: 'admin' } as const
  const links = { ...config, grantsAccess: true } as const
  const handOut = async (
    link: Pick<AccountLink, 'kind' | 'userId' | 'note'>,
    page: string,
    request: FastifyRequest,
  ) => {
    const actor = actorOf(request)
    const token = newLinkToken()
    const createdAt = unixSeconds(clock)
    const made = { ...link, id: newId(), createdBy: actor.id, createdAt, expiresAt: createdAt + LIFETIME_SECONDS }
    await db.transact(handOutLink, { link: made, digest: digestOfLink(token), actor, shown: shownBy(request) })
    // Browsers do not send the part after `#` to any server.
    return { id: made.id, token, url: `${publicUrl}/app/${page}#token=${token}`, expires_at: made.expiresAt }
  }
  app.post('/users/api/v1/user/:user_id/reset-link', { config: links, schema: RESET_LINK }, async (request, reply) => {
    const link = { kind: 'reset', userId: request.params.user_id, note: '' } as const
    const made = await handOut(link, 'reset', request)
    reply.code(201)
    return made
  })
  app.post('/users/api/v1/invitations', { config: links, schema: INVITE }, async (request, reply) => {
    if (accounts.allowedUsers !== undefined) {
      throw badRequest('Only listed users may use this service (`allowed_users`): a new account could not log in.', {
        code: 'invitations_off',
      })
    }
    const link = { kind: 'invitation', userId: undefined, note: request.body.note ?? '' } as const
    const made = await handOut(link, 'invitation', request)
    reply.code(201)
    return made
  })
  app.get('/users/api/v1/invitations', { config, schema: LIST }, async () => {
    const links = await listLinks(db, unixSeconds(clock))
    return Promise.all(links.map(async (link) => toJson(link, await nameOf(db, link.userId))))
  })
  app.delete('/users/api/v1/invitations/:id', { config, schema: REVOKE }, async (request) => {
    await db.transact(revokeLink, { id: request.params.id, actor: actorOf(request), at: unixSeconds(clock) })
    return { detail: 'Link revoked' }
  })
}

const nameOf = async (db: Database, userId: string | undefined): Promise<string> =>
  userId === undefined ? '' : ((await findUser(db, userId))?.username ?? '')

const toJson = (link: AccountLink, username: string) => ({
  id: link.id,
  kind: link.kind,
  user_id: link.userId ?? null,
  username,
  note: link.note,
  created_by: link.createdBy,
  created_at: link.createdAt,
  expires_at: link.expiresAt,
})

const HandedOut = Type.Object(
  {
    id: Type.String({ description: 'Id, for `DELETE /users/api/v1/invitations/{id}`.' }),
    token: Type.String({ description: 'Token; shown once, the database has a digest.' }),
    url: Type.String({ description: 'URL of the page of the web app that uses it.' }),
    expires_at: Type.Integer({ description: 'When the link expires, Unix seconds.' }),
  },
  { description: 'Link. Anyone who has it can use it: give it to its user only.' },
)

const RESET_LINK = {
  operationId: 'createResetLink',
  tags: ['admin'],
  summary: 'Create a password reset link',
  description:
    'For a user who has forgotten the password: works once, within three days, and revokes earlier links of the same user. Nothing changes until it is used. 403 for your own account, and for a super user unless you are one.',
  params: WhichUser,
  response: { 201: HandedOut },
} as const

const INVITE = {
  operationId: 'createInvitation',
  tags: ['admin'],
  summary: 'Create an invitation link',
  description:
    'The link creates one account, also if registration is closed (`invitation` of `POST /api/v1/auth/register`); it works once, within three days, and ends if its administrator loses that role. 400 while only listed users may log in (`allowed_users`).',
  body: Type.Object(
    {
      note: Type.Optional(
        Type.String({
          maxLength: 200,
          pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
          description: 'Note about the recipient, for administrators only.',
          examples: ['Alice'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 201: HandedOut },
} as const

const LIST = {
  operationId: 'listInvitations',
  tags: ['admin'],
  summary: 'List open links',
  description: 'Invitations and reset links that can still be used, newest first, without their tokens.',
  response: {
    200: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the link.' }),
        kind: Type.Unsafe<AccountLinkKind>({
          type: 'string',
          enum: ['invitation', 'reset'],
          description: '`invitation`: creates an account; `reset`: sets a new password.',
        }),
        user_id: Type.Union([Type.String(), Type.Null()], {
          description: 'Id of the user whose password is reset; null for an invitation.',
        }),
        username: Type.String({ description: 'Name of that user, or empty.' }),
        note: Type.String({ description: 'Note about the recipient, or empty.' }),
        created_by: Type.String({ description: 'Id of the administrator.' }),
        created_at: Type.Integer({ description: 'Time of creation, Unix seconds.' }),
        expires_at: Type.Integer({ description: 'When the link expires, Unix seconds.' }),
      }),
      { description: 'At most 1,000.' },
    ),
  },
} as const

const REVOKE = {
  operationId: 'revokeInvitation',
  tags: ['admin'],
  summary: 'Revoke a link',
  description: 'An invitation or a reset link. 404 if it was used or revoked, or does not exist.',
  params: Type.Object({ id: Type.String({ maxLength: 100, description: 'Id of the link.' }) }),
  response: { 200: schemaRef(Detail, 'The link is revoked.') },
} as const
