import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import { createWorker, type Worker } from '@satchel/worker/worker'
import { type Clock, unixSeconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { findWebhookSecret } from '../wallets/wallet-store.ts'
import { createFairLane, type FairLane } from '../throttle/fair-lane.ts'
import { type Delivery, type DueDelivery, listDueDeliveries } from './delivery-store.ts'
import { type AttemptResult, judgeAttempt } from './judge-attempt.ts'
import { signWebhook, type WebhookKey } from './sign-webhook.ts'
import { freeDeliveries, moveDeliveries, storeAttempt } from './webhook-commands.ts'
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
  /** How long a receiver may take, from the look-up to the last byte. Default 15 s. */
  readonly timeoutMs?: number
  /** Concurrent deliveries of one account. Default 8. */
  readonly maxPerAccount?: number
}

export interface WebhookSender {
  readonly lane: FairLane
  /** Sends what is due by the clock; resolves when none of it is left or in flight. */
  deliverDue(): Promise<void>
  /** Polls from now on: immediately, when woken, and every second. */
  start(): void
  /** Call it when a delivery became due. */
  wake(): void
  /** Waits shortly for calls in flight; an unfinished one is due again at the next start. */
  stop(): Promise<void>
}

const TIMEOUT_MS = 15_000
/**
 * Added to the receiver's timeout for signing and storing. After a crash the delivery is due again at the end of the
 * lease, or when a starting process finds the session ended.
 */
const STORE_MS = 10_000
const POLL_MS = 1000
const STOP_GRACE_MS = 1500
const CAPS = { maxAtOnce: 64, maxPerDestination: 2 }
const MAX_PER_ACCOUNT = 8

/** The worker of the outbox: sends due deliveries, signed, and stores their outcomes. */
export function deliverWebhooks(deps: DeliverWebhooksDeps): WebhookSender {
  const { db, clock, log } = deps
  const cut = new AbortController()
  const leaseMs = (deps.timeoutMs ?? TIMEOUT_MS) + STORE_MS
  const lane = createFairLane<LeasedDelivery>({
    ...CAPS,
    maxPerAccount: deps.maxPerAccount ?? MAX_PER_ACCOUNT,
    name: 'webhooks',
    deadlineMs: leaseMs,
    list: async (limit, busy) => {
      const leasedUntil = clock() + leaseMs
      return (await listDueDeliveries(db, clock(), limit, busy)).map((delivery) => ({ delivery, leasedUntil }))
    },
    describe: ({ delivery: { id, account, url } }) => ({ id, account, destination: hostOf(url) }),
    async lease(chosen) {
      const moves = chosen.map(({ delivery: { id, dueAt }, leasedUntil }) => ({
        id,
        from: dueAt,
        to: leasedUntil,
        by: db.session,
      }))
      const moved = new Set(await db.transact(moveDeliveries, { moves }))
      return chosen.filter(({ delivery }) => moved.has(delivery.id))
    },
    perform: (leased) => attempt(deps, leased, cut.signal),
    log,
  })
  let worker: Worker | undefined
  /** Frees deliveries leased by ended processes; their receivers may get a call twice, with the same id. */
  const freeLost = async (): Promise<void> => {
    try {
      await db.transact(freeDeliveries, { sessions: await db.listSessions(), now: clock() })
    } catch (error) {
      log.error({ error: String(error) }, 'webhooks of ended processes wait for the end of their lease')
    }
  }
  const wake = (): void => worker?.wake()
  return {
    lane,
    async deliverDue() {
      while (await lane.fill()) await lane.settled()
      await lane.settled()
    },
    start() {
      worker = createWorker({ work: lane.fill, everyMs: POLL_MS, what: 'delivering webhooks', log })
      void freeLost().then(wake)
    },
    wake,
    async stop() {
      await worker?.stop()
      const grace = setTimeout(() => cut.abort(), STOP_GRACE_MS)
      await lane.stop()
      clearTimeout(grace)
    },
  }
}

/** An invalid URL counts as its own host; the outbound guard will reject it with the reason. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

interface LeasedDelivery {
  readonly delivery: DueDelivery
  /** Unix milliseconds. */
  readonly leasedUntil: number
}

/** Never rejects: an attempt whose outcome cannot be stored is due again when the lease ends. */
async function attempt(
  deps: DeliverWebhooksDeps,
  { delivery, leasedUntil }: LeasedDelivery,
  signal: AbortSignal,
): Promise<void> {
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
    await store(deps, delivery, leasedUntil, judgeAttempt(answer, deps.clock()))
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
  { id, attempts }: Delivery,
  leasedUntil: number,
  result: AttemptResult,
): Promise<void> {
  const now = clock()
  switch (result.kind) {
    case 'delivered':
      return void (await db.transact(storeAttempt, { ...result, id, at: Math.floor(now / 1000) }))
    case 'stopped':
      return void (await db.transact(moveDeliveries, { moves: [{ id, from: leasedUntil, to: now }] }))
    case 'refused':
    case 'failed': {
      const dueAt =
        result.kind === 'refused'
          ? undefined
          : nextAttemptAt({ attempts: attempts + 1, now, random: random(), retryAfterMs: result.retryAfterMs })
      const state = result.kind === 'refused' ? 'refused' : dueAt === undefined ? 'given-up' : 'waiting'
      const { status, error } = result
      await db.transact(storeAttempt, { kind: 'failed', id, leasedUntil, state, dueAt, status, error })
    }
  }
}
