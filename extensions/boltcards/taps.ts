import type { Intent } from '@satchel/extension-sdk/context'
import type { Reply } from '@satchel/extension-sdk/extension'
import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { CARD_REASONS } from '@satchel/lnurl/card-reasons'
import { writeError } from '@satchel/lnurl/plain-answers'
import { writeWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import { msat } from '@satchel/money/units'
import { checkPin, needsPin, pinLimitMsat } from './card-pin.ts'
import { type Card, type CardCtx, dayOf, type Hit, spentToday } from './fields.ts'
import { readTap } from './ntag424.ts'

/** How long the merchant may take to claim the money after a tap. */
const HIT_SECONDS = 300

/** One reason for all: the answer must not reveal which card, key or UID was wrong. */
const unreadable = () => reject('This card cannot be read.')

/**
 * Verifies a tap and uses up its counter in one commit, even if the card may not pay now: otherwise a tap that was
 * rejected today could be replayed tomorrow.
 */
interface Scan {
  readonly params: { readonly external_id: string }
  readonly query: { readonly p?: string | undefined; readonly c?: string | undefined }
}

export async function scanCard({ params, query: { p = '', c = '' } }: Scan, ctx: CardCtx): Promise<Reply> {
  const [card] = await ctx.items.find({ where: { external_id: params.external_id }, limit: 1 })
  if (card === undefined) throw unreadable()
  const tap = readTap({ k1: card.k1 ?? '', k2: card.k2 ?? '' }, p, c)
  if (tap === null || tap.uid !== card.uid) throw unreadable()
  if (tap.counter <= card.counter) throw reject(CARD_REASONS.used)
  await ctx.items.update(card.id, { counter: tap.counter, last_tap_at: new Date(ctx.now()).toISOString() })
  if (!card.enable) return { json: writeError(CARD_REASONS.off) }
  const most = Math.min(card.tx_limit, card.daily_limit - spentToday(card, ctx))
  if (most < 1) return { json: writeError(CARD_REASONS.spent) }
  const hit = await ctx.table('hits').insert(
    {
      item: card.id,
      old_counter: card.counter,
      new_counter: tap.counter,
      amount: 0,
      refunded: 0,
      state: 'open',
      day: dayOf(ctx, card),
    },
    card.wallet,
  )
  const pinLimit = pinLimitMsat(card)
  const offer = writeWithdrawOffer({
    callback: ctx.url(`/lnurl/${hit.id}/cb`),
    k1: hit.id,
    leastMsat: msat(1000),
    mostMsat: msat(most * 1000),
    defaultDescription: 'Bolt card',
    ...(pinLimit !== undefined && { pinLimitMsat: msat(pinLimit) }),
  })
  return { json: { ...offer, payLink: ctx.url(`/refund/${hit.id}`).replace(/^https?:/, 'lnurlp:') } }
}

/**
 * Makes one payout for a tap. Enforces both limits against paid and pending amounts, and the PIN, in one commit. Returns
 * the reason after a wrong PIN, which is counted in that commit, and leaves the tap open.
 */
export async function claimHit(
  claim: { readonly k1: string; readonly bolt11: string; readonly msat: number },
  {
    params,
    query,
  }: { readonly params: { readonly hit: string }; readonly query: { readonly pin?: string | undefined } },
  ctx: CardCtx,
): Promise<string | undefined> {
  const hit = await findHit(ctx, params.hit)
  const card = hit === null ? null : await ctx.items.get(hit.item)
  if (hit === null || card === null || claim.k1 !== hit.id) throw reject('This k1 is not known.')
  if (!card.enable) throw reject(CARD_REASONS.off)
  if (hit.state !== 'open') throw reject(CARD_REASONS.used)
  if (ctx.now() >= (hit.created_at + HIT_SECONDS) * 1000) throw reject(CARD_REASONS.old)
  const sats = Math.ceil(claim.msat / 1000)
  if (sats > card.tx_limit) throw reject(`This card pays at most ${card.tx_limit} sat at once.`)
  const spent = spentToday(card, ctx)
  const left = card.daily_limit - spent - sats
  if (left < 0) throw reject(CARD_REASONS.spent)
  const wrong = await checkPin(ctx, card, { msat: claim.msat, pin: query.pin })
  if (wrong !== undefined) return wrong
  try {
    await payFrom(ctx, card, { hit, claim, sats, left, spent })
    return undefined
  } catch (error) {
    // A rejected run commits nothing, so its answer would tell a right PIN although other runs have used up the tries.
    if (error instanceof Rejection && needsPin(card, claim.msat)) return error.detail
    throw error
  }
}

interface Claimed {
  readonly hit: Hit
  readonly claim: { readonly bolt11: string; readonly msat: number }
  readonly sats: number
  /** Left of the daily limit after these. */
  readonly left: number
  readonly spent: number
}

async function payFrom(ctx: CardCtx, card: Card, { hit, claim, sats, left, spent }: Claimed): Promise<void> {
  // The daily limit includes the routing fees: they get at most what is left of it.
  const maxFeeSat = Math.min(await ctx.targets.maxFeeSat(claim.bolt11, sats), left)
  const day = dayOf(ctx, card)
  await ctx.pay({
    from: card.wallet,
    to: { bolt11: claim.bolt11 },
    msat: claim.msat,
    maxFeeSat,
    key: hit.id,
    purpose: 'card',
    itemId: card.id,
    memo: card.card_name,
    data: { hit: hit.id },
  })
  await ctx.table('hits').update(hit.id, { state: 'reserved', amount: sats, fee: maxFeeSat, day })
  await ctx.items.update(card.id, { spent_today: spent + sats + maxFeeSat, spent_on: day })
}

/** A failed payout does not count against the limits; its tap stays used up. */
export async function concludeHit(intent: Intent, ctx: CardCtx): Promise<void> {
  const { hit: hitId } = intent.data as { readonly hit: string }
  const hit = await findHit(ctx, hitId)
  if (hit?.state !== 'reserved') return
  if (intent.state === 'paid') {
    const fee = Math.ceil(intent.feeMsat / 1000)
    await ctx.table('hits').update(hit.id, { state: 'paid', fee })
    await giveBack(ctx, hit.item, { sats: (hit.fee ?? 0) - fee, day: hit.day })
    return
  }
  await ctx.table('hits').update(hit.id, { state: 'failed', amount: 0, fee: 0 })
  await giveBack(ctx, hit.item, { sats: hit.amount + (hit.fee ?? 0), day: hit.day })
}

/** Only on the day of the tap, whose limit it counted against. */
export async function giveBack(
  ctx: CardCtx,
  cardId: string,
  { sats, day }: { readonly sats: number; readonly day: string },
): Promise<void> {
  const card: Card | null = await ctx.items.get(cardId)
  if (card === null || card.spent_on !== day) return
  await ctx.items.update(card.id, { spent_today: Math.max(0, card.spent_today - sats) })
}

export const findHit = async (ctx: CardCtx, id: string): Promise<Hit | null> => ctx.table('hits').get(id)
