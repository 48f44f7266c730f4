import { reject } from '@satchel/extension-sdk/rejection'
import { fixed, timeText } from '@satchel/extension-sdk/text'
import { isOver } from './calendar.ts'
import type { Event, EventsCtx, Ticket } from './fields.ts'
import { requireNothingOwed } from './owed-refunds.ts'

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** A ticket for the owner, with the data of its holder. */
export function toTicketJson(ticket: Ticket) {
  const { registered_at: at, refund, refund_address } = ticket
  return {
    id: ticket.id,
    name: ticket.name,
    email: ticket.email,
    paid: true,
    sat: ticket.sat,
    created_at: iso(ticket.created_at),
    registered_at: at === undefined ? undefined : iso(at),
    refunded: refund === 'paid',
    refund,
    refund_address,
  }
}

export async function requireTicket(ctx: EventsCtx, event: Event, id: string): Promise<Ticket> {
  const ticket = await ctx.table('tickets').get(id)
  if (ticket === null || ticket.item !== event.id) throw reject('There is no such ticket for this event.', 404)
  return ticket
}

/** Checks in a ticket once: of two concurrent scanners one gets the time of the other. */
export async function registerTicket(ctx: EventsCtx, event: Event, ticket: Ticket): Promise<Ticket> {
  if (event.canceled || ticket.refund !== undefined) throw reject('This ticket is refunded and no longer valid.')
  if (ticket.registered_at !== undefined)
    throw reject(fixed('Already registered at {time}.', { time: timeText(ticket.registered_at * 1000) }))
  return ctx.table('tickets').update(ticket.id, { registered_at: Math.floor(ctx.now() / 1000) })
}

export async function requireDeletable(ctx: EventsCtx, event: Event): Promise<void> {
  if (!event.canceled && event.received_sat > 0 && !isOver(event, ctx.now())) {
    throw reject('Tickets are sold: cancel the event first, so that they are refunded.')
  }
  await requireNothingOwed(ctx, event)
}
