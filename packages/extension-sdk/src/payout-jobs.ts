import type { Ctx, Intent } from './context.ts'
import type { Route } from './extension.ts'
import { dayOf, KEPT_DAYS } from './prune-jobs.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Item, Shape } from './shape.ts'
import type { WalletHandle } from './wallet-handle.ts'

/** What is passed on of one payment: a row of the table `jobs`. */
export const PAYOUT_JOB = {
  item: { type: 'text', max: 64, doc: 'The item it belongs to.', index: true },
  payment_hash: { type: 'text', max: 64, doc: 'The payment it comes from.' },
  part: { type: 'int', min: 0, doc: 'Counts the payouts of one payment.', default: 0 },
  sats: { type: 'sat', doc: 'What is passed on, routing fees included, in satoshis.' },
  state: { type: 'text', max: 10, oneOf: ['sending', 'sent', 'waiting', 'held', 'merged'], doc: 'How it stands.' },
  tries: { type: 'int', min: 0, doc: 'How often it has failed.', default: 0 },
  error: { type: 'text', max: 500, doc: 'Why the last try failed.', optional: true },
  next_at: { type: 'int', doc: 'When it is tried again: Unix seconds.', optional: true },
  /** The item's id while it is waiting or held: those are found without looking at all that were sent. */
  open: { type: 'text', max: 64, doc: 'The item, while it is not sent.', optional: true, index: true },
  retry: { type: 'text', max: 8, doc: 'Set while it is tried again.', optional: true, index: true },
  done_on: { type: 'date', doc: 'The day on which it came to its end.', optional: true, index: true },
} as const satisfies Shape

export type PayoutJob = Item<typeof PAYOUT_JOB>

/** Fields of an item whose payouts are jobs. Spread them into `resource`. */
export const PAYOUT_TOTALS = {
  forwarded_total: { type: 'sat', doc: 'What has arrived at the target, in satoshis.', by: 'server', default: 0 },
  held_total: {
    type: 'sat',
    doc: 'What is still to be forwarded, in satoshis: waiting for the next try, or held.',
    by: 'server',
    default: 0,
  },
  last_error: { type: 'text', max: 500, doc: 'Why the last payout failed.', by: 'server', optional: true },
} as const satisfies Shape

/** An item with `PAYOUT_TOTALS`. */
export interface PayoutItem {
  readonly id: string
  readonly wallet: WalletHandle
  readonly forwarded_total: number
  readonly held_total: number
}

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Ctx<any, { jobs: typeof PAYOUT_JOB }>

export interface PayoutAmount {
  /** What shall arrive; less than 1 = nothing can be sent now, and the job is held. */
  readonly sat: number
  readonly maxFeeSat?: number | undefined
}

export interface PayoutRules<I extends PayoutItem> {
  /** A word for the history. */
  readonly purpose: string
  readonly memo: string
  readonly targetOf: (item: I) => string
  /** How much of a job's satoshis is sent. `spoken`: what this run has promised for the same wallet already. */
  readonly amountOf: (ctx: AnyCtx, item: I, job: PayoutJob, spoken: number) => Promise<PayoutAmount>
  /** True: what is left of a job when it was sent stays owed, as another held job. */
  readonly keepsRest: boolean
  /** Before a job is tried again; a refusal is one more failure. */
  readonly beforeRetry?: (ctx: AnyCtx, item: I) => Promise<void>
}

/** Of one payment; each part has its number. */
export type Owed = Pick<PayoutJob, 'payment_hash' | 'part' | 'sats'>

export interface PayoutJobs<I extends PayoutItem> {
  /** Notes what is owed and sends it, each on its own. */
  start(ctx: AnyCtx, item: I, owed: readonly Owed[]): Promise<void>
  /** Notes what is owed and keeps it. */
  hold(ctx: AnyCtx, item: I, owed: Owed): Promise<void>
  /** Closes what waits or is held, oldest first, and answers how much that is: another job takes it over. */
  takeOver(ctx: AnyCtx, item: I): Promise<number>
  onIntentResolved(intent: Intent, ctx: AnyCtx): Promise<void>
  /** Begins a task for each payout that is due again: a job for every minute. */
  retryDue(ctx: AnyCtx): Promise<void>
  /** Tries one of them again: the task `retry`. It may wait for the target, and only its own account waits with it. */
  retry(task: { readonly about: string }, ctx: AnyCtx): Promise<void>
  /** `/api/v1/:id/jobs` and `/api/v1/:id/jobs/:job/retry`. */
  routes<S extends Shape, C>(): Readonly<
    Record<'GET /api/v1/:id/jobs' | 'POST /api/v1/:id/jobs/:job/retry', Route<S, C>>
  >
}

