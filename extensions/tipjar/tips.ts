import type { Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { ANONYMOUS, type Jar, type JarCtx, MAX_MESSAGE_LENGTH, type Tip } from './fields.ts'

/** The message of a tip. */
export interface TipNote {
  readonly name: string
  readonly message: string
}

/** Fields that a visitor fills in. */
export const TIP = {
  sats: { type: 'sat', min: 1, max: 100_000_000, doc: 'Amount, satoshis.' },
  name: { type: 'text', max: 64, optional: true, doc: `Name of the sender; default ${ANONYMOUS}.` },
  message: { type: 'text', max: MAX_MESSAGE_LENGTH, optional: true, doc: 'Message.' },
} as const satisfies Shape

export async function requireJar({ params }: { readonly params: { readonly id: string } }, ctx: JarCtx): Promise<Jar> {
  const jar = await ctx.items.get(params.id)
  if (jar === null) throw reject('There is no such tip jar.', 404)
  return jar
}

/** The amount, within the limits of the jar. */
export function readTip(
  { min_amount: least, max_amount: most }: Jar,
  { sats, name = '', message = '' }: Row<typeof TIP>,
): { readonly sats: number } & TipNote {
  if (sats < least || sats > most)
    throw reject(fixed('body.sats: must be from {least} to {most}.', { least, most }), 422)
  return { sats, name: name.trim() || ANONYMOUS, message: message.trim() }
}

/** One settlement is one tip. */
export async function takeTip(payment: Settled, ctx: JarCtx): Promise<void> {
  const jar = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (jar === null) return
  const { name = ANONYMOUS, message = '' } = (payment.data ?? {}) as Partial<TipNote>
  const { paymentHash: payment_hash, sat: sats, at: time } = payment
  await recordTip(ctx, jar, { payment_hash, name, message, sats, time }, { payment_hash })
}

/** Lists it, and notifies all listeners; `proof` goes with the webhook. */
export async function recordTip(
  ctx: JarCtx,
  jar: Jar,
  tip: Pick<Tip, 'payment_hash' | 'name' | 'message' | 'sats' | 'time'>,
  proof: { readonly payment_hash: string } | { readonly txids: readonly string[] },
): Promise<Tip> {
  const row = await ctx.table('tips').insert({ ...tip, item: jar.id, hidden: false }, jar.wallet)
  const { name, message, sats, time } = tip
  await ctx.items.update(jar.id, { tip_count: jar.tip_count + 1, tip_total: jar.tip_total + sats })
  const { id } = row
  await ctx.notify.push(jar.id, jar.show_messages ? { id, name, message, sats, time } : { id, sats, time })
  if (jar.webhook_url !== undefined) {
    const news = { id, tipjar: jar.id, ...proof, name, message, sats, time }
    await ctx.notify.webhook(jar.webhook_url, news, { wallet: jar.wallet })
  }
  return row
}
