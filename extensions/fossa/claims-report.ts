import type { Json } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { minorDigits } from '@satchel/money/minor-digits'
import { isExpired } from './claim.ts'
import type { Claim, FossaCtx, FossaItem } from './fields.ts'
import { toMajor } from './price-claim.ts'

/** A claim for the operator. */
export const toReport = (ctx: FossaCtx, item: FossaItem, claim: Claim): Json => ({
  id: claim.id,
  amount: toMajor(claim.amount, claim.digits ?? item.digits ?? minorDigits(item.currency)),
  sats: claim.sats,
  state: isExpired(ctx, item, claim) ? 'expired' : claim.state,
  payment_hash: claim.payment_hash ?? null,
  time: new Date((claim.at ?? claim.opened_at) * 1000).toISOString(),
})

/** Makes an expired code valid again, after the operator's check. Paid or pending claims are never released. */
export async function releaseClaim(ctx: FossaCtx, item: FossaItem, id: string): Promise<Claim> {
  const claim = await ctx.table('claims').get(id)
  if (claim === null || claim.item !== item.id) throw reject('Claim not found.', 404)
  if (claim.state === 'paid') throw reject('This claim has been paid out.')
  if (claim.state === 'reserved') {
    throw reject('A payout of this claim is in flight; if it fails, the claim opens again automatically.')
  }
  return ctx.table('claims').update(id, { opened_at: Math.floor(ctx.now() / 1000) })
}