const PAUSES_SECONDS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600]
const DAY_SECONDS = 86_400
/** Of one payment, at most; what is left of a part is numbered beyond them. */
const MOST_PARTS = 1000

/**
 * Payouts that are tried again for a day when they have definitely failed, and held after that (extensions.md B8, B9).
 * A job has one intent at a time, under a key with the number of its try, so it is paid once; while nobody knows how an
 * intent ended, nothing else is tried. `held_total` of the item is what it may still spend.
 */
export function payoutJobs<I extends PayoutItem>(rules: PayoutRules<I>): PayoutJobs<I> {
  const send = async (ctx: AnyCtx, item: I, job: PayoutJob, spoken: Spoken): Promise<void> => {
    try {
      const { sat, maxFeeSat } = await rules.amountOf(ctx, item, job, spoken.get(item.wallet) ?? 0)
      if (sat < 1) return await setOpen(ctx, item, job, { state: 'held' })
      await ctx.pay({
        from: item.wallet,
        to: { target: rules.targetOf(item) },
        sat,
        ...(maxFeeSat !== undefined && { maxFeeSat }),
        key: `${job.payment_hash} ${item.id} ${job.part} ${job.tries + 1}`,
        purpose: rules.purpose,
        memo: rules.memo,
        itemId: item.id,
        data: { job: job.id },
      })
      spoken.set(item.wallet, (spoken.get(item.wallet) ?? 0) + sat + (maxFeeSat ?? 0))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await fail(ctx, item, job, error.detail)
    }
  }
  const retry = async (ctx: AnyCtx, item: I, job: PayoutJob, spoken: Spoken): Promise<void> => {
    await addTo(ctx, item.id, { held: -job.sats })
    const now = await ctx
      .table('jobs')
      .update(job.id, { state: 'sending', next_at: undefined, open: undefined, retry: undefined })
    try {
      await rules.beforeRetry?.(ctx, item)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return fail(ctx, item, now, error.detail)
    }
    await send(ctx, (await ctx.items.get(item.id)) as unknown as I, now, spoken)
  }
  return {
    async start(ctx, item, owed) {
      const spoken: Spoken = new Map()
      for (const one of owed) await send(ctx, item, await insertJob(ctx, item, one), spoken)
    },
    async hold(ctx, item, owed) {
      await setOpen(ctx, item, await insertJob(ctx, item, owed), { state: 'held' })
    },
    takeOver,
    onIntentResolved: (intent, ctx) => noteEnd(ctx, intent, rules.keepsRest),
    async retryDue(ctx) {
      const waiting = await ctx.table('jobs').find({ where: { retry: 'yes' }, order: 'oldest', limit: 1000 })
      for (const job of waiting) if (isDue(ctx, job)) await ctx.begin('retry', `${job.id} ${job.tries}`)
    },
    async retry({ about }, ctx) {
      const [id = '', tries] = about.split(' ')
      const job = await ctx.table('jobs').get(id)
      if (job === null || String(job.tries) !== tries || job.retry !== 'yes' || !isDue(ctx, job)) return
      const item = (await ctx.items.get(job.item)) as unknown as I | null
      if (item !== null) await retry(ctx, item, job, new Map())
    },
    routes: <S extends Shape, C>() => ({
      'GET /api/v1/:id/jobs': listRoute as unknown as Route<S, C>,
      'POST /api/v1/:id/jobs/:job/retry': retryRoute((ctx, item, job) =>
        retry(ctx, item as I, job, new Map()),
      ) as unknown as Route<S, C>,
    }),
  }
}

const isDue = (ctx: AnyCtx, { next_at }: PayoutJob): boolean => (next_at ?? 0) * 1000 <= ctx.now()

/** Satoshis that the run has promised, by wallet. */
type Spoken = Map<WalletHandle, number>

const insertJob = (ctx: AnyCtx, { id, wallet }: PayoutItem, owed: Owed) =>
  ctx.table('jobs').insert({ ...owed, item: id, state: 'sending', tries: 0 }, wallet)

async function noteEnd(ctx: AnyCtx, intent: Intent, keepsRest: boolean): Promise<void> {
  const job = await ctx.table('jobs').get((intent.data as { job: string }).job)
  const item = (await ctx.items.get(intent.itemId)) as unknown as PayoutItem | null
  if (job === null || item === null || job.state !== 'sending') return
  if (intent.state === 'failed') return fail(ctx, item, job, intent.failure ?? 'It failed.')
  await ctx.table('jobs').update(job.id, { state: 'sent', error: undefined, done_on: dayOf(ctx.now()) })
  await addTo(ctx, item.id, { forwarded: intent.sat, error: undefined })
  const rest = job.sats - intent.sat - Math.ceil((intent.feeMsat ?? 0) / 1000)
  if (!keepsRest || rest < 1) return
  const owed = { payment_hash: job.payment_hash, part: job.part + MOST_PARTS, sats: rest }
  await setOpen(ctx, item, await insertJob(ctx, item, owed), { state: 'held' })
}

