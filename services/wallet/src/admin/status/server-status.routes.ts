import type { HttpApp } from '@satchel/http/http-app'
import { type TSchema, Type } from 'typebox'
import { TroublesBody } from '../../funding/trouble-json.ts'
import { readServerStatus, type ServerStatusDeps } from './server-status.ts'

/** Routes for the super user: the server's status, and an audit of the books on demand. */
export function serverStatusRoutes(app: HttpApp, deps: ServerStatusDeps): void {
  app.get('/api/v1/admin/status', { config: { access: 'super-user' }, schema: STATUS }, () => readServerStatus(deps))
  app.post('/api/v1/admin/check-books', { config: { access: 'super-user' }, schema: CHECK }, async () => {
    const { at, violations } = await deps.bookWatch.check()
    return { checked_at: at, violations: [...violations] }
  })
}

const orNull = <S extends TSchema>(schema: S, description: string) => Type.Union([schema, Type.Null()], { description })

const when = (description: string) => orNull(Type.Integer(), `${description} Unix seconds; null = not yet.`)

const NODE_KEY = 'Its public key, hex; for a hosted node the id of the account, empty if unknown.'

const STATUS = {
  operationId: 'getServerStatus',
  tags: ['admin'],
  summary: 'Server status',
  description:
    'Version, database, node, books and queues in one answer. Results of regular checks are those of the process that answers: each process checks for itself.',
  response: {
    200: Type.Object(
      {
        version: Type.String({ description: 'Of the service.' }),
        started_at: Type.Integer({ description: 'Start of this process: Unix seconds.' }),
        uptime_seconds: Type.Integer({ description: 'How long it has been running.' }),
        database: Type.Object(
          {
            kind: Type.String({ description: '`sqlite` or `postgres`.' }),
            size_bytes: Type.Integer({ description: 'Its size on the disk, without logs.' }),
          },
          { description: 'The database in use.' },
        ),
        node: Type.Object(
          {
            kind: Type.String({ description: 'Which kind of node.' }),
            network: orNull(Type.String(), 'Prefix of its invoices; null = it has not answered yet.'),
            node_key: orNull(Type.String(), NODE_KEY),
            answers: Type.Boolean({ description: 'It answered within a second.' }),
            balance_msat: orNull(Type.Integer(), 'What it can spend, millisatoshis; null = it did not answer.'),
            troubles: TroublesBody,
          },
          { description: 'The Lightning node.' },
        ),
        nodes: Type.Array(
          Type.Object({
            id: Type.Integer({ description: 'From 1 in the order of first use.' }),
            kind: Type.String({ description: 'Which kind of node.' }),
            node_key: Type.String({ description: NODE_KEY }),
            first_used_at: Type.Integer({ description: 'Unix seconds.' }),
            in_use: Type.Boolean({ description: 'New invoices and payments go there.' }),
            configured: Type.Boolean({ description: 'It can be asked; false: what is pending there stays pending.' }),
            answers: Type.Boolean({ description: 'It answered within a second.' }),
            balance_msat: orNull(Type.Integer(), 'What it can spend, millisatoshis; null = it did not answer.'),
            troubles: TroublesBody,
            pending_outgoing: Type.Integer({ description: 'Payments in flight at this node.' }),
            open_invoices: Type.Integer({ description: 'Invoices of it that may still be paid, held ones included.' }),
          }),
          { description: 'Every node that payments of this service were ever with.' },
        ),
        payments_halted: Type.Boolean({ description: 'Outgoing payments are rejected.' }),
        halt_reason: orNull(Type.String(), 'Why; null while they are not.'),
        books: Type.Object(
          {
            checked_at: when('When they were last recomputed.'),
            violations: orNull(Type.Integer(), 'How many rules were broken then; null = not checked yet.'),
            compared_with_node_at: when("When they were last held against the node's balance."),
            node_difference_msat: orNull(
              Type.Integer(),
              'What the node had then beyond what the books say, millisatoshis; 0 = they agree, null = not compared yet.',
            ),
          },
          { description: 'The watch over the books.' },
        ),
        backup_origin: Type.String({
          description:
            'The public key that signs the backups of this installation, `origin1…`. Written down elsewhere, it proves the origin of a backup on a new machine.',
        }),
        receipts_swept_at: when('When the node was last asked for everything it received.'),
        users: Type.Integer({ description: 'Accounts.' }),
        wallets: Type.Integer({ description: 'Open wallets.' }),
        pending_outgoing: Type.Integer({ description: 'Payments in flight.' }),
        waiting_webhooks: Type.Integer({ description: 'Deliveries still to make.' }),
        alarms: Type.Integer({ description: 'Alarms that are not acknowledged: `GET /api/v1/admin/alarms`.' }),
      },
      { description: 'The current state.' },
    ),
  },
} as const

const CHECK = {
  operationId: 'checkBooks',
  tags: ['admin'],
  summary: 'Check the books now',
  description:
    'Recomputes every balance from the postings and payments, while the service goes on working; with very many payments that takes a while. A violation halts outgoing payments.',
  response: {
    200: Type.Object(
      {
        checked_at: Type.Integer({ description: 'Unix seconds.' }),
        violations: Type.Array(
          Type.Object({
            rule: Type.String({ description: 'Number of the rule.' }),
            about: Type.String({ description: 'The wallet, payment or account.' }),
            problem: Type.String({ description: 'The problem, as text.' }),
          }),
          { description: 'Empty: the books are right to the millisatoshi. At most 100.' },
        ),
      },
      { description: 'The result of the check.' },
    ),
  },
} as const
