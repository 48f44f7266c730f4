import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { eventPage, orderPage, scannerPage, ticketPage } from './event-pages.ts'
import { type Event, type EventsCtx, listRoute, type Order, route, routes } from './fields.ts'
import { buyTickets, priceOrder } from './orders.ts'
import { discountOf } from './prices.ts'
import { redirectRefunds } from './refunds.ts'
import { registerTicket, requireTicket, toTicketJson } from './tickets.ts'

/** The pattern that browsers use; it also excludes everything that could inject a mail header. */
const EMAIL = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$"
const MAX_AT_ONCE = 10

const HOW_MANY = { type: 'int', min: 1, max: 100, doc: 'How many tickets.', default: 1 } as const
const CODE = { type: 'text', max: 40, doc: 'A discount code.', optional: true } as const
const REFUND_ADDRESS = { type: 'target', doc: 'A Lightning address or an LNURL to send a refund to.' } as const

const TICKET: Shape = {
  id: { type: 'text', max: 64, doc: 'Identifies it; everyone who knows it can enter.' },
  name: { type: 'text', max: 100, doc: 'The buyer.' },
  email: { type: 'text', max: 254, doc: 'The buyer’s address.' },
  paid: { type: 'bool', doc: 'True: tickets come into being when they are paid, or taken for free.' },
  sat: { type: 'sat', doc: 'What it cost, satoshis.' },
  created_at: { type: 'text', max: 30, doc: 'When it was sold: ISO 8601.' },
  registered_at: { type: 'text', max: 30, doc: 'When it was scanned: ISO 8601.', optional: true },
  refunded: { type: 'bool', doc: 'Its money has arrived where it should.' },
  refund: {
    type: 'text',
    max: 10,
    doc: 'Absent: the ticket is valid. `due`, `sent`, `waiting` (for the next try), `address` (the buyer has to name one), `failed` (given up) or `paid`.',
    optional: true,
  },
  refund_address: { ...REFUND_ADDRESS, optional: true },
}

async function requireEvent(ctx: EventsCtx, id: string): Promise<Event> {
  const event = await ctx.items.get(id)
  if (event === null) throw reject('There is no such event.', 404)
  return event
}

async function requireOrder(ctx: EventsCtx, id: string): Promise<Order> {
  const order = await ctx.table('orders').get(id)
  if (order === null) throw reject('There is no such order.', 404)
  return order
}