async function takeOver(ctx: AnyCtx, { id }: PayoutItem): Promise<number> {
  const open = await ctx.table('jobs').find({ where: { open: id }, order: 'oldest', limit: 1000 })
  for (const job of open) {
    const end = { state: 'merged', done_on: dayOf(ctx.now()) } as const
    await ctx.table('jobs').update(job.id, { ...end, next_at: undefined, open: undefined, retry: undefined })
  }
  const sats = open.reduce((sum, job) => sum + job.sats, 0)
  await addTo(ctx, id, { held: -sats })
  return sats
}

async function fail(ctx: AnyCtx, item: PayoutItem, job: PayoutJob, detail: string): Promise<void> {
  const error = detail.slice(0, 500)
  const tries = job.tries + 1
  const now = Math.floor(ctx.now() / 1000)
  const pause = PAUSES_SECONDS[Math.min(tries, PAUSES_SECONDS.length) - 1] ?? 0
  const isOver = now - job.created_at >= DAY_SECONDS
  await setOpen(ctx, item, job, {
    tries,
    error,
    ...(isOver ? { state: 'held' } : { state: 'waiting', next: now + pause }),
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
  await ctx.table('jobs').update(job.id, { ...more, state, next_at: next, open: item.id, retry })
  await addTo(ctx, item.id, { held: job.sats })
}

async function addTo(
  ctx: AnyCtx,
  itemId: string,
  { held = 0, forwarded = 0, ...more }: { held?: number; forwarded?: number; error?: string | undefined },
): Promise<void> {
  const item = (await ctx.items.get(itemId)) as unknown as PayoutItem | null
  if (item === null) return
  await ctx.items.update(itemId, {
    held_total: item.held_total + held,
    forwarded_total: item.forwarded_total + forwarded,
    ...('error' in more && { last_error: more.error }),
  })
}

const SHOWN = {
  id: { type: 'text', max: 64, doc: 'Identifies the job.' },
  payment_hash: PAYOUT_JOB.payment_hash,
  sats: PAYOUT_JOB.sats,
  state: {
    ...PAYOUT_JOB.state,
    doc: '`sending`; `sent`; `waiting` for its next try; `held`; `merged`: sent as part of a later job.',
  },
  tries: PAYOUT_JOB.tries,
  error: { ...PAYOUT_JOB.error, doc: 'Why the last try failed; null = it did not.' },
} as const satisfies Shape

const toShown = ({ id, payment_hash, sats, state, tries, error }: PayoutJob) => ({
  id,
  payment_hash,
  sats,
  state,
  tries,
  error: error ?? null,
})

const listRoute: Route<Shape, AnyCtx> = {
  access: 'invoice',
  summary: 'What was forwarded, and what was not',
  description: `One row a payment, newest first. Amounts are satoshis. What has arrived is kept for ${KEPT_DAYS} days.`,
  query: {
    limit: { type: 'int', min: 1, max: 100, default: 20, doc: 'Page size, 1 to 100.' },
    offset: { type: 'int', min: 0, max: 1_000_000, default: 0, doc: 'How many to skip.' },
  },
  replyIs: 'list',
  reply: SHOWN,
  async handle({ item, query }, ctx) {
    const { limit, offset } = query as { limit?: number; offset?: number }
    const jobs = await ctx.table('jobs').find({ where: { item: item.id }, limit: limit ?? 20, offset: offset ?? 0 })
    return { json: jobs.map(toShown) }
  },
}

const retryRoute = (retry: (ctx: AnyCtx, item: PayoutItem, job: PayoutJob) => Promise<void>): Route<Shape, AnyCtx> => ({
  access: 'admin',
  summary: 'Try again to forward',
  description:
    'Only what waits or is held; 400 while it is on its way, or when it has arrived. It is paid once, however often this is asked.',
  reply: SHOWN,
  async handle({ item, params }, ctx) {
    const job = await ctx.table('jobs').get(params['job'] ?? '')
    if (job === null || job.item !== item.id) throw refuse('There is no such job.', 404)
    if (job.state !== 'waiting' && job.state !== 'held') throw refuse(`The job is not to be tried again: ${job.state}.`)
    await retry(ctx, item as unknown as PayoutItem, job)
    return { json: toShown((await ctx.table('jobs').get(job.id)) ?? job) }
  },
})
