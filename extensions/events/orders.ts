import type { Invoice, Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { paymentLimit } from '@satchel/extension-sdk/replies/payment-limit'
import { type FixedText, fixed } from '@satchel/extension-sdk/text'
import { isClosed } from './calendar.ts'
import type { Event, EventsCtx, Order } from './fields.ts'
import { countedUses, discountOf, priceOf, shareOf } from './prices.ts'

/** How long tickets stay reserved for a buyer who has not paid yet. */
const RESERVED_SECONDS = 600
/** How long a released order can still become tickets if its payment arrives late. */
const DELETED_AFTER_SECONDS = 7 * 86_400
const BATCH = 500
/** The period in which an address's reservations count, ended ones included. */
const SHARE_SECONDS = 3600

export interface Purchase {
  readonly name: string
  readonly email: string
  readonly quantity: number
  readonly promo?: string | undefined
  readonly refund_address?: string | undefined
}

export interface Bought {
  readonly order: Order
  /** Absent: the order was free. */
  readonly invoice?: Invoice
}

const freeTickets = ({ amount_tickets: all, sold, reserved }: Event): number => all - sold - reserved

export function requireOnSale(ctx: EventsCtx, event: Event): void {
  if (event.canceled) throw reject('This event has been cancelled.')
  if (isClosed(event, ctx.now())) throw reject('Tickets are not sold any more.')
}

/**
 * Reserves tickets in the event's row, in the commit that stores the invoice, so that concurrent buyers never get more
 * tickets than there are (rule X36).
 */
export async function buyTickets(ctx: EventsCtx, found: Event, purchase: Purchase): Promise<Bought> {
  requireOnSale(ctx, found)
  const { quantity } = purchase
  const promo = purchase.promo?.toLowerCase()
  const { event, sat, limit } = await priceOrder(ctx, found, { quantity, promo })
  if (limit !== undefined) throw reject(limit.text, limit.status)
  const order = await ctx.table('orders').insert(
    {
      ...purchase,
      promo,
      language: ctx.visitor.language,
      visitor: ctx.visitor.id === '' ? undefined : ctx.visitor.id,
      item: event.id,
      stage: sat === 0 ? 'paid' : 'pending',
      expires_at: Math.floor(ctx.now() / 1000) + RESERVED_SECONDS,
      asked: false,
    },
    event.wallet,
  )
  const uses = { promo_uses: countedUses(event, promo, 1) }
  if (sat === 0) {
    await ctx.items.update(event.id, { ...uses, sold: event.sold + quantity })
    // Without a payment the email address may belong to another person: only the page shows the tickets.
    await makeTickets(ctx, order, { sat, refund: false })
    return { order }
  }
  await ctx.items.update(event.id, { ...uses, reserved: event.reserved + quantity })
  const invoice = await ctx.wallets.createInvoice(event.wallet, {
    sat,
    memo: `${quantity} × ${event.name}`,
    itemId: event.id,
    data: { order: order.id },
    expirySec: RESERVED_SECONDS,
  })
  return { order: await ctx.table('orders').update(order.id, { payment_hash: invoice.paymentHash }), invoice }
}

type Asked = Pick<Purchase, 'quantity' | 'promo'>

interface Limit {
  readonly status: 400 | 429
  readonly text: FixedText
}

/** The current price of an order, and the limit that it exceeds, if any. */
export async function priceOrder(ctx: EventsCtx, found: Event, { quantity, promo }: Asked) {
  // Expired reservations do not count, even before the job has released them.
  const event = freeTickets(found) < quantity ? await releaseOf(ctx, found) : found
  const sat = await priceOf(ctx, event, { quantity, discount: discountOf(event, promo) })
  const limit =
    limitOf(ctx, event, { quantity, sat }) ?? (await limitOfVisitor(ctx, event, { quantity, promo, isFree: sat === 0 }))
  return { event, sat, limit }
}

function limitOf(
  ctx: EventsCtx,
  event: Event,
  { quantity, sat }: { readonly quantity: number; readonly sat: number },
): Limit | undefined {
  const { max_per_order: most } = event
  if (quantity > most) return { status: 400, text: fixed('At most {most} tickets in one order.', { most }) }
  const left = freeTickets(event)
  const tooMuch = paymentLimit(ctx, sat)
  if (left >= quantity) return tooMuch && { status: 400, text: tooMuch }
  return { status: 400, text: left <= 0 ? fixed('Sold out.') : fixed('Tickets left: {left}.', { left }) }
}

/**
 * Limits an address to a part of the unsold tickets per hour, at least to what one order may have, and to one use of a
 * code, until it pays: otherwise a few addresses could sell out an event, or use up a code, without paying. Free tickets
 * are never paid and are counted apart.
 */
async function limitOfVisitor(
  ctx: EventsCtx,
  { id, amount_tickets: all, sold, max_per_order }: Event,
  { quantity, promo, isFree }: Asked & { readonly isFree: boolean },
): Promise<Limit | undefined> {
  const { id: visitor, reserves } = ctx.visitor
  if (visitor === '') return undefined
  const since = Math.floor(ctx.now() / 1000) - SHARE_SECONDS
  const orders = await ctx.table('orders').find({ where: { visitor }, limit: BATCH })
  const recent = orders.filter(
    (order) => order.item === id && order.created_at > since && (order.stage === 'paid') === isFree,
  )
  if (promo !== undefined && recent.some((order) => order.promo === promo)) {
    const text = isFree
      ? fixed('You have used this code. You can use it again in an hour.')
      : fixed('Pay your other order with this code first.')
    return { status: 429, text }
  }
  const most = Math.max(max_per_order, Math.floor(((all - sold) * reserves.ticketPercent) / 100))
  const left = Math.max(0, most - recent.reduce((sum, order) => sum + order.quantity, 0))
  if (quantity <= left) return undefined
  const text = isFree
    ? fixed('Free tickets: at most {most} for one connection in an hour. Left for you: {left}.', { most, left })
    : fixed('Unpaid tickets: at most {most} for one connection in an hour. Left for you: {left}. Pay first.', {
        most,
        left,
      })
  return { status: 429, text }
}

/** Books a paid order: sells the reserved tickets. A released order gets free tickets, or its payment is refunded. */
export async function settleOrder(payment: Settled, ctx: EventsCtx): Promise<void> {
  const { order: orderId } = (payment.data ?? {}) as { readonly order?: string }
  const event = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  const order = orderId === undefined ? null : await ctx.table('orders').get(orderId)
  if (event === null || order === null || order.stage === 'paid') return
  const { quantity } = order
  const wasReserved = order.stage === 'pending'
  const canEnter = !event.canceled && (wasReserved || freeTickets(event) >= quantity)
  await ctx.items.update(event.id, {
    received_sat: event.received_sat + payment.sat,
    reserved: event.reserved - (wasReserved ? quantity : 0),
    sold: event.sold + (canEnter ? quantity : 0),
    ...(event.refunds === 'done' && { refunds: 'owed' as const }),
    ...(!wasReserved && canEnter && { promo_uses: countedUses(event, order.promo, 1) }),
  })
  const paid = await ctx.table('orders').update(order.id, { stage: 'paid', visitor: undefined })
  await makeTickets(ctx, paid, { sat: payment.sat, refund: !canEnter })
  // LNbits sold tickets without an address, too.
  if (canEnter && paid.email !== '') await sendTickets(ctx, event, paid)
}

async function makeTickets(
  ctx: EventsCtx,
  order: Order,
  { sat, refund }: { readonly sat: number; readonly refund: boolean },
): Promise<void> {
  const { item, name, email, quantity, refund_address, wallet } = order
  for (let index = 0; index < quantity; index += 1) {
    const share = shareOf(sat, quantity, index)
    const refundable = share > 0 && !refund ? item : undefined
    const ticket = { item, order: order.id, name, email, sat: share, refund_address, refundable, tries: 0, failures: 0 }
    await ctx.table('tickets').insert({ ...ticket, ...(refund && share > 0 && { refund: 'due' }) }, wallet)
  }
}

async function sendTickets(ctx: EventsCtx, event: Event, order: Order): Promise<void> {
  const { quantity, language } = order
  const link = ctx.url(`/order/${order.id}`)
  const text =
    quantity === 1
      ? fixed('Here is your ticket:\n\n{link}', { link })
      : fixed('Here are your {quantity} tickets:\n\n{link}', { quantity, link })
  const customText = [event.name, ...(event.mail_text === undefined ? [] : [event.mail_text])].join('\n\n')
  await ctx.notify.mail(order.email, fixed('Your tickets'), text, {
    wallet: event.wallet,
    reason: 'order',
    language,
    customText,
  })
}

/** Every minute. */
export async function releaseOrders(ctx: EventsCtx): Promise<void> {
  const pending = await ctx.table('orders').find({ where: { stage: 'pending' }, order: 'oldest', limit: BATCH })
  await release(ctx, pending)
}

/** Reads the event after releasing its expired reservations. */
async function releaseOf(ctx: EventsCtx, event: Event): Promise<Event> {
  await release(ctx, await ctx.table('orders').find({ where: { stage: 'pending', item: event.id }, limit: BATCH }))
  return (await ctx.items.get(event.id)) ?? event
}

/** An order that is paid but not booked yet keeps its tickets. */
async function release(ctx: EventsCtx, orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    if (order.expires_at * 1000 > ctx.now()) continue
    const invoice = order.payment_hash === undefined ? null : await ctx.wallets.invoice(order.payment_hash)
    if (invoice?.status === 'paid') continue
    const event = await ctx.items.get(order.item)
    if (event === null) continue
    await ctx.table('orders').update(order.id, { stage: 'released' })
    await ctx.items.update(event.id, {
      reserved: event.reserved - order.quantity,
      promo_uses: countedUses(event, order.promo, -1),
    })
  }
}

/** Deletes names and addresses of people who never paid. */
export async function deleteUnpaidOrders(ctx: EventsCtx): Promise<void> {
  const released = await ctx.table('orders').find({ where: { stage: 'released' }, order: 'oldest', limit: BATCH })
  const before = Math.floor(ctx.now() / 1000) - DELETED_AFTER_SECONDS
  for (const order of released) if (order.expires_at < before) await ctx.table('orders').remove(order.id)
}
