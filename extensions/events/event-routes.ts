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

const HOW_MANY = { type: 'int', min: 1, max: 100, doc: 'Number of tickets.', default: 1 } as const
const CODE = { type: 'text', max: 40, doc: 'A discount code.', optional: true } as const
const REFUND_ADDRESS = { type: 'target', doc: 'Lightning address or LNURL for a refund.' } as const

const TICKET: Shape = {
  id: { type: 'text', max: 64, doc: 'Id of the ticket; anyone who has it can enter.' },
  name: { type: 'text', max: 100, doc: 'Name of the buyer.' },
  email: { type: 'text', max: 254, doc: 'Email address of the buyer.' },
  paid: { type: 'bool', doc: 'Always true: tickets are created when they are paid, or taken if free.' },
  sat: { type: 'sat', doc: 'Price paid, satoshis.' },
  created_at: { type: 'text', max: 30, doc: 'Time of the sale, ISO 8601.' },
  registered_at: { type: 'text', max: 30, doc: 'Time of the check-in, ISO 8601.', optional: true },
  refunded: { type: 'bool', doc: 'True: the refund was paid.' },
  refund: {
    type: 'text',
    max: 10,
    doc: 'State of the refund. Absent: the ticket is valid. `due`, `sent`, `waiting` (for the next retry), `address` (the buyer must give one), `failed` (given up) or `paid`.',
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

/** Routes besides the five endpoints of an event. */
export const ROUTES = routes({
  'POST /public/:id/tickets': route({
    access: 'public',
    summary: 'Buy tickets',
    description: `Reserves tickets for ten minutes, until the invoice expires. Free tickets are answered without an invoice. \`order\` is a secret of the buyer: the page \`/events/order/{order}\` shows the tickets.`,
    perMinute: MAX_AT_ONCE,
    body: {
      name: { type: 'text', min: 1, max: 100, doc: 'Name of the buyer.' },
      email: { type: 'text', max: 254, pattern: EMAIL, doc: 'Email address that gets the tickets.' },
      quantity: HOW_MANY,
      promo: CODE,
      refund_address: {
        ...REFUND_ADDRESS,
        doc: 'Lightning address or LNURL for a refund. Required for conditional events.',
        optional: true,
      },
    },
    status: 201,
    reply: {
      order: { type: 'text', max: 64, doc: 'Secret id of the order, for the page of its tickets.' },
      paid: { type: 'bool', doc: 'True: the tickets were free.' },
      sat: { type: 'sat', doc: 'Total, satoshis.' },
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash of the invoice.', optional: true },
      payment_request: { type: 'text', max: 4000, doc: 'Invoice to pay (BOLT 11).', optional: true },
      expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.', optional: true },
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
    summary: 'Quote the price of tickets',
    description: 'For the form of the page. The invoice fixes the price.',
    body: { quantity: HOW_MANY, promo: CODE },
    reply: {
      text: { type: 'text', max: 200, doc: 'Text for people: the price, or the limit that the order exceeds.' },
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
    summary: 'List the tickets of an event',
    description: 'Newest first, with names and email addresses of the buyers: admin key only.',
    reply: TICKET,
    toJson: toTicketJson,
  }),
  'PUT /api/v1/:id/tickets/:ticket/register': {
    access: 'invoice',
    summary: 'Check in a ticket',
    description:
      'Works once per ticket; then 400 with the time of the check-in. The invoice key is enough, so that staff needs no key that pays.',
    reply: {
      id: { type: 'text', max: 64, doc: 'Id of the ticket.' },
      name: { type: 'text', max: 100, doc: 'Name of the buyer.' },
      registered_at: { type: 'text', max: 30, doc: 'Time of the check-in, ISO 8601.' },
      text: { type: 'text', max: 200, doc: 'Short text for the scanner page.' },
    },
    async handle({ item, params }, ctx) {
      const ticket = await registerTicket(ctx, item, await requireTicket(ctx, item, params.ticket))
      const { id, name, registered_at } = toTicketJson(ticket)
      return { json: { id, name, registered_at, text: `Welcome, ${name}.` } }
    },
  },
  'PUT /api/v1/:id/tickets/:ticket/refund': route({
    access: 'admin',
    summary: 'Send a refund to another address',
    description: 'For a ticket whose refund failed or waits for an address.',
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
    summary: 'Set the refund address of an order',
    description: 'For the buyer of tickets whose refund failed or waits for an address.',
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
    summary: 'Open the page of an event',
    description: 'Shows the event and a form to buy tickets.',
    handle: async ({ params }, ctx) => ({ page: eventPage(await requireEvent(ctx, params.id), ctx.now()) }),
  },
  'GET /p/:id/scan': {
    access: 'public',
    summary: 'Open the ticket scanner',
    description: 'The page needs a key of the wallet.',
    handle: async ({ params }, ctx) => ({ page: scannerPage(await requireEvent(ctx, params.id)) }),
  },
  'GET /order/:order': {
    access: 'public',
    summary: 'Open the page of an order',
    replyType: 'page',
    description: 'Shows its tickets and, if they are refunded, the form for the refund address.',
    async handle({ params }, ctx) {
      const order = await requireOrder(ctx, params.order)
      return { page: await orderPage(ctx, await requireEvent(ctx, order.item), order) }
    },
  },
  'GET /ticket/:ticket': {
    access: 'public',
    summary: 'Open the page of a ticket',
    replyType: 'page',
    description: 'A QR code for check-in. With the id of an order: all its tickets.',
    async handle({ params }, ctx) {
      const ticket = await ctx.table('tickets').get(params.ticket)
      const order = ticket === null ? await ctx.table('orders').get(params.ticket) : null
      if (order !== null) return { page: await orderPage(ctx, await requireEvent(ctx, order.item), order) }
      if (ticket === null) throw reject('There is no such ticket.', 404)
      return { page: ticketPage(await requireEvent(ctx, ticket.item), ticket) }
    },
  },
})
