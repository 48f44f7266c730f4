import type { Json } from '@satchel/extension-sdk/context'
import type { Reply } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import type { Card, CardCtx, FIELDS } from './fields.ts'

type Draft = Row<typeof FIELDS>

const OTP_SECONDS = 600

/** Keys in lower case; missing ones are generated. */
export const keysFor = (draft: Draft, ctx: CardCtx): { k0: string; k1: string; k2: string } => ({
  k0: draft.k0?.toLowerCase() ?? ctx.randomId(16),
  k1: draft.k1?.toLowerCase() ?? ctx.randomId(16),
  k2: draft.k2?.toLowerCase() ?? ctx.randomId(16),
})

/** 422 for a change that removes a key: only `rekey` makes new keys. */
export function requireKeys({ k0, k1, k2 }: Draft): void {
  for (const [name, key] of Object.entries({ k0, k1, k2 })) {
    if (typeof key !== 'string') throw reject(`body.${name}: cannot be taken away; rekey makes other keys.`, 422)
  }
}

export const newOtp = (ctx: CardCtx): { otp: string; otp_expires_at: number } => ({
  otp: ctx.randomId(16),
  otp_expires_at: Math.floor(ctx.now() / 1000) + OTP_SECONDS,
})

/** The card's present keys are needed to program new ones. */
export const previousOf = (card: Card): Pick<Draft, 'prev_k0' | 'prev_k1' | 'prev_k2'> => ({
  prev_k0: card.k0,
  prev_k1: card.k1,
  prev_k2: card.k2,
})

/** Replaces the keys: the card with the old ones, and its last taps, can no longer pay. */
export async function rekeyCard({ item: card }: { readonly item: Card }, ctx: CardCtx): Promise<Reply> {
  const { otp, otp_expires_at: until } = newOtp(ctx)
  const keys = { k0: ctx.randomId(16), k1: ctx.randomId(16), k2: ctx.randomId(16) }
  await ctx.items.update(card.id, { ...keys, ...previousOf(card), otp, otp_expires_at: until })
  await voidOpenHits(ctx, card.id)
  return { json: { otp, otp_expires_at: until } }
}

export async function voidOpenHits(ctx: CardCtx, cardId: string): Promise<void> {
  const open = await ctx.table('hits').find({ where: { item: cardId, state: 'open' }, limit: 1000 })
  for (const { id } of open) await ctx.table('hits').update(id, { state: 'failed' })
}

/** The keys that the programming app needs to reset the chip. */
export const wipeData = (card: Card): Json => ({
  version: 1,
  action: 'wipe',
  id: 1,
  uid: card.uid,
  ...allKeys(card),
  ...previousIn(card),
})

/** The keys, once, for the client that has scanned the one-time code. */
export async function handOverKeys(
  { query: { a = '' } }: { readonly query: { readonly a?: string | undefined } },
  ctx: CardCtx,
): Promise<Reply> {
  const card = await requireCode(ctx, a)
  await useUp(ctx, card)
  return {
    json: {
      protocol_name: 'new_bolt_card_response',
      protocol_version: 1,
      id: 1,
      card_name: card.card_name,
      uid: card.uid,
      lnurlw_base: baseOf(ctx, card),
      ...allKeys(card),
      ...previousIn(card),
    },
    headers: { 'Cache-Control': 'no-store' },
  }
}

async function requireCode(ctx: CardCtx, code: string): Promise<Card> {
  const [card] = code === '' ? [] : await ctx.items.find({ where: { otp: ctx.hash(code) }, limit: 1 })
  if (card === undefined || (card.otp_expires_at ?? 0) * 1000 <= ctx.now()) {
    throw reject('This code has been used, has expired or is invalid.', 404)
  }
  return card
}

const useUp = (ctx: CardCtx, { id }: Card) => ctx.items.update(id, { otp: undefined, otp_expires_at: undefined })

const baseOf = (ctx: CardCtx, { external_id: id }: Card): string =>
  ctx.url(`/scan/${id}`).replace(/^https?:/, 'lnurlw:')

/**
 * The same for programming apps written for LNbits, which send the UID of the chip: the code must belong to that chip.
 */
export async function handOverKeysTo(
  {
    query: { a = '', wipe },
    body: { UID: uid },
  }: {
    readonly query: { readonly a?: string | undefined; readonly wipe?: boolean | undefined }
    readonly body: { readonly UID?: string | undefined }
  },
  ctx: CardCtx,
): Promise<Reply> {
  const card = await requireCode(ctx, a)
  if (wipe !== true && uid === undefined) throw reject('body.UID: Field required', 422)
  if (uid !== undefined && uid.toLowerCase() !== card.uid) throw reject('This code is of another card.', 404)
  await useUp(ctx, card)
  const base = baseOf(ctx, card).replace(/^lnurlw:/, 'LNURLW:')
  const keys = Object.entries(allKeys(card)).map(([name, key]) => [name.toUpperCase(), key])
  return {
    json: {
      PROTOCOL_NAME: 'NEW_BOLT_CARD_RESPONSE',
      PROTOCOL_VERSION: '1',
      ID: '1',
      CARD_NAME: card.card_name,
      LNURLW_BASE: base,
      LNURLW: base,
      ...(Object.fromEntries(keys) as Record<string, string>),
      ...(wipe === true && { action: 'wipe' }),
    },
    headers: { 'Cache-Control': 'no-store' },
  }
}

/** A chip has five keys; the last two are unused and follow from the others. */
const allKeys = ({ k0 = '', k1 = '', k2 = '' }: Card) => ({ k0, k1, k2, k3: k1, k4: k2 })

const previousIn = ({ prev_k0, prev_k1, prev_k2 }: Card) =>
  prev_k0 === undefined || prev_k1 === undefined || prev_k2 === undefined ? {} : { prev_k0, prev_k1, prev_k2 }
