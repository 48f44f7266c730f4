import type { Ctx, Intent } from './context.ts'
import type { Routes } from './extension.ts'
import { PAYOUT_JOB, type PayoutJob } from './payouts/payout-shapes.ts'
import { dayOf, RETENTION_DAYS } from './prune-jobs.ts'
import { Rejection, reject } from './rejection.ts'
import { routeBuilders } from './route-builders.ts'
import type { Shape } from './shape.ts'
import type { Text } from './text.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** An item with `PAYOUT_TOTALS`. */
export interface PayoutItem {
  readonly id: string
  readonly wallet: WalletHandle
  readonly forwarded_total: number
  readonly held_total: number
  /** Items of versions before 0.19 have none. */
  readonly open_jobs?: number | undefined
}

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyShape = any
type AnyCtx = Ctx<AnyShape, { jobs: typeof PAYOUT_JOB }>

const { routes, listRoute } = routeBuilders<AnyShape, { jobs: typeof PAYOUT_JOB }>()

export interface PayoutAmount {
  /** The amount to arrive; below 1 = nothing can be sent now, and the job is held. */
  readonly sat: number
  /** By default the fee reserve of the service. */
  readonly maxFeeSat?: number | undefined
}

export interface PayoutRules<I extends PayoutItem> {
  /** One word for the payment history. */
  readonly purpose: string
  readonly memo: Text
  readonly targetOf: (item: I) => string
  /** How much of a job to send. `committedSat`: what this run already sends from the same wallet. */
  readonly amountOf: (ctx: AnyCtx, item: I, job: PayoutJob, committedSat: number) => Promise<PayoutAmount>
  /** True: the rest of a sent job becomes a new held job. */
  readonly keepRemainder: boolean
  /** Called before each retry; a rejection counts as a failed try. */
  readonly beforeRetry?: (ctx: AnyCtx, item: I) => Promise<void>
}

/** A part of a received payment, to be paid out; parts are numbered. */
export type PayoutPart = Pick<PayoutJob, 'payment_hash' | 'part' | 'sats'>

export interface PayoutJobs<I extends PayoutItem> {
  /** Stores the parts as jobs and sends each. */
  start(ctx: AnyCtx, item: I, parts: readonly PayoutPart[]): Promise<void>
  /** Stores a part as a held job: it is not sent yet. */
  hold(ctx: AnyCtx, item: I, part: PayoutPart): Promise<void>
  /** The sum of waiting and held jobs. */
  sumOpen(ctx: AnyCtx, item: I): Promise<number>
  /** Marks waiting and held jobs as merged, oldest first, and returns their sum, for a new job to send. */
  mergeOpen(ctx: AnyCtx, item: I): Promise<number>
  onIntentResolved(intent: Intent, ctx: AnyCtx): Promise<void>
  /** Enqueues the task `retry` for every job that is due. Schedule it every minute. */
  retryDue(ctx: AnyCtx): Promise<void>
  /** The task `retry`: retries one job. A slow target delays only jobs of the same account. */
  retry(task: { readonly key: string }, ctx: AnyCtx): Promise<void>
  /** `/api/v1/:id/jobs` and `/api/v1/:id/jobs/:job/retry`. */
  readonly routes: Routes<
    AnyShape,
    AnyCtx,
    Record<'GET /api/v1/:id/jobs' | 'POST /api/v1/:id/jobs/:job/retry', unknown>
  >
}

const BACKOFF_SECONDS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600]
const DAY_SECONDS = 86_400
/** Parts of one payment; the remainder of part n gets the number n + MAX_PARTS. */
const MAX_PARTS = 1000

/**
 * Payouts that are retried for a day with backoff, and held after that (rules X28, X29). A job has one intent at a time,
 * with the number of the try in its key, so it is paid once: while the result of an intent is unknown, there is no retry.
 * `held_total` is what has not arrived yet, in flight or waiting; the ceiling of the item.
 */
