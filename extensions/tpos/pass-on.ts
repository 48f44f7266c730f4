import type { Intent, PayOptions, Settled } from '@satchel/extension-sdk/context'
import { Rejection } from '@satchel/extension-sdk/rejection'
import { decimalOf, divideFloor, times } from '@satchel/money/decimal'
import { percentOfSats } from '@satchel/money/percent-of'
import { bookSale } from './book-sale.ts'
import type { Move, Sale, Till, TposCtx } from './fields.ts'
import { saleTaxes, storedTaxes } from './sale-taxes.ts'

/** Delays between retries: 1, 5 and 30 minutes, then 3 hours. */
const BACKOFF_SECONDS = [60, 300, 1800, 10_800]
const MAX_AT_ONCE = 100

/** A sale is paid: the till is notified, the tip goes to its wallet, the rest to the forward address. */
export async function recordSale(payment: Settled, ctx: TposCtx): Promise<void> {
  const [sale] = await ctx.table('sales').find({ where: { payment_hash: payment.paymentHash }, limit: 1 })
  const till = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (sale === undefined || till === null || sale.state === 'paid') return
  const booked = await bookSale(ctx, till, { by: 'lightning', atMs: payment.at * 1000 })
  // A sale that an older version opened has no amounts by rate yet.
  const unit = { currency: sale.currency, tip: sale.tip_amount }
  const taxes = sale.taxes === undefined ? storedTaxes(saleTaxes(till, sale), unit) : {}
  await ctx.table('sales').update(sale.id, { ...booked, ...taxes })
  await ctx.notify.push(till.id, { event: 'paid', payment_hash: payment.paymentHash, sats: payment.sat })
  const tipShare = till.tip_wallet === undefined ? 0n : tipOf(sale, payment.sat)
  const tip = BigInt(await ctx.reserve(till.id, Number(tipShare)))
  const forwardShare = till.forward_address === undefined ? 0n : shareOf(till, BigInt(payment.sat) - tipShare)
  const isSent = (await withoutFee(ctx, till, forwardShare)) >= 1n
  const forward = isSent ? await withoutFee(ctx, till, BigInt(await ctx.reserve(till.id, Number(forwardShare)))) : 0n
  const { paymentHash } = payment
  const moves = [
    await passOn(ctx, till, paymentHash, 'tip', tip),
    await passOn(ctx, till, paymentHash, 'forward', forward),
  ]
  const held = moves.reduce((sum, sats) => sum + sats, 0)
  if (held > 0) await ctx.items.update(till.id, { held: till.held + held })
}

/** The share of the tip in the received amount, rounded down. */
const tipOf = ({ tip_amount: tip, total }: Sale, sats: number): bigint =>
  total > 0 ? divideFloor(times(decimalOf(tip), sats), decimalOf(total)) : 0n

const shareOf = ({ forward_cut: cut }: Till, taken: bigint): bigint => taken - percentOfSats(taken, cut)

/** Routing fees are deducted from the forwarded amount, so that a sale never costs the wallet anything. */
async function withoutFee(ctx: TposCtx, till: Till, share: bigint): Promise<bigint> {
  const left = share - BigInt(await maxFeeSat(ctx, till, Number(share)))
  return left > 0n ? left : 0n
}

const maxFeeSat = ({ targets }: TposCtx, { forward_address }: Till, sats: number): Promise<number> =>
  targets.maxFeeSat(forward_address ?? '', sats)

/** Returns how much is in flight now. */
async function passOn(
  ctx: TposCtx,
  till: Till,
  payment_hash: string,
  purpose: 'tip' | 'forward',
  sats: bigint,
): Promise<number> {
  if (sats < 1n) return 0
  const move = await ctx
    .table('moves')
    .insert(
      { item: till.id, payment_hash, purpose, sats: Number(sats), state: 'moving', tries: 0, retry_at: 0 },
      till.wallet,
    )
  await tryMove(ctx, till, move)
  return Number(sats)
}

/** A payout that is rejected immediately (empty or closed wallet) is held like one that fails later. */
async function tryMove(ctx: TposCtx, till: Till, move: Move): Promise<void> {
  const to = destinationOf(till, move)
  if (to === undefined) return keep(ctx, till, move)
  const { payment_hash: hash, purpose, sats, tries } = move
  const moves = ctx.table('moves')
  try {
    await ctx.pay({
      from: till.wallet,
      to,
      sat: sats,
      ...(purpose === 'forward' && { maxFeeSat: await maxFeeSat(ctx, till, sats) }),
      key: `${purpose} ${hash} ${tries}`,
      purpose,
      itemId: till.id,
      memo: till.name,
      data: { move: move.id },
    })
    await moves.update(move.id, { state: 'moving', tries: tries + 1, error: undefined })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    await hold(ctx, { ...move, tries: tries + 1 }, error.detail)
  }
}

function destinationOf({ tip_wallet, forward_address }: Till, { purpose }: Move): PayOptions['to'] | undefined {
  if (purpose === 'tip') return tip_wallet === undefined ? undefined : { wallet: tip_wallet }
  return forward_address === undefined ? undefined : { target: forward_address }
}

async function hold(ctx: TposCtx, { id, tries }: Move, why: string): Promise<void> {
  const delay = BACKOFF_SECONDS[Math.min(tries - 1, BACKOFF_SECONDS.length - 1)] ?? 0
  const retry_at = Math.floor(ctx.now() / 1000) + delay
  await ctx.table('moves').update(id, { state: 'held', tries, retry_at, error: why.slice(0, 300) })
}

/** The target no longer exists: the amount stays in the wallet. */
async function keep(ctx: TposCtx, till: Till, move: Move): Promise<void> {
  await ctx.table('moves').update(move.id, { state: 'kept' })
  await ctx.items.update(till.id, { held: till.held - move.sats })
}

/** A tip or a forward has ended. */
export async function concludeMove(intent: Intent, ctx: TposCtx): Promise<void> {
  const { move: id } = intent.data as { readonly move: string }
  const move = await ctx.table('moves').get(id)
  const till = await ctx.items.get(intent.itemId)
  if (move === null || till === null || move.state !== 'moving') return
  if (intent.state !== 'paid') return hold(ctx, move, intent.failure ?? 'It failed.')
  await ctx.table('moves').update(id, { state: 'moved' })
  await ctx.items.update(till.id, { held: till.held - move.sats })
}

/** Retries held payouts that are due, with a new key, because the previous try has finally failed. */
export async function retryHeld(ctx: TposCtx): Promise<void> {
  const now = Math.floor(ctx.now() / 1000)
  const held = await ctx.table('moves').find({ where: { state: 'held' }, order: 'oldest', limit: 1000 })
  for (const move of held.filter(({ retry_at: at }) => at <= now).slice(0, MAX_AT_ONCE)) {
    const till = await ctx.items.get(move.item)
    if (till !== null) await tryMove(ctx, till, move)
  }
}
