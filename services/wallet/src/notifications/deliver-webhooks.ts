import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { finishWork, putBack, type Queued } from '../throttle/leased-queue.ts'
import { type LanePoller, openQueueLane, pollLane } from '../throttle/queue-lane.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { findWebhookSecret } from '../wallets/wallet-store.ts'
import { type Delivery, WEBHOOKS } from './delivery-store.ts'
import { type AttemptResult, judgeAttempt } from './judge-attempt.ts'
import { signWebhook, type WebhookKey } from './sign-webhook.ts'
import { nextAttemptAt } from './webhook-schedule.ts'
import { readWebhookSecrets } from './webhook-secrets.ts'

export interface DeliverWebhooksDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly outbound: Outbound
  readonly key: WebhookKey
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly log: Log
  /** Timeout of a receiver, from the DNS lookup to the last byte. Default 15 s. */
  readonly timeoutMs?: number
  /** Concurrent deliveries of one account. Default 8. */
  readonly maxPerAccount?: number
}

const TIMEOUT_MS = 15_000
const POLL_MS = 1000
const STOP_GRACE_MS = 1500
const CAPS = { maxAtOnce: 64, maxPerDestination: 2 }
const MAX_PER_ACCOUNT = 8

/** The worker of the outbox: sends due deliveries, signed, and stores their outcomes. */
export function deliverWebhooks(deps: DeliverWebhooksDeps): LanePoller {
  const { db, clock, log } = deps
  const cut = new AbortController()
  const lane = openQueueLane(WEBHOOKS, {
    ...CAPS,
    maxPerAccount: deps.maxPerAccount ?? MAX_PER_ACCOUNT,
    db,
    clock,
    deadlineMs: WEBHOOKS.leaseMs,
    destinationOf: ({ url }) => hostOf(url),
    perform: (leased) => attempt(deps, leased, cut.signal),
    log,
  })
  return pollLane(lane, { everyMs: POLL_MS, what: 'delivering webhooks', cut, graceMs: STOP_GRACE_MS, log })
}

/** An invalid URL counts as its own host; the outbound guard will reject it with the reason. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** Never rejects: an attempt whose outcome cannot be stored is due again when the lease ends. */
async function attempt(deps: DeliverWebhooksDeps, leased: Queued<Delivery>, signal: AbortSignal): Promise<void> {
  const { work: delivery } = leased
  try {
    const answer = await deps.outbound.request({
      method: 'POST',
      url: delivery.url,
      headers: await headersFor(deps, delivery),
      body: delivery.body,
      timeoutMs: deps.timeoutMs ?? TIMEOUT_MS,
      signal,
    })
    if (answer.kind === 'blocked') {
      deps.log.warn({ delivery: delivery.id, wallet: delivery.walletId, reason: answer.reason }, 'webhook blocked')
    }
    await store(deps, leased, judgeAttempt(answer, deps.clock()))
  } catch (error) {
    deps.log.error({ delivery: delivery.id, error: String(error) }, 'the outcome of a webhook was not stored')
  }
}

async function headersFor(
  deps: DeliverWebhooksDeps,
  { id, walletId, body, headers }: Delivery,
): Promise<Record<string, string>> {
  const timestamp = unixSeconds(deps.clock)
  const stored = await findWebhookSecret(deps.db, deps.vault, walletId)
  const { current, previous } = stored === undefined ? NO_SECRETS : readWebhookSecrets(stored, timestamp)
  const secrets = [current, previous].filter((secret) => secret !== undefined)
  // Our headers come last, so that signed ones cannot be overwritten.
  return {
    ...lowerCase(headers),
    'content-type': 'application/json',
    ...signWebhook({ id, timestamp, body, secrets, key: deps.key }),
  }
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** For a removed wallet, whose webhooks only the service's own key signs. */
const NO_SECRETS = { current: undefined, previous: undefined }

async function store(
  { db, clock, random }: DeliverWebhooksDeps,
  { place, tries: attempts }: Queued<Delivery>,
  result: AttemptResult,
): Promise<void> {
  const now = clock()
  if (result.kind === 'stopped')
    return void (await db.transact(putBack, { place, by: db.session, to: now, wasStopped: true }))
  const { kind, status } = result
  if (kind === 'delivered') {
    const set = { state: kind, last_status: status, last_error: null, delivered_at: Math.floor(now / 1000) }
    return void (await db.transact(finishWork, { place, set }))
  }
  const to =
    kind === 'refused'
      ? undefined
      : nextAttemptAt({ attempts, now, random: random(), retryAfterMs: result.retryAfterMs })
  const state = kind === 'refused' ? kind : to === undefined ? 'given-up' : 'waiting'
  const set = { state, last_status: status ?? null, last_error: result.error }
  await db.transact(putBack, { place, by: db.session, to, set })
}