export function payoutJobs<I extends PayoutItem>(rules: PayoutRules<I>): PayoutJobs<I> {
  const send = async (ctx: AnyCtx, item: I, job: PayoutJob, committedSat: Committed): Promise<void> => {
    try {
      const { sat, ...asked } = await rules.amountOf(ctx, item, job, committedSat.get(item.wallet) ?? 0)
      if (sat < 1) return await setOpen(ctx, item, job, { state: 'held' })
      const target = rules.targetOf(item)
      const maxFeeSat = asked.maxFeeSat ?? (await ctx.targets.maxFeeSat(target, sat))
      await ctx.pay({
        from: item.wallet,
        to: { target },
        sat,
        maxFeeSat,
        key: `${job.payment_hash} ${item.id} ${job.part} ${job.tries + 1}`,
        purpose: rules.purpose,
        memo: rules.memo,
        itemId: item.id,
        data: { job: job.id },
      })
      committedSat.set(item.wallet, (committedSat.get(item.wallet) ?? 0) + sat + maxFeeSat)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      await fail(ctx, item, job, error.detail)
    }
  }
  const retry = async (ctx: AnyCtx, item: I, job: PayoutJob, committedSat: Committed): Promise<void> => {
    const sending = { state: 'sending', next_at: undefined, retry: undefined, open: undefined, counted: true } as const
    const now = await ctx.table('jobs').update(job.id, sending)
    try {
      await rules.beforeRetry?.(ctx, item)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      return fail(ctx, item, now, error.detail)
    }
    await send(ctx, (await ctx.items.get(item.id)) as unknown as I, now, committedSat)
  }
  return {
    async start(ctx, item, owed) {
      const committedSat: Committed = new Map()
      for (const one of owed) await send(ctx, item, await insertJob(ctx, item, one), committedSat)
    },
    async hold(ctx, item, owed) {
      await insertJob(ctx, item, owed, 'held')
    },
    sumOpen: async (ctx, item) => sumOf(await findOpen(ctx, item)),
    mergeOpen,
    onIntentResolved: (intent, ctx) => noteEnd(ctx, intent, rules.keepRemainder),
    async retryDue(ctx) {
      const waiting = await ctx.table('jobs').find({ where: { retry: 'yes' }, order: 'oldest', limit: 1000 })
      for (const job of waiting) if (isDue(ctx, job)) await ctx.enqueue('retry', `${job.id} ${job.tries}`)
    },
    async retry({ key }, ctx) {
      const [id = '', tries] = key.split(' ')
      const job = await ctx.table('jobs').get(id)
      if (job === null || String(job.tries) !== tries || job.retry !== 'yes' || !isDue(ctx, job)) return
      const item = (await ctx.items.get(job.item)) as unknown as I | null
      if (item !== null) await retry(ctx, item, job, new Map())
    },
    routes: payoutRoutes((ctx, item, job) => retry(ctx, item as I, job, new Map())),
  }
}

const isDue = (ctx: AnyCtx, { next_at }: PayoutJob): boolean => (next_at ?? 0) * 1000 <= ctx.now()

/** Satoshis that the run sends, by wallet. */
type Committed = Map<WalletHandle, number>

async function insertJob(ctx: AnyCtx, { id, wallet }: PayoutItem, owed: PayoutPart, state = 'sending') {
  await addTo(ctx, id, { held: owed.sats, jobs: 1 })
  const place = state === 'sending' ? { counted: true } : { open: id }
  return ctx.table('jobs').insert({ ...owed, ...place, item: id, state, tries: 0 }, wallet)
}

/** Whether the job is counted in `held_total`. */
const isCounted = ({ open, counted }: PayoutJob): boolean => open !== undefined || counted === true

async function noteEnd(ctx: AnyCtx, intent: Intent, keepRemainder: boolean): Promise<void> {
  const job = await ctx.table('jobs').get((intent.data as { job: string }).job)
  const item = (await ctx.items.get(intent.itemId)) as unknown as PayoutItem | null
  if (job === null || item === null || job.state !== 'sending') return
  if (intent.state === 'failed') return fail(ctx, item, job, intent.failure ?? 'It failed.')
  if (intent.state !== 'paid') return
  const end = { state: 'sent', error: undefined, done_on: dayOf(ctx.now()) } as const
  await ctx.table('jobs').update(job.id, { ...end, open: undefined, counted: undefined })
  const off = isCounted(job) ? { held: -job.sats, jobs: -1 } : {}
  await addTo(ctx, item.id, { ...off, forwarded: intent.sat, error: undefined })
  const rest = job.sats - intent.sat - Math.ceil(intent.feeMsat / 1000)
  if (!keepRemainder || rest < 1) return
  const owed = { payment_hash: job.payment_hash, part: job.part + MAX_PARTS, sats: rest }
  await insertJob(ctx, item, owed, 'held')
}

/** Another version may have left `open` although the job is in flight or sent. */
const findOpen = async (ctx: AnyCtx, { id }: PayoutItem): Promise<PayoutJob[]> =>
  (await ctx.table('jobs').find({ where: { open: id }, order: 'oldest', limit: 1000 })).filter(isOpen)

const isOpen = ({ state }: PayoutJob): boolean => state === 'waiting' || state === 'held'

