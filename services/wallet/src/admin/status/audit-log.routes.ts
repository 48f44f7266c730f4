import type { HttpApp } from '@satchel/http/http-app'
import { Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { type AuditLine, listAuditLog } from './audit-log-store.ts'

/** The audit log: actor, action, time and address. No account can change or delete a line (rule S530). */
export function auditLogRoutes(app: HttpApp, { db }: { readonly db: Database }): void {
  app.get('/admin/api/v1/audit', { config: { access: 'super-user' }, schema: LIST }, async (request, reply) => {
    const { limit, cursor, ...filter } = request.query
    const page = await listAuditLog(db, filter, { limit, cursor })
    reply.header('X-Total-Count', page.total)
    if (page.nextCursor !== undefined) reply.header('X-Next-Cursor', page.nextCursor)
    return {
      data: page.lines.map(toJsonLine),
      total: page.total,
      ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
    }
  })
}

const toJsonLine = ({ actorName, ...line }: AuditLine) => ({ ...line, actor_name: actorName })

const exact = (description: string) =>
  Type.Optional(Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', description }))

const seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 253_402_300_799, description: `${description} Unix seconds, inclusive.` }),
  )

const LIST = {
  operationId: 'listAuditLog',
  tags: ['admin'],
  summary: 'Read the audit log',
  description:
    'Log-ins, accounts, permissions, settings, adjustments and halts, newest first. `X-Total-Count` is the number of matches, `X-Next-Cursor` the cursor of the next page.',
  querystring: Type.Object({
    actor: exact('Only what this user did: an id, or `environment` for what the start did.'),
    action: exact('Only this action, for example `setting-changed`.'),
    subject: exact('Only what was done to this user, wallet, token or setting.'),
    from: seconds('Not older.'),
    to: seconds('Not newer.'),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    cursor: Type.Optional(Type.String({ maxLength: 64, description: 'Cursor from `next_cursor` or `X-Next-Cursor`.' })),
  }),
  response: {
    200: Type.Object(
      {
        data: Type.Array(
          Type.Object({
            id: Type.Integer({ description: 'Id; ascends in the order of writing.' }),
            actor: Type.String({ description: 'Actor: id of a user, or `environment`.' }),
            actor_name: Type.String({ description: 'Current name of that user, or empty.' }),
            action: Type.String({ description: 'Action, in the past tense.' }),
            subject: Type.String({ description: 'Object: an id or a name, or empty.' }),
            detail: Type.Object({}, { additionalProperties: true, description: 'Details without secrets.' }),
            address: Type.String({ description: 'IP address of the client, or empty.' }),
            at: Type.Integer({ description: 'Time of the action, Unix seconds.' }),
          }),
          { description: 'One page.' },
        ),
        total: Type.Integer({ description: 'Number of matches.' }),
        next_cursor: Type.Optional(Type.String({ description: 'Cursor of the next page; absent on the last page.' })),
      },
      { description: 'One page.' },
    ),
  },
} as const
