import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import { actorOf, sessionIdOf, userIdOf } from '../../access/access-rules.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { endSession } from '../users/session-commands.ts'
import { listSessions } from '../users/session-store.ts'
import type { Sessions } from '../users/sessions.ts'

export interface SessionRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly sessions: Pick<Sessions, 'find' | 'limits' | 'removeCookie'>
}

/** Routes to list and end sessions, and to log out. */
export function sessionRoutes(app: HttpApp, { db, clock, sessions }: SessionRoutesDeps): void {
  app.get('/api/v1/auth/sessions', { config: { access: 'user' }, schema: LIST }, async (request) => {
    const current = sessionIdOf(request)
    const all = await listSessions(db, userIdOf(request), sessions.limits())
    return all.map(({ id, createdAt, lastUsedAt, address, agent }) => ({
      id,
      created_at: toIso(createdAt),
      last_used_at: toIso(lastUsedAt),
      address,
      agent,
      current: id === current,
    }))
  })
  app.delete('/api/v1/auth/sessions/:id', { config: { access: 'user' }, schema: END }, async (request) => {
    await db.transact(endSession, { id: request.params.id, actor: actorOf(request), at: unixSeconds(clock) })
    return { detail: 'Session ended' }
  })
  // Also for an ended session: its cookie must still be deleted.
  app.post('/api/v1/auth/logout', { config: { access: 'anyone' }, schema: LOG_OUT }, async (request, reply) => {
    sessions.removeCookie(request, reply)
    const found = await sessions.find(request)
    if (found !== undefined) {
      const actor = { id: found.user.id, address: request.ip }
      await db.transact(endSession, { id: found.session.id, actor, at: unixSeconds(clock) })
    }
    reply.header('clear-site-data', '"cache", "storage"')
    return { detail: 'Logged out' }
  })
}

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const SessionBody = Type.Object(
  {
    id: Type.String({ description: 'Id of the session (UUID).' }),
    created_at: Type.String({ description: 'Time of the log-in, ISO 8601.' }),
    last_used_at: Type.String({ description: 'Time of the last use, to within five minutes, ISO 8601.' }),
    address: Type.String({ description: 'IP address of the client that logged in.' }),
    agent: Type.String({ description: '`User-Agent` of the browser; clients can send any text.' }),
    current: Type.Boolean({ description: 'True: the current session.' }),
  },
  { $id: 'Session', description: 'Browser in which you are logged in.' },
)

const LIST = {
  operationId: 'listSessions',
  tags: ['accounts'],
  summary: 'List your sessions',
  description:
    'Sessions of the web app, the last used first. Access tokens are not listed, because the service does not store them.',
  response: { 200: Type.Array(schemaRef(SessionBody), { description: 'Your sessions.' }) },
} as const

const END = {
  operationId: 'endSession',
  tags: ['accounts'],
  summary: 'End a session',
  description: 'Logs out that browser; its WebSockets close within two seconds. 404 if you have no such session.',
  params: Type.Object({
    id: Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$', description: 'Id of the session (UUID).' }),
  }),
  response: { 200: schemaRef(Detail, 'Ended.') },
} as const

const LOG_OUT = {
  operationId: 'logOut',
  tags: ['accounts'],
  summary: 'Log out',
  description:
    'Ends the session of the cookie, removes the cookie and clears the data that the browser stores. 403 for a page of another site. Does nothing for an access token: `POST /api/v1/auth/logout-everywhere` revokes those.',
  response: { 200: schemaRef(Detail, 'Logged out.') },
} as const
