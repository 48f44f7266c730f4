import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { notFound } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { countAlarms, findAlarm, listStoredAlarms, type StoredAlarm } from '../../ledger/alarm-store.ts'
import { acknowledgeAlarm } from './acknowledge-alarm.ts'

export interface AlarmsRoutesDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Routes to read alarms and to acknowledge them. */
export function alarmsRoutes(app: HttpApp, { db, clock }: AlarmsRoutesDeps): void {
  const config = { access: 'super-user' } as const
  app.get('/api/v1/admin/alarms', { config, schema: LIST }, async (request, reply) => {
    const total = await countAlarms(db, request.query.all)
    reply.header('X-Total-Count', total)
    return { data: (await listStoredAlarms(db, request.query)).map(toJson), total }
  })
  app.put('/api/v1/admin/alarms/:id', { config, schema: ACKNOWLEDGE }, async (request) => {
    // Read as text, because a 422 would repeat an invalid number, and paths may contain secrets by mistake.
    const id = /^[1-9]\d{0,15}$/.test(request.params.id) ? Number(request.params.id) : undefined
    if (id === undefined) throw notFound('Alarm not found.', { code: 'alarm_not_found' })
    const { acknowledged } = request.body
    const input = { id, acknowledged, actor: actorOf(request), at: unixSeconds(clock) }
    await db.transact(acknowledgeAlarm, input)
    const alarm = await findAlarm(db, id)
    if (alarm === undefined) throw notFound('Alarm not found.', { code: 'alarm_not_found' })
    return toJson(alarm)
  })
}

const toJson = ({ acknowledgedAt, acknowledgedBy, ...alarm }: StoredAlarm) => ({
  ...alarm,
  acknowledged_at: acknowledgedAt ?? null,
  acknowledged_by: acknowledgedBy ?? null,
})

export const AlarmBody = Type.Object(
  {
    id: Type.Integer({ description: 'Id; ascends in the order of creation.' }),
    kind: Type.String({ description: 'Kind of the alarm; the guide, "Stuck money", lists all kinds.' }),
    reference: Type.String({ description: 'Id of the payment or receipt.' }),
    detail: Type.String({ description: 'Details, as text.' }),
    at: Type.Integer({ description: 'Time of the alarm, Unix seconds.' }),
    acknowledged_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Time of acknowledgement, Unix seconds; null = open.',
    }),
    acknowledged_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Id of the operator who acknowledged it.',
    }),
  },
  { $id: 'Alarm', description: 'Problem that an operator must know.' },
)

const LIST = {
  operationId: 'listAlarms',
  tags: ['admin'],
  summary: 'List the alarms',
  description: 'Newest first; only open ones, unless `all`. `X-Total-Count` is their number.',
  querystring: Type.Object({
    all: Type.Boolean({ default: false, description: 'True: also acknowledged ones.' }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
  }),
  response: {
    200: Type.Object(
      {
        data: Type.Array(schemaRef(AlarmBody), { description: 'One page.' }),
        total: Type.Integer({ description: 'Number of matches.' }),
      },
      { description: 'One page.' },
    ),
  },
} as const

const ACKNOWLEDGE = {
  operationId: 'acknowledgeAlarm',
  tags: ['admin'],
  summary: 'Acknowledge an alarm',
  description:
    'An acknowledged alarm is no longer listed or counted in the status; the audit log has the user. false reopens it, and so does a recurrence of its cause. The cause itself stays.',
  params: Type.Object({
    id: Type.String({ description: 'Id of the alarm.' }),
  }),
  body: Type.Object(
    { acknowledged: Type.Boolean({ description: 'True: acknowledge. False: reopen.' }) },
    { additionalProperties: false },
  ),
  response: { 200: Type.Unsafe<ReturnType<typeof toJson>>({ ...schemaRef(AlarmBody), description: 'The alarm.' }) },
} as const
