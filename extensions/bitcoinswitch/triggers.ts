import type { Json, Settled } from '@satchel/extension-sdk/context'
import { type Device, type DeviceCtx, seconds, type Trigger } from './fields.ts'

/** A device that reconnects later than this does not switch any more. */
const SECONDS = 60

export type Format = 'text' | 'json'

/** The data of an invoice until it is paid. */
export type Order = {
  readonly pin: number
  readonly duration: number
  readonly comment: string
}

/** Once for each payment: sent if a device is connected, else kept for a minute. */
export async function triggerFor(
  payment: Settled,
  ctx: DeviceCtx,
  item: Device,
  format: Format | undefined,
): Promise<void> {
  const { pin, duration, comment } = payment.data as Order
  const expiresAt = payment.at + SECONDS
  const trigger = await ctx.table('triggers').insert(
    {
      item: item.id,
      payment_hash: payment.paymentHash,
      pin,
      duration,
      comment: comment === '' ? undefined : comment,
      amount: payment.sat,
      state: 'pending',
      answers: false,
      expires_at: expiresAt,
    },
    item.wallet,
  )
  if (seconds(ctx) < expiresAt && format !== undefined) await send(ctx, trigger, format)
}

/** For the owner: switches as if it had been paid. */
export async function triggerByHand(
  ctx: DeviceCtx,
  itemId: string,
  order: Omit<Order, 'comment'>,
  format: Format,
): Promise<Trigger> {
  const row = {
    item: itemId,
    ...order,
    amount: 0,
    state: 'pending',
    answers: false,
    expires_at: seconds(ctx) + SECONDS,
  }
  return send(ctx, await ctx.table('triggers').insert(row), format)
}

async function send(ctx: DeviceCtx, trigger: Trigger, format: Format): Promise<Trigger> {
  const { id, item, pin, duration, comment } = trigger
  const words: Json =
    format === 'json'
      ? { event: id, pin, duration, ...(comment !== undefined && { comment }) }
      : `${pin}-${duration}${comment === undefined ? '' : `-${comment}`}`
  await ctx.notify.push(`${item} ${format}`, words)
  await ctx.items.update(item, { last_triggered_at: new Date(ctx.now()).toISOString() })
  return ctx.table('triggers').update(id, { state: 'sent', answers: format === 'json' })
}

/**
 * Sends a device the events that it has missed. Repeats sent events only to a newly connected device that recognises
 * repeats: others would switch twice.
 */
export async function sendOpenTriggers(
  ctx: DeviceCtx,
  itemId: string,
  { format, again }: { readonly format: Format; readonly again: boolean },
): Promise<void> {
  const newest = await ctx.table('triggers').find({ where: { item: itemId }, limit: 100 })
  const open = newest.filter(
    ({ state, answers, expires_at: end }) =>
      seconds(ctx) < end && (state === 'pending' || (state === 'sent' && again && answers && format === 'json')),
  )
  for (const trigger of open.toReversed()) await send(ctx, trigger, format)
}

export async function acknowledge(ctx: DeviceCtx, itemId: string, event: string): Promise<void> {
  const trigger = await ctx.table('triggers').get(event)
  if (trigger === null || trigger.item !== itemId || trigger.state !== 'sent') return
  await ctx.table('triggers').update(trigger.id, { state: 'acknowledged' })
}

/** A trigger as its owner sees it: it has failed if no device has received or acknowledged it in time. */
export function stateOf({ state, answers, expires_at: end }: Trigger, now: number): string {
  const isOpen = state === 'pending' || (state === 'sent' && answers)
  return isOpen && now >= end ? 'failed' : state
}