/** Beside the five endpoints of an event. */
export const ROUTES = routes({
  'POST /public/:id/tickets': route({
    access: 'public',
    summary: 'Buy tickets',
    description: `Reserves them for ten minutes, until the invoice expires. Without an invoice in the answer, they were free. \`order\` is the buyer's alone: its page \`/events/order/{order}\` shows the tickets.`,
    perMinute: MAX_AT_ONCE,
    body: {
      name: { type: 'text', min: 1, max: 100, doc: 'Who buys.' },
      email: { type: 'text', max: 254, pattern: EMAIL, doc: 'Where the tickets are sent.' },
      quantity: HOW_MANY,
      promo: CODE,
      refund_address: {
        ...REFUND_ADDRESS,
        doc: 'Where a refund goes: a Lightning address or an LNURL. Required for conditional events.',
        optional: true,
      },
    },
    status: 201,
    reply: {
      order: { type: 'text', max: 64, doc: 'Names the page of the tickets.' },
      paid: { type: 'bool', doc: 'True: they were free.' },
      sat: { type: 'sat', doc: 'What they cost, satoshis.' },
      payment_hash: { type: 'text', max: 64, doc: 'Of the invoice.', optional: true },
      payment_request: { type: 'text', max: 4000, doc: 'The invoice.', optional: true },
      expires_at: { type: 'text', max: 30, doc: 'Until when it can be paid: ISO 8601.', optional: true },
    },
    async handle({ params, body }, ctx) {
      const event = await requireEvent(ctx, params.id)
      const { name, email, quantity, promo, refund_address } = body
      if (refund_address === undefined && event.conditional)
        throw reject('body.refund_address: is required for this event.', 422)
      const { order, invoice } = await buyTickets(ctx, event, { name, email, quantity, promo, refund_address })
      if (invoice === undefined) return { json: { order: order.id, paid: true, sat: 0 } }
      const { paymentHash: payment_hash, paymentRequest: payment_request, expiresAt: expires_at, sat } = invoice
      return { json: { order: order.id, paid: false, sat, payment_hash, payment_request, expires_at } }
    },
  }),
  'POST /public/:id/quote': route({
    access: 'public',
    summary: 'What tickets would cost',
    description: 'For the form of the page. The price is fixed with the invoice.',
    body: { quantity: HOW_MANY, promo: CODE },
    reply: {
      text: { type: 'text', max: 200, doc: 'As people read it: the price, or the limit that the order passes.' },
    },
    async handle({ params, body }, ctx) {
      const event = await requireEvent(ctx, params.id)
      const promo = body.promo?.toLowerCase()
      const { sat, limit } = await priceOrder(ctx, event, { quantity: body.quantity, promo })
      const discount = discountOf(event, promo)
      const price = amountText(sat)
      const whole =
        discount === 0 ? fixed('{price}', { price }) : fixed('{price} ({discount} % less)', { price, discount })
      return { json: { text: limit?.text ?? (sat === 0 ? fixed('Free') : whole) } }
    },
  }),
  'GET /api/v1/:id/tickets': listRoute({
    table: 'tickets',
    access: 'admin',
    summary: 'Tickets of an event',
    description: 'Newest first, with the names and addresses of the buyers: only with the admin key.',
    reply: TICKET,
    toJson: toTicketJson,
  }),
  'PUT /api/v1/:id/tickets/:ticket/register': {
    access: 'invoice',
    summary: 'Admit a ticket holder',
    description:
      'Once; afterwards 400 with the time of the first. The invoice key will do: people at the door need no key that pays.',
    reply: {
      id: { type: 'text', max: 64, doc: 'The ticket.' },
      name: { type: 'text', max: 100, doc: 'The buyer.' },
      registered_at: { type: 'text', max: 30, doc: 'Now: ISO 8601.' },
      text: { type: 'text', max: 200, doc: 'For the scanner page.' },
    },
    async handle({ item, params }, ctx) {
      const ticket = await registerTicket(ctx, item, await requireTicket(ctx, item, params.ticket))
      const { id, name, registered_at } = toTicketJson(ticket)
      return { json: { id, name, registered_at, text: `Welcome, ${name}.` } }
    },
  },
  'PUT /api/v1/:id/tickets/:ticket/refund': route({
    access: 'admin',
    summary: 'Send a refund elsewhere',
    description: 'For a ticket whose refund failed, or waits for an address.',
    body: { refund_address: REFUND_ADDRESS },
    reply: TICKET,
    async handle({ item, params, body }, ctx) {
      const ticket = await requireTicket(ctx, item, params.ticket)
      await redirectRefunds(ctx, [ticket], body.refund_address)
      return { json: toTicketJson(await requireTicket(ctx, item, ticket.id)) }
    },
  }),
  'POST /order/:order/refund': route({
    access: 'public',
    summary: 'Say where to refund to',
    description: 'For the buyer of tickets whose refund failed, or waits for an address.',
    perMinute: MAX_AT_ONCE,
    body: { refund_address: REFUND_ADDRESS },
    reply: { refund_address: REFUND_ADDRESS },
    async handle({ params, body }, ctx) {
      const order = await requireOrder(ctx, params.order)
      const { refund_address } = body
      await redirectRefunds(ctx, await ctx.table('tickets').find({ where: { order: order.id } }), refund_address)
      return { json: { refund_address } }
    },
  }),
  'GET /p/:id': {
    access: 'public',
    summary: 'The page of an event',
    description: 'The event, and a form to buy tickets.',
    handle: async ({ params }, ctx) => ({ page: eventPage(await requireEvent(ctx, params.id), ctx.now()) }),
  },
  'GET /p/:id/scan': {
    access: 'public',
    summary: 'A page to scan tickets with',
    description: 'It does nothing without a key of the wallet.',
    handle: async ({ params }, ctx) => ({ page: scannerPage(await requireEvent(ctx, params.id)) }),
  },
  'GET /order/:order': {
    access: 'public',
    summary: 'The page of a buyer',
    replyType: 'page',
    description: 'The tickets of an order, and the way to a refund.',
    async handle({ params }, ctx) {
      const order = await requireOrder(ctx, params.order)
      return { page: await orderPage(ctx, await requireEvent(ctx, order.item), order) }
    },
  },
  'GET /ticket/:ticket': {
    access: 'public',
    summary: 'The page of a ticket',
    replyType: 'page',
    description: 'A QR code to show at the door. Also by the id of an order: then its tickets.',
    async handle({ params }, ctx) {
      const ticket = await ctx.table('tickets').get(params.ticket)
      const order = ticket === null ? await ctx.table('orders').get(params.ticket) : null
      if (order !== null) return { page: await orderPage(ctx, await requireEvent(ctx, order.item), order) }
      if (ticket === null) throw reject('There is no such ticket.', 404)
      return { page: ticketPage(await requireEvent(ctx, ticket.item), ticket) }
    },
  },
})
