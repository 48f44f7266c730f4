import type { Intent } from '@satchel/extension-sdk/context'
import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { isClosed } from './calendar.ts'
import type { Event, EventsCtx, Ticket } from './fields.ts'
import { refundsOf } from './owed-refunds.ts'

/** Tickets per run, which is one commit; the next run continues from there. */
const BATCH = 100
const MAX_FAILURES = 6
const PAGE = 1000

/** Every minute: single tickets whose refund is due, then those of canceled events, until there are none. */
export async function refundTickets(ctx: EventsCtx): Promise<void> {
  const single = await ctx.table('tickets').find({ where: { refund: 'due' }, order: 'oldest', limit: BATCH })
  for (const ticket of single) await refundTicket(ctx, ticket)
  let left = BATCH - single.length
  for (const event of await ctx.items.find({ where: { refunds: 'running' }, order: 'oldest' })) {
    if (left === 0) return
    const where = { refundable: event.id }
    const tickets = await ctx.table('tickets').find({ where, order: 'oldest', limit: left })
    for (const ticket of tickets) await refundTicket(ctx, ticket)
    left -= tickets.length
    if (left > 0) await ctx.items.update(event.id, { refunds: await refundsOf(ctx, event) })
  }
}

/**
 * One intent per attempt of a ticket, and the next one only after the intent has failed, so that a refund is never sent
 * twice.
 */
async function refundTicket(ctx: EventsCtx, ticket: Ticket): Promise<void> {
  const event = await ctx.items.get(ticket.item)
  if (event === null) return
  const setRefund = (refund: Ticket['refund']) =>
    ctx.table('tickets').update(ticket.id, { refund, refundable: undefined })
  if (ticket.refund_address === undefined) {
    await setRefund('address')
    return askBuyer(ctx, event, ticket)
  }
  try {
    await ctx.pay({
      from: event.wallet,
      to: { target: ticket.refund_address },
      sat: ticket.sat,
      key: `refund ${ticket.id} ${ticket.tries}`,
      purpose: 'refund',
      itemId: event.id,
      memo: fixed('Refund: {name}', { name: event.name }),
      data: { ticket: ticket.id },
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    // The wallet has too little balance, or is closed: retried every hour.
    ctx.log.warn('a ticket cannot be refunded now', { ticket: ticket.id, why: error.detail })
    await setRefund('waiting')
    return
  }
  await setRefund('sent')
  await ctx.items.update(event.id, { refunded_sat: event.refunded_sat + ticket.sat })
}

/** Asks once per order. */
async function askBuyer(ctx: EventsCtx, event: Event, ticket: Ticket): Promise<void> {
  const order = await ctx.table('orders').get(ticket.order)
  if (order === null || order.asked) return
  await ctx.table('orders').update(order.id, { asked: true })
  const text = fixed('Your tickets are refunded. Say here where to send the satoshis:\n\n{link}', {
    link: ctx.url(`/order/${order.id}`),
  })
  await ctx.notify.mail(order.email, fixed('Your refund'), text, {
    wallet: event.wallet,
    reason: 'order',
    language: order.language,
    customText: event.name,
  })
}

export async function concludeRefund(intent: Intent, ctx: EventsCtx): Promise<void> {
  const { ticket: ticketId } = intent.data as { readonly ticket: string }
  const ticket = await ctx.table('tickets').get(ticketId)
  const event = await ctx.items.get(intent.itemId)
  if (ticket === null || event === null || ticket.refund !== 'sent') return
  if (intent.state === 'paid') {
    await ctx.table('tickets').update(ticket.id, { refund: 'paid' })
    if (!event.canceled) return
    const refunds = await refundsOf(ctx, event)
    if (event.refunds === 'owed') await ctx.items.update(event.id, { refunds })
    return
  }
  const failures = ticket.failures + 1
  await ctx.table('tickets').update(ticket.id, {
    refund: failures < MAX_FAILURES ? 'waiting' : 'failed',
    tries: ticket.tries + 1,
    failures,
  })
  await ctx.items.update(event.id, { refunded_sat: event.refunded_sat - intent.sat })
}

/** Sets the address of refunds without one, by the buyer or the owner. */
export async function redirectRefunds(ctx: EventsCtx, tickets: readonly Ticket[], address: string): Promise<void> {
  const stuck = tickets.filter(({ refund }) => refund === 'address' || refund === 'failed' || refund === 'waiting')
  if (stuck.length === 0) throw reject('No refund waits for an address.')
  for (const { id } of stuck) {
    await ctx.table('tickets').update(id, { refund: 'due', refund_address: address, failures: 0 })
  }
}

/** Every hour: retries failed refunds, and decides on conditional events whose sale has closed. */
export async function closeEvents(ctx: EventsCtx): Promise<void> {
  const waiting = await ctx.table('tickets').find({ where: { refund: 'waiting' }, order: 'oldest', limit: PAGE })
  for (const { id } of waiting) await ctx.table('tickets').update(id, { refund: 'due' })
  for (const event of await ctx.items.find({ where: { decision: 'open' }, order: 'oldest', limit: PAGE })) {
    // Pending payments of buyers count, too.
    if (!isClosed(event, ctx.now()) || event.reserved > 0) continue
    const fails = event.sold < (event.min_tickets ?? 0)
    await ctx.items.update(event.id, {
      decision: 'made',
      ...(fails && { canceled: true, refunds: 'running' }),
    })
  }
}
