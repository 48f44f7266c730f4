import type { Settled } from '@satchel/extension-sdk/context'
import { refuse } from '@satchel/extension-sdk/refusal'
import type { PaywallCtx, PaywallItem, Purchase } from './fields.ts'

const DAY_SECONDS = 86_400

/** What an invoice says of its buyer: the claim itself is known to the buyer only. */
export interface Order {
  readonly claim: string
  readonly data: { readonly claim: string }
}

export function newOrder(ctx: PaywallCtx): Order {
  const claim = ctx.randomId(32)
  return { claim, data: { claim: ctx.hash(claim) } }
}

/** The payment has arrived: access from now on. */
export async function recordPurchase({ itemId = '', ...payment }: Settled, ctx: PaywallCtx): Promise<void> {
  const item = await ctx.items.get(itemId)
  if (item === null) return
  const { claim } = payment.data as Order['data']
  await ctx.table('purchases').insert(
    {
      item: item.id,
      payment_hash: payment.paymentHash,
      claim,
      preimage: payment.preimage ?? ctx.randomId(32),
      secret: ctx.randomId(32),
      until: item.access_days === 0 ? 0 : payment.at + item.access_days * DAY_SECONDS,
      max_downloads: item.max_downloads,
      downloads: 0,
    },
    item.wallet,
  )
  await ctx.items.update(item.id, { sold: item.sold + 1, earned: item.earned + payment.sat })
}

export interface Proof {
  readonly claim?: string | undefined
  readonly preimage?: string | undefined
}

/** By what only the buyer has: the hash of the payment is in the invoice, and so known to others. */
export async function findPurchase(ctx: PaywallCtx, item: PaywallItem, proof: Proof): Promise<Purchase | undefined> {
  const { claim, preimage } = proof
  const where =
    claim !== undefined
      ? { claim: ctx.hash(claim) }
      : preimage !== undefined
        ? { preimage: ctx.hash(preimage.toLowerCase()) }
        : undefined
  if (where === undefined) return undefined
  const found = await ctx.table('purchases').find({ where, limit: 1 })
  return found.find((purchase) => purchase.item === item.id)
}

/** 402 before it is paid, 403 when what was paid for is over. */
export async function requirePurchase(ctx: PaywallCtx, item: PaywallItem, proof: Proof): Promise<Purchase> {
  const purchase = await findPurchase(ctx, item, proof)
  if (purchase === undefined) throw refuse('This is not paid, or not with this proof.', 402)
  requireOpen(ctx, purchase)
  if (item.kind === 'file') requireDownloads(purchase)
  return purchase
}

export function requireOpen(ctx: PaywallCtx, { until }: Purchase): void {
  if (until !== 0 && until * 1000 <= ctx.now()) throw refuse('The access that was paid for has ended.', 403)
}

export function requireDownloads({ downloads, max_downloads: most }: Purchase): void {
  if (downloads >= most)
    throw refuse(`The file was downloaded ${downloads} times, which is all that was paid for.`, 403)
}
