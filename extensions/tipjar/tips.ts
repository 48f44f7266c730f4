import type { Settled } from '@satchel/extension-sdk/context'
import type { RouteRequest } from '@satchel/extension-sdk/extension'
import { refuse } from '@satchel/extension-sdk/refusal'
import type { Shape } from '@satchel/extension-sdk/shape'
import { type FIELDS, type Jar, type JarCtx, LONGEST_MESSAGE, NOBODY, type Tip } from './fields.ts'

/** What is said with a tip. */
export interface TipNote {
  readonly name: string
  readonly message: string
}

export type Visit = RouteRequest<typeof FIELDS>

/** What a visitor fills in. */
export const TIP: Shape = {
  sats: { type: 'sat', min: 1, max: 100_000_000, doc: 'How much, in satoshis.' },
  name: { type: 'text', max: 64, optional: true, doc: `Whose it is; default ${NOBODY}.` },
  message: { type: 'text', max: LONGEST_MESSAGE, optional: true, doc: 'What is said with it.' },
}

export async function requireJar({ params }: Visit, ctx: JarCtx): Promise<Jar> {
  const jar = await ctx.items.get(params['id'] ?? '')
  if (jar === null) throw refuse('There is no such tip jar.', 404)
  return jar
}

/** What a visitor gives: as much as the jar takes. */
export function readTip(
  { min_amount: least, max_amount: most }: Jar,
  given: Readonly<Record<string, unknown>>,
): { readonly sats: number } & TipNote {
  const [name, message] = [given['name'], given['message']].map((text) => (typeof text === 'string' ? text.trim() : ''))
  const sats = Number(given['sats'])
  if (sats < least || sats > most) throw refuse(`body.sats: must be from ${least} to ${most}.`, 422)
  return { sats, name: name || NOBODY, message: message ?? '' }
}

/** One settlement is one tip. */
export async function takeTip(payment: Settled, ctx: JarCtx): Promise<void> {
  const jar = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (jar === null) return
  const { name = NOBODY, message = '' } = (payment.data ?? {}) as Partial<TipNote>
  const { paymentHash: payment_hash, sat: sats, at: time } = payment
  await recordTip(ctx, jar, { payment_hash, name, message, sats, time }, { payment_hash })
}

/** Lists it, and tells everybody who listens; `proof` goes with the webhook. */
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
