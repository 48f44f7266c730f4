import type { HttpApp } from '@satchel/http/http-app'
import { readyRoute } from '@satchel/http/reports/ready-route'
import { unavailable } from '@satchel/http/service-error'
import type { FundingHealth } from '@satchel/lightning/watch-funding-source'
import { Type } from 'typebox'
import { watchFirstUser } from '../../accounts/login/first-install.ts'
import { acceptsNewAccounts } from '../../accounts/users/open-account.ts'
import type { Clock } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { Config } from '../../config/config.ts'
import { checkReadiness } from '../../db/check-readiness.ts'
import type { Database } from '../../db/database.ts'
import type { FundingSources } from '../../funding/funding-sources.ts'
import { TroubleWord } from '../../funding/trouble-json.ts'
import { findComparisonDue, findHalt } from '../../ledger/halt.ts'

export interface StatusDeps {
  readonly version: string
  readonly config: Pick<Config, 'accounts' | 'administration' | 'funding' | 'publicUrl'>
  readonly db: Database
  readonly clock: Clock
  readonly sources: Pick<FundingSources, 'can' | 'identity'>
  readonly node: FundingHealth
}

/**
 * `/api/v1/health`: the process runs. `/ready`: it can serve. `/api/v1/status`: version and configuration, and whether
 * real money moves.
 */
export function statusRoutes(app: HttpApp, deps: StatusDeps): void {
  const open = { access: 'anyone', rateLimited: false } as const
  const { site } = deps.config.administration
  const { kind } = deps.config.funding.source
  const https = deps.config.publicUrl.startsWith('https:')
  const needsFirstUser = watchFirstUser(deps.db, deps.clock)
  app.get('/api/v1/health', { config: open, schema: HEALTH }, async () => ({ status: 'ok' as const }))
  readyRoute(app, { ...READY, check: createReadyCheck(deps.db) })
  app.get('/api/v1/status', { config: { access: 'anyone' }, schema: STATUS }, async () => ({
    version: deps.version,
    site_name: site.name,
    site_motd: site.motd,
    public_url: deps.config.publicUrl,
    funding_source: kind,
    network: deps.sources.identity()?.network ?? null,
    node_answers: deps.node.answers(),
    node_answered_at: deps.node.answeredAt() ?? null,
    node_trouble: deps.node.troubles()[0]?.kind ?? null,
    real_money: kind !== 'simulated',
    notice: kind === 'simulated' ? SIMULATED_NOTICE : null,
    can_receive_any_amount: deps.sources.can.amountless,
    payments_halted: (await findHalt(deps.db)) !== undefined,
    needs_first_user: await needsFirstUser(),
    registration_open: acceptsNewAccounts(deps.config.accounts),
    https,
  }))
}

const READY_MS = 1000

/** Concurrent requests share one query, so that a flood of them does not reach the database. */
function createReadyCheck(db: Database) {
  let asking: Promise<{ readonly payments: string }> | undefined
  const ask = async (): Promise<{ readonly payments: string }> => {
    await checkReadiness(db)
    const [halt, due] = await Promise.all([findHalt(db), findComparisonDue(db)])
    if (halt !== undefined) return { payments: 'halted' }
    return { payments: due === undefined ? 'running' : 'waiting' }
  }
  return async (): Promise<Record<string, unknown>> => {
    asking ??= ask()
    const mine = asking
    try {
      const answer = await within(READY_MS, mine)
      if (answer !== undefined) return answer
    } finally {
      if (asking === mine) asking = undefined
    }
    throw unavailable(`The database has not answered for ${READY_MS / 1000} s.`, { code: 'database_away' })
  }
}

export const SIMULATED_NOTICE =
  'The Lightning node is simulated: no real satoshi moves. Set SERVICE_FUNDING_SOURCE to use a real one.'

/** For visitors of public pages, who cannot choose a setting. */
export const VISITOR_NOTICE = 'This is a trial: the Lightning node is simulated, and no real satoshi moves.'

const HEALTH = {
  operationId: 'getHealth',
  tags: ['ops'],
  summary: 'Check whether the process runs',
  description: 'Always 200 while the process answers, whatever the state of the database (see `/ready`).',
  response: {
    200: Type.Object(
      { status: Type.Literal('ok', { description: 'Constant: `ok`.' }) },
      { description: 'The process runs.' },
    ),
  },
} as const

const READY = {
  summary: 'Check whether the service can work',
  description:
    '200 if the database is reachable, writable and migrated, and the service is not shutting down; else 503 with the reason. Answers within a second, for load balancers and start-up probes. The Lightning node does not count: without it, reads and payments between wallets still work.',
  fields: {
    payments: Type.Union([Type.Literal('running'), Type.Literal('waiting'), Type.Literal('halted')], {
      description:
        'State of outgoing payments: `waiting` for a comparison of the node with the books, or `halted` until an operator resumes them. Does not affect readiness.',
    }),
  },
  ready: 'Requests can be sent here.',
  notReady: 'Requests should go elsewhere; `detail` says why.',
} as const

const STATUS = {
  operationId: 'getStatus',
  tags: ['ops'],
  summary: 'Read the status of the service',
  description:
    'Version, Lightning node, whether real money moves, whether outgoing payments are halted, and who may register.',
  response: {
    200: Type.Object(
      {
        version: Type.String({ description: 'Version of the service.' }),
        site_name: Type.String({ description: 'Name of this installation.', examples: ['Satchel'] }),
        site_motd: Type.String({ description: 'Line of text shown to all users, or empty.' }),
        public_url: Type.String({
          description:
            'Public URL of this service. Its host is the domain of Lightning addresses, and Nostr log-ins are signed for it.',
          examples: ['https://pay.example'],
        }),
        funding_source: Type.String({ description: 'Kind of the Lightning node.', examples: ['simulated'] }),
        network: Type.Union([Type.String(), Type.Null()], {
          description: 'Prefix of its invoices; null = the node has not answered yet.',
          examples: ['bcrt'],
        }),
        node_answers: Type.Boolean({ description: 'True: the last request to the Lightning node was answered.' }),
        node_answered_at: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Time of its last answer to this process, Unix seconds; null = none yet.',
        }),
        node_trouble: TroubleWord,
        real_money: Type.Boolean({ description: 'False: play money without value.' }),
        notice: Type.Union([Type.String(), Type.Null()], { description: 'Notice for all users.' }),
        can_receive_any_amount: Type.Boolean({
          description:
            'True: the Lightning node supports invoices without an amount: `any_amount` of `POST /api/v1/payments`.',
        }),
        payments_halted: Type.Boolean({
          description: 'True: outgoing payments are rejected until the operator resumes them.',
        }),
        needs_first_user: Type.Boolean({
          description: 'True: there is no super user yet: `PUT /api/v1/auth/first_install` creates the first one.',
        }),
        registration_open: Type.Boolean({ description: 'True: registration is open.' }),
        https: Type.Boolean({
          description:
            'True: the public URL is https. Without it browsers have no camera, passkeys and installed apps, except on the same machine.',
        }),
      },
      { description: 'The current state.' },
    ),
  },
} as const
