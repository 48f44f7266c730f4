import type { Readable } from 'node:stream'
import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { passOn } from '@satchel/http/inside-door'
import { schemaRef } from '@satchel/http/schema-ref'
import { forbidden } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf, roleOf, tokenVersionOf, userIdOf } from '../../access/access-rules.ts'
import { isBySession } from '../../access/principal.ts'
import type { Challenges } from '../../accounts/second-factor/challenges.ts'
import { linkIsOver } from '../../accounts/users/account-link-token.ts'
import type { LoginTokens } from '../../accounts/users/login-tokens.ts'
import type { Sessions } from '../../accounts/users/sessions.ts'
import { findUser } from '../../accounts/users/user-store.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { type ReadLink, readDownloadLink, writeDownloadLink } from './download-link.ts'
import { noteDownloadLink, useDownloadLink } from './download-link-commands.ts'

export interface DownloadLinksRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly challenges: Challenges
  readonly vault: KeyVault
  readonly tokens: LoginTokens
  readonly sessions: Sessions
  readonly publicUrl: string
}

const LIFETIME_SECONDS = 60

/**
 * Single-use links, for files too large for the memory of a page. A link acts for its user, so access lists cannot
 * allow the route that makes one.
 */
export function downloadLinksRoutes(app: HttpApp, deps: DownloadLinksRoutesDeps): void {
  const { db, clock, publicUrl } = deps
  app.post(
    '/api/v1/download-links',
    { config: { access: 'user', grantsAccess: true }, schema: CREATE },
    async (request, reply) => {
      const { path } = request.body
      if (path === BACKUP && roleOf(request) !== 'super-user') {
        throw forbidden('Only the super user may download a backup.', { code: 'super_user_required' })
      }
      const at = unixSeconds(clock)
      const needsSession = isBySession(request.principal)
      await db.transact(noteDownloadLink, { actor: actorOf(request), path, at })
      // The state when the request was accepted: an event that ends its credential meanwhile ends the link.
      const link = {
        userId: userIdOf(request),
        tokenVersion: tokenVersionOf(request),
        path,
        expiresAt: at + LIFETIME_SECONDS,
        needsSession,
      }
      const text = writeDownloadLink(deps, link)
      reply.code(201).header('Cache-Control', 'no-store')
      return { url: `${publicUrl}/api/v1/downloads/${text}`, expires_at: link.expiresAt }
    },
  )
  // Without HEAD, which would use the link up and send nothing.
  const download = { config: { access: 'anyone' }, exposeHeadRoute: false, schema: DOWNLOAD } as const
  app.get('/api/v1/downloads/:link', download, async (request, reply) => {
    reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
    const link = readDownloadLink(deps, request.params.link, unixSeconds(clock))
    if (link === undefined) throw linkIsOver()
    if (link.needsSession) {
      const found = await deps.sessions.findOfLink(request)
      // Do not use up the link: another holder of the address must not invalidate it.
      if (found?.user.id !== link.userId) throw linkIsOver()
    }
    if (!(await db.transact(useDownloadLink, { ...link, at: unixSeconds(clock) }))) throw linkIsOver()
    return reply.send(await answer(app, deps, link, { request, reply }))
  })
}

/** Uses the user's current rights: the route rejects a user who was disabled or demoted meanwhile. */
async function answer(
  app: HttpApp,
  { db, tokens }: DownloadLinksRoutesDeps,
  { userId, tokenVersion, path }: ReadLink,
  exchange: Exchange,
): Promise<Readable> {
  const user = await findUser(db, userId)
  if (user?.tokenVersion !== tokenVersion) throw linkIsOver()
  return openDownload(app, { path, token: tokens.issue(user) }, exchange)
}

interface Exchange {
  readonly request: Pick<FastifyRequest, 'headers' | 'ip'>
  readonly reply: Pick<FastifyReply, 'raw' | 'code' | 'header'>
}

/** Headers of the answer that are passed on. */
const PASSED = ['content-type', 'content-disposition', 'retry-after'] as const

/**
 * Calls a route of this app on behalf of a user, and passes status and headers on. The body is a stream with
 * backpressure; a reader that disconnects ends its source.
 */
async function openDownload(
  app: HttpApp,
  { path, token }: { readonly path: string; readonly token: string },
  { request, reply }: Exchange,
): Promise<Readable> {
  const inner = await passOn(app, request, {
    method: 'GET',
    url: path,
    headers: { host: request.headers.host ?? '', accept: '*/*', authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) inner.raw.res.destroy()
  })
  reply.code(inner.statusCode)
  for (const name of PASSED) {
    const value = inner.headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return inner.stream()
}

const BACKUP = '/admin/api/v1/backup'

const CreateLink = Type.Object(
  {
    path: Type.String({
      maxLength: 4000,
      pattern: String.raw`^(?:/admin/api/v1/backup|/api/v1/payments/export(?:\?[\x21\x22\x24-\x7e]*)?)$`,
      description: 'Path to download: the backup, or the export of payments with its query.',
      examples: ['/api/v1/payments/export?format=csv'],
    }),
  },
  { additionalProperties: false },
)

const CREATE = {
  operationId: 'createDownloadLink',
  tags: ['admin'],
  summary: 'Create a link for one download',
  description:
    'For files that a browser saves without holding them in memory. The link works once, within 60 seconds, with the permissions of its user at that moment; if a session of the web app created it, only in a browser in which that user is logged in. At most 10 a minute; each is in the audit log.',
  body: CreateLink,
  response: {
    201: Type.Object(
      {
        url: Type.String({ description: 'URL for one `GET` within 60 seconds.' }),
        expires_at: Type.Integer({ description: 'When the link expires, Unix seconds.' }),
      },
      { description: 'The link.' },
    ),
  },
} as const

const Which = Type.Object({
  link: Type.String({ maxLength: 8000, description: 'Token from `POST /api/v1/download-links`.' }),
})

const DOWNLOAD = {
  operationId: 'download',
  tags: ['admin'],
  summary: 'Download by a link',
  description: 'Answers as the route of the link does, errors included.',
  params: Type.Unsafe<Static<typeof Which>>(Which),
  response: {
    200: {
      description: 'The file.',
      content: { 'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
    },
    400: schemaRef(ErrorBody, 'The link was used, has expired, or belongs to another user.'),
  },
} as const
