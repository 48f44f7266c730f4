import { defineExtension } from '@satchel/extension-sdk/extension'
import { type PayoutAmount, type PayoutPart, payoutJobs } from '@satchel/extension-sdk/payout-jobs'
import { pruneJobs } from '@satchel/extension-sdk/prune-jobs'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { FIELDS, type Scrub, type ScrubCtx, TABLES } from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { askTarget, checkTarget } from './scrub-target.ts'

/** Maximum per payment; the rest is held for the next. */
const MAX_PARTS = 20

const PAYOUTS = payoutJobs<Scrub>({
  purpose: 'scrub',
  memo: fixed('Scrub'),
  targetOf: ({ payoraddress }) => payoraddress,
  keepRemainder: true,
  amountOf: (ctx, item, { sats }, spoken) => amountOf(ctx as ScrubCtx, item, sats, spoken),
  async beforeRetry(ctx, { id, payoraddress, wallet }) {
    await ctx.items.update(id, { ...(await askTarget(ctx as ScrubCtx, payoraddress, wallet)) })
  },
})

export const SCRUB = defineExtension({
  manifest: {
    id: 'scrub',
    name: 'Scrub',
    version: '1.0.0',
    short_description: 'Forwards everything that a wallet receives to one target.',
    icon: 'cleaning_services',
    api_version: 1,
    permissions: [
      { id: 'incoming.read', reason: 'is notified of every payment that the wallet receives' },
      { id: 'spend', reason: 'forwards at most what was received', to: 'any' },
      { id: 'schedule', reason: 'tries again what could not be forwarded' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'scrub',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  createQuery: {
    verify: { type: 'bool', doc: 'False: saves a target that does not respond now, too.', default: true },
  },
  async beforeCreate(draft, ctx, { wallet, query }) {
    await requireOnly(ctx, wallet)
    const range = await checkTarget(ctx, draft.payoraddress, { wallet, ask: query.verify })
    return { ...draft, ...range, forwarded_total: 0, held_total: 0 }
  },
  async beforeUpdate(old, next, ctx) {
    if (old.payoraddress === next.payoraddress) return next
    return { ...next, ...(await checkTarget(ctx, next.payoraddress, { wallet: old.wallet, ask: true })) }
  },
  isListening: ({ enabled }) => enabled,
  spendCeiling: (item) => item.held_total,
  async onPaymentSettled(payment, ctx) {
    const [item] = await ctx.items.find({ wallet: payment.wallet, limit: 1 })
    if (item === undefined || !item.enabled || item.created_at > payment.at) return
    const sats = await ctx.reserve(item.id, payment.sat)
    if (sats < 1) return
    const { paymentHash: payment_hash } = payment
    const least = Math.max(item.min_forward, item.target_min)
    if (sats < least && sats + (await PAYOUTS.sumOpen(ctx, item)) < least) {
      return PAYOUTS.hold(ctx, item, { payment_hash, part: 0, sats })
    }
    const all = sats + (await PAYOUTS.mergeOpen(ctx, item))
    const most = item.target_max ?? all
    const parts = inParts(all, most).map((part, index): PayoutPart => ({ payment_hash, part: index, sats: part }))
    await PAYOUTS.start(ctx, item, parts)
    const rest = parts.reduce((left, part) => left - part.sats, all)
    if (rest > 0) await PAYOUTS.hold(ctx, item, { payment_hash, part: parts.length, sats: rest })
  },
  async onIntentResolved(intent, ctx) {
    await PAYOUTS.onIntentResolved(intent, ctx)
    if (intent.state !== 'paid' || (await ctx.items.get(intent.itemId)) === null) return
    await ctx.items.update(intent.itemId, { last_forward_at: new Date(ctx.now()).toISOString() })
  },
  tasks: { retry: (task, ctx) => PAYOUTS.retry(task, ctx) },
  jobs: {
    retry: { cron: '* * * * *', run: (ctx) => PAYOUTS.retryDue(ctx) },
    prune: { cron: '23 * * * *', run: (ctx) => pruneJobs(ctx) },
  },
  routes: PAYOUTS.routes,
})

/** At most one per wallet, checked under a lock: of concurrent requests only one creates it. */
async function requireOnly(ctx: ScrubCtx, wallet: WalletHandle): Promise<void> {
  await ctx.lock('one a wallet', wallet)
  if ((await ctx.items.find({ wallet, limit: 1 })).length > 0) {
    throw reject('body.wallet: already has a scrub; a wallet can have only one.', 422)
  }
}

/** No part is more than the target accepts in one payment. */
const inParts = (sats: number, most: number): number[] =>
  Array.from({ length: Math.min(MAX_PARTS, Math.ceil(sats / most)) }, (_part, index) =>
    Math.min(most, sats - index * most),
  )

/** Everything except the balance to keep and the routing fee, if it has no more than that. */
async function amountOf(
  ctx: ScrubCtx,
  { wallet, payoraddress, keep_balance, target_min, target_max = Number.MAX_SAFE_INTEGER }: Scrub,
  sats: number,
  spoken: number,
): Promise<PayoutAmount> {
  const free = (await ctx.wallets.balance(wallet)).sat - keep_balance - spoken
  const wanted = Math.min(sats, target_max)
  const maxFeeSat = await ctx.targets.maxFeeSat(payoraddress, Math.max(1, Math.min(wanted, free)))
  const sat = Math.min(wanted, free - maxFeeSat)
  return { sat: sat < target_min ? 0 : sat, maxFeeSat }
}
