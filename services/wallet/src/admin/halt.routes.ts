import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf } from '../access/access-rules.ts'
import { type Clock, unixSeconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { findHalt, listAlarms } from '../ledger/halt.ts'
import { setHalt } from './set-halt.ts'

export interface HaltRoutesDeps {
  readonly db: Database
  readonly clock: Clock
}

/** The operator stops and resumes outgoing payments while the service runs, and reads why it stopped itself. */
export function haltRoutes(app: HttpApp, { db, clock }: HaltRoutesDeps): void {
  const tell = async () => {
    const reason = await findHalt(db)
    return { halted: reason !== undefined, reason: reason ?? null, alarms: await listAlarms(db, 100) }
  }
  app.get('/api/v1/admin/halt', { config: { access: 'super-user' }, schema: GET }, tell)
  app.put('/api/v1/admin/halt', { config: { access: 'super-user' }, schema: PUT }, async (request) => {
    const { halted, reason = 'stopped by the operator', accept_difference: acceptDifference = false } = request.body
    if (halted && acceptDifference) {
      const msg = 'goes with halted = false only'
      throw invalid({ type: 'value_error', loc: ['body', 'accept_difference'], msg, input: acceptDifference })
    }
    const actor = actorOf(request)
    await db.transact(setHalt, { halted, reason, acceptDifference, actor, at: unixSeconds(clock) })
    return tell()
  })
}

export const Halt = Type.Object(
  {
    halted: Type.Boolean({ description: 'Outgoing payments are refused; reading and receiving go on.' }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why; null while they are not.' }),
    alarms: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'What kind of trouble.' }),
        reference: Type.String({ description: 'The payment or receipt it is about.' }),
        detail: Type.String({ description: 'What happened.' }),
        at: Type.Integer({ description: 'When: Unix seconds.' }),
      }),
      { description: 'Newest first, at most 100.' },
    ),
  },
  { $id: 'Halt', description: 'Whether outgoing payments are halted, and what an operator has to know.' },
)

const GET = {
  operationId: 'getHalt',
  tags: ['admin'],
  summary: 'Are outgoing payments halted',
  description: 'And the alarms: books that differ, fees above their limit, money that arrived unexpectedly.',
  response: { 200: Type.Unsafe({ ...schemaRef(Halt), description: 'How it stands.' }) },
} as const

const PUT = {
  operationId: 'setHalt',
  tags: ['admin'],
  summary: 'Stop or resume outgoing payments',
  description:
    'Takes effect at once, in all processes and over restarts. Payments under way are followed all the same. What halted payments halts them again as long as it is so: books that do not add up are mended first; a difference to the node that you know the reason of is accepted.',
  body: Type.Object(
    {
      halted: Type.Boolean({ description: 'true stops, false resumes.' }),
      reason: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*$', description: 'For the next operator.' }),
      ),
      accept_difference: Type.Optional(
        Type.Boolean({
          description:
            'With `halted: false`: what the node has now is right from here on, because you moved the difference there yourself (paid fees on chain, added funds, restored a backup).',
        }),
      ),
    },
    { examples: [{ halted: true, reason: 'The node is being moved.' }] },
  ),
  response: { 200: Type.Unsafe({ ...schemaRef(Halt), description: 'How it stands now.' }) },
} as const
