import { reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { CARD_REASONS } from '@satchel/lnurl/card-reasons'
import { voidOpenHits } from './card-keys.ts'
import type { Card, CardCtx, FIELDS } from './fields.ts'

/** Wrong PINs in a row until the card is disabled. */
const MAX_WRONG = 3

/** `pin` of the callback (LUD-24, a draft). `show`: validation errors do not repeat it. */
export const PIN_QUERY = {
  pin: { type: 'text', max: 64, doc: 'PIN of the card, from `pinLimit` on.', optional: true, show: 'admin' },
} as const satisfies Shape

/** From this amount on, millisatoshis, the card asks for its PIN; undefined = never. */
export const pinLimitMsat = ({ pin, pin_limit: limit }: Card): number | undefined =>
  pin === undefined || limit === undefined ? undefined : limit * 1000

export const needsPin = (card: Card, msat: number): boolean => msat >= (pinLimitMsat(card) ?? Number.POSITIVE_INFINITY)

/**
 * The reason why a payment of this amount lacks its PIN; undefined = it has it, or needs none. Counts a wrong PIN, so the
 * run must be committed. Two runs cannot commit the same version of the card: guesses in parallel count one by one.
 */
export async function checkPin(
  ctx: CardCtx,
  card: Card,
  { msat, pin = '' }: { readonly msat: number; readonly pin: string | undefined },
): Promise<string | undefined> {
  if (!needsPin(card, msat)) return undefined
  if (pin === '') return CARD_REASONS.pinMissing
  if (await ctx.matchesPassword(card.id, 'pin', pin)) {
    await ctx.items.update(card.id, { wrong_pins: undefined })
    return undefined
  }
  const wrong = (card.wrong_pins ?? 0) + 1
  await ctx.items.update(card.id, { wrong_pins: wrong })
  if (wrong < MAX_WRONG) return wrong === MAX_WRONG - 1 ? CARD_REASONS.pinWrongTwice : CARD_REASONS.pinWrong
  await ctx.items.update(card.id, { enable: false, off_reason: 'Three wrong PINs in a row.' })
  await voidOpenHits(ctx, card.id)
  return CARD_REASONS.pinWrongThrice
}

type Draft = Row<typeof FIELDS>

/** 422 for a limit without a PIN, or a new PIN without a limit. */
export function requirePin(next: Draft, old?: Draft): void {
  if (next.pin_limit !== undefined && next.pin === undefined) {
    throw reject('body.pin: a PIN limit needs a PIN of 4 to 8 digits.', 422)
  }
  if (next.pin_limit === undefined && next.pin !== undefined && next.pin !== old?.pin) {
    throw reject('body.pin_limit: a PIN needs the amount from which it is asked for.', 422)
  }
}

/** Without a limit there is no PIN. A new PIN, and a card that its owner enables again, start without wrong ones. */
export function pinOf(old: Draft, next: Draft): Partial<Draft> {
  const pin = next.pin_limit === undefined ? undefined : next.pin
  const isEnabled = next.enable && !old.enable
  return {
    pin,
    ...((pin !== old.pin || isEnabled) && { wrong_pins: undefined }),
    ...(next.enable && { off_reason: undefined }),
  }
}
