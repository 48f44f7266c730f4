import type { Settled } from '@satchel/extension-sdk/context'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { type PayoutAmount, payoutJobs } from '@satchel/extension-sdk/payout-jobs'
import { pruneJobs } from '@satchel/extension-sdk/prune-jobs'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { fixed } from '@satchel/extension-sdk/text'
import { checkSplit, splitsOf } from './check-split.ts'
import { FIELDS, type Split, type SplitCtx, TABLES } from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'

const PAYOUTS = payoutJobs<Split>({
  purpose: 'split',
  memo: fixed('Split payment'),
  targetOf: ({ target }) => target,
  keepRemainder: false,
  amountOf: (ctx, split, { sats }) => afterFees(ctx, split, sats),
})

export const SPLITPAYMENTS = defineExtension({
  manifest: {
    id: 'splitpayments',
    name: 'Split payments',
    version: '1.0.0',
    short_description: 'Forwards shares of everything that a wallet receives.',
    icon: 'call_split',
    api_version: 1,
    permissions: [
      { id: 'incoming.read', reason: 'is notified of every payment that the wallet receives' },
      { id: 'spend', reason: 'forwards at most the shares of what was received', to: 'any' },
      { id: 'schedule', reason: 'tries again what could not be forwarded' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'split',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  async beforeCreate(draft, ctx, { wallet }) {
    const checked = await checkSplit(ctx, draft, { source: wallet, old: undefined })
    return { ...checked, forwarded_total: 0, held_total: 0 }
  },
  beforeUpdate: (old, next, ctx) => checkSplit(ctx, next, { source: old.wallet, old }),
  async afterUpdate(old, now, ctx) {
    if (shareOf(old) === shareOf(now)) return
    const until = Math.floor(ctx.now() / 1000)
    await ctx.table('shares').insert({ item: old.id, basis_points: shareOf(old), until }, old.wallet)
  },
  isListening: ({ enabled }) => enabled,
  spendCeiling: (split) => split.held_total,
  async onPaymentSettled(payment, ctx) {
    for (const split of await splitsOf(ctx, payment.wallet)) {
      const share = await shareOfPayment(ctx, split, payment)
      if ((await afterFees(ctx, split, share)).sat < 1) continue
      const sats = await ctx.reserve(split.id, share)
      if ((await afterFees(ctx, split, sats)).sat >= 1)
        await PAYOUTS.start(ctx, split, [{ payment_hash: payment.paymentHash, part: 0, sats }])
    }
  },
  onIntentResolved: (intent, ctx) => PAYOUTS.onIntentResolved(intent, ctx),
  tasks: { retry: (task, ctx) => PAYOUTS.retry(task, ctx) },
  jobs: {
    retry: { cron: '* * * * *', run: (ctx) => PAYOUTS.retryDue(ctx) },
    prune: { cron: '23 * * * *', run: (ctx) => pruneJobs(ctx) },
  },
  routes: PAYOUTS.routes,
})

/** Payees of this service cost nothing; for others the routing fee is paid from the share. */
async function afterFees(
  ctx: Pick<SplitCtx, 'targets'>,
  { target }: Pick<Split, 'target'>,
  sats: number,
): Promise<PayoutAmount> {
  const maxFeeSat = await ctx.targets.maxFeeSat(target, sats)
  return { sat: sats - maxFeeSat, maxFeeSat }
}

const shareOf = ({ enabled, basis_points }: Split): number => (enabled ? basis_points : 0)

/** Whole satoshis, rounded down; by the share at the time of the payment. */
async function shareOfPayment(ctx: SplitCtx, split: Split, { msat, at }: Settled): Promise<number> {
  if (split.created_at > at) return 0
  const changes = await ctx.table('shares').find({ where: { item: split.id }, order: 'oldest', limit: 1000 })
  const basisPoints = changes.find(({ until }) => until > at)?.basis_points ?? shareOf(split)
  return Number((BigInt(msat) * BigInt(basisPoints)) / 10_000_000n)
}
