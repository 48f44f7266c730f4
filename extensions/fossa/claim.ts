import type { Intent, PayOptions } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Claim, FossaCtx, FossaItem } from './fields.ts'
import { digitsOf, priceOf } from './price-claim.ts'
import { readCode } from './read-code.ts'

type Payee = Extract<PayOptions['to'], { bolt11: string } | { target: string }>

/** How long a price is fixed. */
const SECONDS = 600
const DAY_SECONDS = 86_400

const nowOf = (ctx: Pick<FossaCtx, 'now'>): number => Math.floor(ctx.now() / 1000)
const dayOf = (ctx: Pick<FossaCtx, 'now'>): string => new Date(ctx.now()).toISOString().slice(0, 10)

/** The sum paid out today; zero if the newest payout was on another day. */
export function soFarToday(
  ctx: Pick<FossaCtx, 'now'>,
  { last_day: day, claimed_today: sats, claims_today: count }: FossaItem,
): { readonly sats: number; readonly count: number } {
  return day === dayOf(ctx) ? { sats, count } : { sats: 0, count: 0 }
}

export const isExpired = (ctx: Pick<FossaCtx, 'now'>, { valid_days: days }: FossaItem, claim: Claim): boolean =>
  claim.state === 'open' && days > 0 && claim.opened_at + days * DAY_SECONDS <= nowOf(ctx)

/** A claim that can be paid, with its price and its `k1`. */
export type PricedClaim = Claim & { readonly k1: string }

/** The claim of a scanned code: created on the first scan, and priced if no price is fixed. */
export async function scanCode(ctx: FossaCtx, item: FossaItem, text: string): Promise<PricedClaim> {
  if (!item.enabled) throw reject('This machine is switched off.')
  const code = readCode(text, item.key ?? '')
  if (!code.isAuthentic && item.max_claim === undefined) {
    throw reject('The codes of this machine carry no signature: its operator has to set max_claim first.')
  }
  const payload = ctx.hash(`${item.id}:${code.hex}`)
  const [known] = await ctx.table('claims').find({ where: { payload }, limit: 1 })
  if (known !== undefined) requireOpen(ctx, item, known)
  const now = nowOf(ctx)
  if (known?.k1 !== undefined && known.priced_until > now) return { ...known, k1: known.k1 }
  const isPriced = known !== undefined && known.priced_until > now
  const k1 = ctx.randomId(32)
  const price = isPriced
    ? { sats: known.sats, priced_until: known.priced_until }
    : { sats: await priceOf(ctx, item, code.amount), priced_until: now + SECONDS }
  const digits = digitsOf(item)
  if (known !== undefined) return { ...(await ctx.table('claims').update(known.id, { digits, ...price, k1 })), k1 }
  const fresh = { item: item.id, payload, amount: code.amount, digits, state: 'open', opened_at: now, ...price, k1 }
  return { ...(await ctx.table('claims').insert(fresh, item.wallet)), k1 }
}

function requireOpen(ctx: FossaCtx, item: FossaItem, claim: Claim): void {
  if (claim.state === 'paid') throw reject('This code has been paid out.')
  if (claim.state === 'reserved') throw reject('This code is being paid out.')
  if (isExpired(ctx, item, claim)) throw reject('This code has expired; ask the operator of the machine.')
}

/**
 * Reserves the claim, the daily limit and the payout in one commit. Of concurrent requests one is committed; the others
 * run again and are rejected.
 */
export async function payClaim(
  ctx: FossaCtx,
  item: FossaItem,
  { k1, to, paymentHash }: { readonly k1: string; readonly to: Payee; readonly paymentHash?: string },
): Promise<void> {
  const claim = await requirePriced(ctx, item, k1)
  const { sats } = claim
  const today = soFarToday(ctx, item)
  const left = item.daily_limit - today.sats - sats
  if (left < 0) throw reject('The machine has reached its limit for today; try tomorrow.')
  // The daily limit includes the routing fees: they get at most what is left of it.
  const maxFeeSat = Math.min(await ctx.targets.maxFeeSat('bolt11' in to ? to.bolt11 : to.target, sats), left)
  const day = dayOf(ctx)
  await ctx
    .table('claims')
    .update(claim.id, { state: 'reserved', day, at: nowOf(ctx), payment_hash: paymentHash, max_fee: maxFeeSat })
  await ctx.items.update(item.id, {
    last_day: day,
    claimed_today: today.sats + sats + maxFeeSat,
    claims_today: today.count + 1,
    claimed_total: item.claimed_total + sats,
  })
  await ctx.pay({
    from: item.wallet,
    to,
    sat: sats,
    maxFeeSat,
    key: k1,
    purpose: 'cash-in',
    itemId: item.id,
    memo: item.title,
    data: { claim: claim.id },
  })
}

/** Finds a claim by its `k1`, while its price is fixed. */
export async function requirePriced(ctx: FossaCtx, item: FossaItem, k1: string): Promise<Claim> {
  if (!item.enabled) throw reject('This machine is switched off.')
  const [claim] = await ctx.table('claims').find({ where: { k1 }, limit: 1 })
  if (claim === undefined || claim.item !== item.id) throw reject('This k1 is not known; scan the code again.')
  requireOpen(ctx, item, claim)
  if (claim.priced_until <= nowOf(ctx)) throw reject('The price has expired; scan the code again.')
  return claim
}

/** A paid claim stays paid. Only a final failure opens it again, with a new `k1`. */
export async function concludeClaim(intent: Intent, ctx: FossaCtx): Promise<void> {
  const { claim: claimId } = intent.data as { readonly claim: string }
  const claim = await ctx.table('claims').get(claimId)
  const item = await ctx.items.get(intent.itemId)
  if (claim === null || item === null || claim.state !== 'reserved') return
  const maxFee = claim.max_fee ?? 0
  if (intent.state === 'paid') {
    await ctx.table('claims').update(claim.id, { state: 'paid', payment_hash: intent.paymentHash, max_fee: undefined })
    const unused = maxFee - Math.ceil(intent.feeMsat / 1000)
    if (item.last_day === claim.day) {
      await ctx.items.update(item.id, { claimed_today: Math.max(0, item.claimed_today - unused) })
    }
    return
  }
  await ctx.table('claims').update(claim.id, {
    state: 'open',
    k1: undefined,
    day: undefined,
    at: undefined,
    payment_hash: undefined,
    max_fee: undefined,
  })
  await ctx.items.update(item.id, {
    claimed_total: item.claimed_total - claim.sats,
    ...(item.last_day === claim.day && {
      claimed_today: Math.max(0, item.claimed_today - claim.sats - maxFee),
      claims_today: item.claims_today - 1,
    }),
  })
}
