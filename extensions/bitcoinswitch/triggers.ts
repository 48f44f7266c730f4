import type { Json, Settled } from '@satchel/extension-sdk/context'
import { type Device, type DeviceCtx, seconds, type Trigger } from './fields.ts'

/** A device that comes back later than this does not switch any more. */
const SECONDS = 60

export type Format = 'text' | 'json'

/** What an invoice carries until it is paid. */
export type Order = {
  readonly pin: number
  readonly duration: number
  readonly comment: string
}

/** Once for each payment: sent when a device is there, else kept for a minute. */
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

/** For the owner: as if it had been paid. */
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
 * What a device has missed, as the same event. What was sent is sent again to one that has just come (back) and can tell
 * a repetition: others would switch twice.
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

/** As its owner sees it: what no device has taken or acknowledged in time has failed. */
export function stateOf({ state, answers, expires_at: end }: Trigger, now: number): string {
  const isOpen = state === 'pending' || (state === 'sent' && answers)
  return isOpen && now >= end ? 'failed' : state
}
