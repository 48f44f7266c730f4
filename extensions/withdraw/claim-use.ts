import type { Intent } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { notifyOwner } from '@satchel/extension-sdk/webhook-fields'
import type { WithdrawCtx, WithdrawItem } from './fields.ts'
import { readK1 } from './withdraw-offer.ts'

/** Rejects with the reason why withdrawals are not possible at the moment. */
export function requireOpen(ctx: WithdrawCtx, item: WithdrawItem): void {
  if (!item.enabled) throw reject('This link is switched off.')
  if (item.used >= item.uses) throw reject('This link has been used up.')
  const waits = item.open_time + item.wait_time - Math.floor(ctx.now() / 1000)
  if (waits > 0) throw reject(fixed('This link can be used again in {count} s.', { count: waits }))
}

/**
 * One use: counts it, uses up the code and the `k1`, and makes the payout, in one commit. Of concurrent requests one is
 * committed; the others see its changes and are rejected.
 */
export async function claimUse(
  ctx: WithdrawCtx,
  item: WithdrawItem,
  { k1, bolt11, msat }: { readonly k1: string; readonly bolt11: string; readonly msat: number },
): Promise<void> {
  requireOpen(ctx, item)
  const code = await readK1(ctx, item, k1)
  const { min_withdrawable: least, max_withdrawable: most } = item
  if (msat < least * 1000 || msat > most * 1000) {
    throw reject(
      fixed('The invoice must be for {amount}.', {
        amount: least === most ? amountText(most) : fixed('{min} to {max}', { min: least, max: amountText(most) }),
      }),
    )
  }
  const at = Math.floor(ctx.now() / 1000)
  const claim = await ctx.table('claims').insert(
    {
      item: item.id,
      k1,
      code: code === '' ? undefined : code,
      state: 'reserved',
      at,
      open_time_before: item.open_time,
    },
    item.wallet,
  )
  await ctx.items.update(item.id, {
    used: item.used + 1,
    open_time: at,
    codes: item.codes.filter((one) => one !== code),
  })
  await ctx.pay({
    from: item.wallet,
    to: { bolt11 },
    msat,
    key: k1,
    purpose: 'withdrawal',
    itemId: item.id,
    memo: item.title,
    data: { claim: claim.id, bolt11 },
  })
}

/** Paid: the owner is notified. Failed: the use and the code are restored. Nothing else restores them. */
export async function concludeUse(intent: Intent, ctx: WithdrawCtx): Promise<void> {
  const { claim: claimId, bolt11 } = intent.data as { readonly claim: string; readonly bolt11: string }
  const claim = await ctx.table('claims').get(claimId)
  const item = await ctx.items.get(intent.itemId)
  if (claim === null || item === null || claim.state !== 'reserved') return
  if (intent.state === 'paid') {
    await ctx.table('claims').update(claim.id, { state: 'paid' })
    await notifyOwner(ctx, item, {
      extension: 'withdraw',
      item: item.id,
      payment_hash: intent.paymentHash ?? null,
      payment_request: bolt11,
      amount: intent.sat,
      fee_msat: intent.feeMsat,
    })
    return
  }
  await ctx.table('claims').update(claim.id, { state: 'failed', code: undefined })
  await ctx.items.update(item.id, {
    used: item.used - 1,
    codes: claim.code === undefined ? item.codes : [claim.code, ...item.codes],
    // A failed payout causes no waiting time.
    ...(item.open_time === claim.at && { open_time: claim.open_time_before }),
  })
}
