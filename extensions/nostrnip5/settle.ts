import type { Settled } from '@satchel/extension-sdk/context'
import { Rejection } from '@satchel/extension-sdk/rejection'
import { addYears, endAddress, findHolder, isHeld, nameKey } from './addresses.ts'
import type { Address, Domain, DomainCtx } from './fields.ts'
import { isKept } from './kept-names.ts'
import { bonusOf } from './prices.ts'

/** The data of an invoice until it is paid. */
export type OrderNote = {
  readonly address: string
  readonly local_part: string
  readonly pubkey: string
  readonly years: number
  readonly bonus?: { readonly percent: number; readonly to: string } | undefined
}

/** The first payer gets the name. The owner must refund a later payer, or one whose name was taken back. */
export async function settleOrder(payment: Settled, ctx: DomainCtx): Promise<void> {
  const domain = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  const note = payment.data as OrderNote | null
  if (domain === null || note === null) return
  // The old holder must be removed before the new one is stored.
  const holder = await findHolder(ctx, domain, note.local_part)
  const address = await ctx.table('addresses').get(note.address)
  if (address === null) return owe(ctx, domain, note, payment)
  const other = holder === null || holder.id === address.id ? null : holder
  const isOthers = other !== null && isHeld(other, domain, payment.at)
  // The former holder may have lost it while this payment was in flight.
  if (isOthers || (other === null && !address.active && (await isKept(ctx, domain, note.local_part, payment.at)))) {
    const reimburse_sats = address.reimburse_sats + payment.sat
    await ctx.table('addresses').update(address.id, { listed: domain.id, reimburse_sats })
    return
  }
  if (other !== null) await endAddress(ctx, other)
  await extend(ctx, domain, address, note.years, payment.at)
  const change = (address.active ? 0 : 1) - (other === null ? 0 : 1)
  const address_count = domain.address_count + change
  await ctx.items.update(domain.id, { address_count, earned: domain.earned + payment.sat })
  if (note.bonus !== undefined) await payBonus(ctx, payment, note.bonus)
}

/** The owner has deleted the order or the name, and must refund the payment. */
async function owe(ctx: DomainCtx, domain: Domain, { local_part, pubkey }: OrderNote, payment: Settled): Promise<void> {
  const row = { item: domain.id, local_part, pubkey, relays: [], active: false, expires_at: 0, secret: ctx.randomId() }
  await ctx.table('addresses').insert({ ...row, listed: domain.id, reimburse_sats: payment.sat }, payment.wallet)
}

/** A renewal starts at the end of the term, also in the grace period; otherwise now. */
async function extend(ctx: DomainCtx, domain: Domain, address: Address, years: number, at: number): Promise<void> {
  const from = isHeld(address, domain, at) ? address.expires_at : at
  await ctx.table('addresses').update(address.id, {
    active: true,
    holds: nameKey(domain, address.local_part),
    listed: domain.id,
    expires_at: addYears(from, years),
  })
}

/** One bonus per payment. An empty wallet pays none; the buyer still gets the name. */
async function payBonus(ctx: DomainCtx, payment: Settled, { percent, to }: NonNullable<OrderNote['bonus']>) {
  const sat = bonusOf(payment.sat, percent)
  if (sat < 1 || payment.itemId === undefined) return
  try {
    await ctx.pay({
      from: payment.wallet,
      to: { target: to },
      sat,
      key: `${payment.paymentHash}/referral`,
      purpose: 'referral',
      itemId: payment.itemId,
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    ctx.log.warn('a referral bonus could not be paid', { payment: payment.paymentHash, reason: error.detail })
  }
}
