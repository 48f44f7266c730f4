import type { HttpApp } from '@satchel/http/http-app'
import { isForwardedByStranger } from '@satchel/http/limits/warn-of-forwarded'
import { Type } from 'typebox'
import { TroublesBody } from '../../funding/trouble-json.ts'
import { createMoneyFigures } from './money-figures.ts'
import { createNewestRelease, type NewestReleaseDeps } from './newest-release.ts'
import { readServerStatus, type ServerStatusDeps } from './server-status.ts'
import { BACKUPS_STATUS, DISKS, OWED, orNull, RELEASE, SET_UP, VOLUMES, when } from './server-status-schemas.ts'

export type ServerStatusRoutesDeps = ServerStatusDeps & NewestReleaseDeps

/** Routes for the super user: the server's status, and an audit of the books on demand. */
export function serverStatusRoutes(app: HttpApp, deps: ServerStatusRoutesDeps): void {
  const [figures, newestRelease] = [createMoneyFigures(deps), createNewestRelease(deps)]
  app.get('/api/v1/admin/status', { config: { access: 'super-user' }, schema: STATUS }, (request) =>
    readServerStatus(deps, { figures, newestRelease, isProxyIgnored: isForwardedByStranger(request) }),
  )
  app.post('/api/v1/admin/check-books', { config: { access: 'super-user' }, schema: CHECK }, async () => {
    const { at, violations } = await deps.bookWatch.check()
    return { checked_at: at, violations: [...violations] }
  })
}

const NODE_KEY = 'Its public key, hex; for a hosted node the id of the account, empty if unknown.'

const STATUS = {
  operationId: 'getServerStatus',
  tags: ['admin'],
  summary: 'Read the server status',
  description:
    'Version, database, node, books, queues, money, payments, disks, backups, and decisions of the set-up. What is not known is null. Results of periodic checks are those of the answering process: each process checks for itself.',
  response: {
    200: Type.Object(
      {
        version: Type.String({ description: 'Version of the service.' }),
        started_at: Type.Integer({ description: 'Start of this process, Unix seconds.' }),
        uptime_seconds: Type.Integer({ description: 'Time since the start of this process.' }),
        database: Type.Object(
          {
            kind: Type.String({ description: '`sqlite` or `postgres`.' }),
            size_bytes: Type.Integer({ description: 'Size on disk, without logs.' }),
          },
          { description: 'Database in use.' },
        ),
        node: Type.Object(
          {
            kind: Type.String({ description: 'Kind of the node.' }),
            network: orNull(Type.String(), 'Prefix of its invoices; null = it has not answered yet.'),
            node_key: orNull(Type.String(), NODE_KEY),
            answers: Type.Boolean({ description: 'True: it answered within a second.' }),
            balance_msat: orNull(
              Type.Integer(),
              'Spendable balance of the node, millisatoshis; null = it did not answer.',
            ),
            troubles: TroublesBody,
          },
          { description: 'Lightning node.' },
        ),
        nodes: Type.Array(
          Type.Object({
            id: Type.Integer({ description: 'Id: from 1, in the order of first use.' }),
            kind: Type.String({ description: 'Kind of the node.' }),
            node_key: Type.String({ description: NODE_KEY }),
            first_used_at: Type.Integer({ description: 'Time of first use, Unix seconds.' }),
            in_use: Type.Boolean({ description: 'True: new invoices and payments use it.' }),
            configured: Type.Boolean({ description: 'True: it is queried. False: its pending payments stay pending.' }),
            answers: Type.Boolean({ description: 'True: it answered within a second.' }),
            balance_msat: orNull(
              Type.Integer(),
              'Spendable balance of the node, millisatoshis; null = it did not answer.',
            ),
            troubles: TroublesBody,
            pending_outgoing: Type.Integer({ description: 'Number of its payments in flight.' }),
            open_invoices: Type.Integer({
              description: 'Number of its invoices that may still be paid, held ones included.',
            }),
          }),
          { description: 'All nodes that payments of this service have used.' },
        ),
        payments_halted: Type.Boolean({ description: 'True: outgoing payments are rejected.' }),
        halt_reason: orNull(Type.String(), 'Reason of the halt; null = payments are not halted.'),
        books: Type.Object(
          {
            checked_at: when('When they were last recomputed.'),
            violations: orNull(Type.Integer(), 'Number of broken rules; null = not checked yet.'),
            compared_with_node_at: when('When they were last compared with the balance of the node.'),
            node_difference_msat: orNull(
              Type.Integer(),
              'Balance of the node minus that of the books, millisatoshis; 0 = they agree, null = not compared yet.',
            ),
          },
          { description: 'State of the audit.' },
        ),
        backup_origin: Type.String({
          description:
            'Public key that verifies the backups of this installation, `origin1…`. Write it down elsewhere: it proves the origin of a backup on a new machine.',
        }),
        receipts_swept_at: when('When the node was last asked for everything it received.'),
        users: Type.Integer({ description: 'Number of accounts.' }),
        wallets: Type.Integer({ description: 'Number of open wallets.' }),
        pending_outgoing: Type.Integer({ description: 'Number of payments in flight.' }),
        waiting_webhooks: Type.Integer({ description: 'Number of webhook calls that wait for an attempt.' }),
        alarms: Type.Integer({ description: 'Number of open alarms: `GET /api/v1/admin/alarms`.' }),
        owed: OWED,
        volume: VOLUMES,
        disks: DISKS,
        backups: BACKUPS_STATUS,
        release: RELEASE,
        set_up: SET_UP,
      },
      { description: 'The current state.' },
    ),
  },
} as const

const CHECK = {
  operationId: 'checkBooks',
  tags: ['admin'],
  summary: 'Audit the books now',
  description:
    'Recomputes each balance from the postings and payments, while the service runs; with very many payments this takes a while. A violation halts outgoing payments.',
  response: {
    200: Type.Object(
      {
        checked_at: Type.Integer({ description: 'Time of the audit, Unix seconds.' }),
        violations: Type.Array(
          Type.Object({
            rule: Type.String({ description: 'Number of the violated rule.' }),
            about: Type.String({ description: 'Id of the wallet, payment or account.' }),
            problem: Type.String({ description: 'Problem, as text.' }),
          }),
          { description: 'Violations, at most 100. Empty: the books are right to the millisatoshi.' },
        ),
      },
      { description: 'Result of the audit.' },
    ),
  },
} as const
