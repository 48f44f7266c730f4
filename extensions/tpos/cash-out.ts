import type { Intent, Json } from '@satchel/extension-sdk/context'
import type { WithdrawLink } from '@satchel/extension-sdk/lnurl-withdraw-routes'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { percentOfSats } from '@satchel/money/percent-of'
import type { Charge, Till, TposCtx } from './fields.ts'
import { checkAmount } from './price-sale.ts'

/** How long a customer may take to scan the code. */
const VALID_SECONDS = 300
/** More than are ever open at a time. */
const MAX_LAPSED = 100

const secondsOf = (ctx: TposCtx): number => Math.floor(ctx.now() / 1000)
const dayOf = (ctx: TposCtx): string => new Date(ctx.now()).toISOString().slice(0, 10)

export const withdrawnOn = ({ withdrawn_on: on, withdrawn_today: sats }: Till, day: string): number =>
  on === day ? sats : 0

export const chargeLnurl = (ctx: Pick<TposCtx, 'url'>, { id }: Charge): string => encodeLnurl(ctx.url(`/lnurl/${id}`))

/**
 * Offers a customer satoshis for cash. The offer counts for the day immediately: of two tills that would exceed the
 * limit together, one is rejected.
 */
export async function offerCharge(ctx: TposCtx, own: Till, amount: number): Promise<Charge> {
  if (own.withdraw_limit === undefined) throw reject('Cash-outs are switched off here.')
  checkAmount(amount, own.currency, 'body.amount')
  if (amount === 0) throw reject('body.amount: must be more than nothing.', 422)
  const till = await releaseLapsed(ctx, own)
  await requirePause(ctx, till)
  const worth = await ctx.rates.toSat(amount, till.currency)
  const sats = worth - Number(percentOfSats(BigInt(worth), till.withdraw_premium))
  if (sats < 1) throw reject('That is worth less than 1 satoshi.')
  const day = dayOf(ctx)
  const used = withdrawnOn(till, day)
  const left = own.withdraw_limit - used
  if (sats > left)
    throw reject(fixed('Today only {amount} more may be cashed out.', { amount: amountText(Math.max(0, left)) }))
  if ((await ctx.wallets.balance(till.wallet)).sat < till.offered + sats)
    throw reject('The wallet does not hold enough.')
  await ctx.items.update(till.id, { withdrawn_on: day, withdrawn_today: used + sats, offered: till.offered + sats })
  return ctx.table('charges').insert(
    {
      item: till.id,
      state: 'open',
      k1: ctx.randomId(32),
      amount,
      premium: till.withdraw_premium,
      sats,
      day,
      expires_at: secondsOf(ctx) + VALID_SECONDS,
    },
    till.wallet,
  )
}

async function requirePause(ctx: TposCtx, { id, withdraw_between: minutes }: Till): Promise<void> {
  if (minutes === 0) return
  const recent = await ctx.table('charges').find({ where: { item: id }, limit: 20 })
  const last = recent.find(({ state }) => state !== 'expired' && state !== 'failed')
  const waits = last === undefined ? 0 : last.created_at + minutes * 60 - secondsOf(ctx)
  if (waits > 0)
    throw reject(fixed('The next cash-out is possible in {count} minutes.', { count: Math.ceil(waits / 60) }))
}

/** An unclaimed offer is returned to the limit of its day. */
async function releaseLapsed(ctx: TposCtx, till: Till): Promise<Till> {
  const open = await ctx.table('charges').find({ where: { item: till.id, state: 'open' }, limit: MAX_LAPSED })
  let now = till
  for (const charge of open) if (charge.expires_at <= secondsOf(ctx)) now = await giveBack(ctx, now, charge, 'expired')
  return now
}

async function giveBack(ctx: TposCtx, till: Till, charge: Charge, state: 'expired' | 'failed'): Promise<Till> {
  await ctx.table('charges').update(charge.id, { state })
  return ctx.items.update(till.id, {
    ...(charge.state === 'open' && { offered: till.offered - charge.sats }),
    ...(charge.day === till.withdrawn_on && {
      withdrawn_today: Math.max(0, till.withdrawn_today - charge.sats - (charge.max_fee ?? 0)),
    }),
  })
}