const sumOf = (jobs: readonly PayoutJob[]): number => jobs.reduce((sum, job) => sum + job.sats, 0)

async function mergeOpen(ctx: AnyCtx, item: PayoutItem): Promise<number> {
  const open = await findOpen(ctx, item)
  for (const job of open) {
    const end = { state: 'merged', done_on: dayOf(ctx.now()) } as const
    await ctx.table('jobs').update(job.id, { ...end, next_at: undefined, open: undefined, retry: undefined })
  }
  const sats = sumOf(open)
  await addTo(ctx, item.id, { held: -sats, jobs: -open.length })
  return sats
}

async function fail(ctx: AnyCtx, item: PayoutItem, job: PayoutJob, detail: string): Promise<void> {
  const error = detail.slice(0, 500)
  const tries = job.tries + 1
  const now = Math.floor(ctx.now() / 1000)
  const backoff = BACKOFF_SECONDS[Math.min(tries, BACKOFF_SECONDS.length) - 1] ?? 0
  const isOver = now - job.created_at >= DAY_SECONDS
  await setOpen(ctx, item, job, {
    tries,
    error,
    ...(isOver ? { state: 'held' } : { state: 'waiting', next: now + backoff }),
  })
  await addTo(ctx, item.id, { error })
}

interface OpenState {
  readonly state: 'held' | 'waiting'
  readonly next?: number
  readonly tries?: number
  readonly error?: string
}

async function setOpen(ctx: AnyCtx, item: PayoutItem, job: PayoutJob, { state, next, ...more }: OpenState) {
  const retry = state === 'waiting' ? 'yes' : undefined
  await ctx.table('jobs').update(job.id, { ...more, state, next_at: next, open: item.id, counted: undefined, retry })
  if (!isCounted(job)) await addTo(ctx, item.id, { held: job.sats, jobs: 1 })
}

interface Change {
  readonly held?: number
  readonly jobs?: number
  readonly forwarded?: number
  readonly error?: string | undefined
}

async function addTo(
  ctx: AnyCtx,
  itemId: string,
  { held = 0, jobs = 0, forwarded = 0, ...more }: Change,
): Promise<void> {
  const item = (await ctx.items.get(itemId)) as unknown as PayoutItem | null
  if (item === null) return
  const held_total = item.held_total + held
  await ctx.items.update(itemId, {
    held_total,
    // Another version running beside this one does not count them: if nothing is held, none is open.
    open_jobs: held_total === 0 ? 0 : Math.max(0, (item.open_jobs ?? 0) + jobs),
    forwarded_total: item.forwarded_total + forwarded,
    ...('error' in more && { last_error: more.error }),
  })
}

const SHOWN = {
  id: { type: 'text', max: 64, doc: 'Id of the job.' },
  payment_hash: PAYOUT_JOB.payment_hash,
  sats: PAYOUT_JOB.sats,
  state: {
    ...PAYOUT_JOB.state,
    doc: '`sending`; `sent`; `waiting` for the next retry; `held`; `merged`: sent as part of a later job.',
  },
  tries: PAYOUT_JOB.tries,
  error: { ...PAYOUT_JOB.error, doc: 'Reason of the last failure; null = none.' },
} as const satisfies Shape

const toShown = ({ id, payment_hash, sats, state, tries, error }: PayoutJob) => ({
  id,
  payment_hash,
  sats,
  state,
  tries,
  error: error ?? null,
})

type Retry = (ctx: AnyCtx, item: PayoutItem, job: PayoutJob) => Promise<void>

const payoutRoutes = (retry: Retry) =>
  routes({
    'GET /api/v1/:id/jobs': listRoute({
      table: 'jobs',
      access: 'invoice',
      summary: 'List payouts',
      description: `One row per payment, newest first, amounts in satoshis. Payouts that were sent are kept for ${RETENTION_DAYS} days.`,
      reply: SHOWN,
      toJson: toShown,
    }),
    'POST /api/v1/:id/jobs/:job/retry': {
      access: 'admin',
      summary: 'Retry a payout',
      description:
        'For a job that waits or is held; 400 while it is in flight or once it is sent. It is paid once, however often this is called.',
      reply: SHOWN,
      async handle({ item, params }, ctx) {
        const job = await ctx.table('jobs').get(params.job)
        if (job === null || job.item !== item.id) throw reject('There is no such job.', 404)
        if (!isOpen(job)) throw reject(`The job cannot be retried: ${job.state}.`)
        await retry(ctx, item as unknown as PayoutItem, job)
        return { json: toShown((await ctx.table('jobs').get(job.id)) ?? job) }
      },
    },
  })
