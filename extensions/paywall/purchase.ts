import type { Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import type { PaywallCtx, PaywallItem, Purchase } from './fields.ts'

const DAY_SECONDS = 86_400

/** The invoice's data about its buyer: only the buyer knows the claim itself. */
export interface Order {
  readonly claim: string
  readonly data: OrderData
}

export type OrderData = {
  readonly claim: string
  /** The verify address of LNURL-pay shows everyone the preimage: then only the claim opens the purchase. */
  readonly isPreimagePublic: boolean
  /** The buyer was given no claim. */
  readonly opensByHash?: boolean
}

export function newOrder(ctx: PaywallCtx, terms: Omit<OrderData, 'claim'>): Order {
  const claim = ctx.randomId(32)
  return { claim, data: { claim: ctx.hash(claim), ...terms } }
}

/** The payment has arrived: access from now on. */
export async function recordPurchase({ itemId = '', ...payment }: Settled, ctx: PaywallCtx): Promise<void> {
  const item = await ctx.items.get(itemId)
  if (item === null) return
  const { claim, isPreimagePublic, opensByHash } = payment.data as OrderData
  await ctx.table('purchases').insert(
    {
      item: item.id,
      payment_hash: payment.paymentHash,
      claim,
      preimage: isPreimagePublic || payment.preimage === null ? ctx.randomId(32) : payment.preimage,
      secret: ctx.randomId(32),
      until: item.access_days === 0 ? 0 : payment.at + item.access_days * DAY_SECONDS,
      max_downloads: item.max_downloads,
      downloads: 0,
    },
    item.wallet,
  )
  await ctx.items.update(item.id, { sold: item.sold + 1, earned: item.earned + payment.sat })
  if (opensByHash === true) await ctx.notify.push(waitingFor(item.id, payment.paymentHash), { paid: true })
}

/** The channel for clients that wait for a payment, by its hash. */
export const waitingFor = (itemId: string, paymentHash: string): string => `${itemId}/${paymentHash.toLowerCase()}`

export interface Proof {
  readonly claim?: string | undefined
  readonly preimage?: string | undefined
}

/**
 * Finds a purchase by a secret of the buyer. The payment hash is no secret, because it is in the invoice; a preimage
 * counts only if no public route shows it.
 */
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

/** 402 before it is paid, 403 when the purchase has expired. */
export async function requirePurchase(ctx: PaywallCtx, item: PaywallItem, proof: Proof): Promise<Purchase> {
  const purchase = await findPurchase(ctx, item, proof)
  if (purchase === undefined) throw reject('This is not paid, or not with this proof.', 402)
  requireOpen(ctx, purchase)
  if (item.kind === 'file') requireDownloads(purchase)
  return purchase
}

export function requireOpen(ctx: PaywallCtx, { until }: Purchase): void {
  if (until !== 0 && until * 1000 <= ctx.now()) throw reject('The access that was paid for has ended.', 403)
}

export function requireDownloads({ downloads, max_downloads: most }: Purchase): void {
  if (downloads >= most)
    throw reject(
      fixed('The file was downloaded {count} times, which is all that was paid for.', { count: downloads }),
      403,
    )
}