export async function expireCharges(ctx: TposCtx): Promise<void> {
  const open = await ctx.table('charges').find({ where: { state: 'open' }, order: 'oldest', limit: MAX_LAPSED })
  for (const charge of open.filter(({ expires_at: until }) => until <= secondsOf(ctx))) {
    const till = await ctx.items.get(charge.item)
    if (till !== null) await giveBack(ctx, till, charge, 'expired')
  }
}

/** The cash-out of a URL, while its till exists. */
export async function findCharge(
  ctx: TposCtx,
  id: string,
): Promise<{ readonly charge: Charge; readonly till: Till } | null> {
  const charge = await ctx.table('charges').get(id)
  const till = charge === null ? null : await ctx.items.get(charge.item)
  return charge === null || till === null ? null : { charge, till }
}

function requireOpen(ctx: TposCtx, { state, expires_at: until }: Charge): void {
  if (state === 'expired') throw reject('This cash-out has expired.')
  if (state !== 'open') throw reject('This cash-out has been used.')
  if (until <= secondsOf(ctx)) throw reject('This cash-out has expired.')
}

export async function offerWithdrawal(ctx: TposCtx, id: string): Promise<WithdrawLink | null> {
  const found = await findCharge(ctx, id)
  if (found === null) return null
  requireOpen(ctx, found.charge)
  const { k1, sats } = found.charge
  return { k1, minMsat: sats * 1000, maxMsat: sats * 1000, description: found.till.name }
}

/** Uses up the cash-out in the commit that makes the payout. */
export async function claimCharge(
  ctx: TposCtx,
  id: string,
  claim: { readonly k1: string; readonly bolt11: string; readonly msat: number },
): Promise<void> {
  const found = await findCharge(ctx, id)
  if (found === null || found.charge.k1 !== claim.k1) throw reject('There is no such cash-out.', 404)
  const { charge, till } = found
  requireOpen(ctx, charge)
  if (claim.msat !== charge.sats * 1000)
    throw reject(fixed('The invoice must be for {amount}.', { amount: amountText(charge.sats) }))
  // The daily limit includes the routing fees: they get at most what is left of it.
  const used = withdrawnOn(till, charge.day)
  const left = till.withdraw_limit === undefined ? 0 : Math.max(0, till.withdraw_limit - used)
  const maxFeeSat = Math.min(await ctx.targets.maxFeeSat(claim.bolt11, charge.sats), left)
  await ctx.table('charges').update(charge.id, { state: 'claimed', max_fee: maxFeeSat })
  await ctx.items.update(till.id, {
    offered: till.offered - charge.sats,
    ...(charge.day === till.withdrawn_on && { withdrawn_today: used + maxFeeSat }),
  })
  await ctx.pay({
    from: till.wallet,
    to: { bolt11: claim.bolt11 },
    sat: charge.sats,
    maxFeeSat,
    key: `cash-out ${charge.id}`,
    purpose: 'cash-out',
    itemId: till.id,
    memo: till.name,
    data: { charge: charge.id },
  })
  await ctx.notify.push(charge.id, { event: 'claimed' })
}

/** A cash-out has ended; a failed one does not count for its day. */
export async function concludeCharge(intent: Intent, ctx: TposCtx): Promise<void> {
  const { charge: id } = intent.data as { readonly charge: string }
  const found = await findCharge(ctx, id)
  if (found === null || found.charge.state !== 'claimed') return
  if (intent.state === 'paid') await notePaid(ctx, found.till, found.charge, intent.feeMsat)
  else await giveBack(ctx, found.till, found.charge, 'failed')
  await ctx.notify.push(id, { event: intent.state })
}

/** The unused part of the routing fee may be cashed out again. */
async function notePaid(ctx: TposCtx, till: Till, charge: Charge, feeMsat: number): Promise<void> {
  await ctx.table('charges').update(charge.id, { state: 'paid', max_fee: undefined })
  if (charge.day !== till.withdrawn_on) return
  const unused = (charge.max_fee ?? 0) - Math.ceil(feeMsat / 1000)
  await ctx.items.update(till.id, { withdrawn_today: Math.max(0, till.withdrawn_today - unused) })
}

export const chargeJson = (ctx: TposCtx, charge: Charge): Json => ({
  id: charge.id,
  state: charge.state,
  amount: charge.amount,
  premium: charge.premium,
  sats: charge.sats,
  lnurl: chargeLnurl(ctx, charge),
  expires_at: new Date(charge.expires_at * 1000).toISOString(),
  href: `/p/${charge.item}/cash-out/${charge.id}`,
})
