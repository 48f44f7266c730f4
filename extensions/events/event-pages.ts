import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Block, Page } from '@satchel/extension-sdk/page'
import { dayText, fixed, type Text } from '@satchel/extension-sdk/text'
import { isClosed } from './calendar.ts'
import type { Event, EventsCtx, Order, Ticket } from './fields.ts'
import { priceText } from './prices.ts'

/** The page for buyers. */
export function eventPage(event: Event, nowMs: number): Page {
  const { banner } = event
  return {
    title: event.name,
    ...brandOf(event),
    blocks: [
      ...(banner === undefined ? [] : [{ kind: 'image', url: banner, alt: event.name } as const]),
      ...(event.info === '' ? [] : [{ kind: 'text', text: event.info } as const]),
      { kind: 'facts', rows: factsOf(event) },
      ...conditionBlocks(event),
      ...(event.canceled
        ? [{ kind: 'text', text: fixed('This event has been cancelled.'), tone: 'bad' } as const]
        : []),
      saleForm(event, nowMs),
    ],
  }
}

function factsOf(event: Event): [Text, Text][] {
  const { event_start_date: start, event_end_date: end } = event
  return [
    [
      fixed('When'),
      start === end ? dayText(start) : fixed('{start} to {end}', { start: dayText(start), end: dayText(end) }),
    ],
    [fixed('Price'), priceText(event)],
    [fixed('Tickets until'), fixed('{day} ({zone})', { day: dayText(event.closing_date), zone: event.timezone })],
  ]
}

function conditionBlocks({ conditional, canceled, min_tickets: least, sold }: Event): Block[] {
  if (!conditional || canceled || least === undefined) return []
  const text = fixed(
    '{sold} of the {least} tickets without which it does not take place; then everybody is refunded.',
    {
      sold,
      least,
    },
  )
  return [{ kind: 'progress', value: Math.min(sold, least), of: least, text }]
}

/** A closed form still shows buyers their tickets, and the buyer of the last ones their pending invoice. */
function saleForm(event: Event, nowMs: number): Block {
  const left = event.amount_tickets - event.sold - event.reserved
  const most = Math.min(event.max_per_order, left)
  const isOver = event.canceled || isClosed(event, nowMs)
  return {
    kind: 'form',
    closed: isOver ? fixed('Tickets are not sold any more.') : left <= 0 ? fixed('Sold out.') : undefined,
    action: `/public/${event.id}/tickets`,
    quoteAction: `/public/${event.id}/quote`,
    submit: fixed('Get tickets'),
    fields: [
      { name: 'name', label: fixed('Your name'), type: 'text', required: true, maxLength: 100 },
      { name: 'email', label: fixed('Your e-mail address'), type: 'email', required: true, maxLength: 254 },
      {
        name: 'quantity',
        label: fixed('Tickets'),
        type: 'number',
        required: true,
        value: '1',
        min: 1,
        max: most,
        hint: fixed('At most {number}.', { number: most }),
      },
      ...(event.promo_codes.some(({ active }) => active)
        ? [{ name: 'promo', label: fixed('Code'), type: 'text', maxLength: 40 } as const]
        : []),
      {
        name: 'refund_address',
        label: fixed('Lightning address for a refund'),
        type: 'target',
        required: event.conditional,
        maxLength: 2048,
        hint: fixed('Should the event be cancelled.'),
      },
    ],
    paid: { text: fixed('Thank you.'), href: '/order/{order}', label: fixed('Show my tickets') },
    remember: true,
  }
}

/** For staff: a scanner types its text into the second field. */
export const scannerPage = (event: Event): Page => ({
  title: fixed('Tickets of {name}', { name: event.name }),
  ...brandOf(event),
  blocks: [
    {
      kind: 'form',
      action: `/api/v1/${event.id}/tickets/{ticket}/register`,
      method: 'PUT',
      submit: fixed('Let in'),
      clearAfterSubmit: true,
      fields: [
        { name: 'key', label: fixed('Invoice key of the wallet'), type: 'key', required: true },
        { name: 'ticket', label: fixed('Ticket'), type: 'text', required: true, maxLength: 1024 },
      ],
      done: { text: fixed('Welcome.') },
    },
  ],
})

const REFUNDS: Readonly<Record<string, Text>> = {
  due: fixed('is being refunded'),
  sent: fixed('is being refunded'),
  waiting: fixed('is being refunded'),
  address: fixed('needs an address for its refund'),
  failed: fixed('could not be refunded'),
  paid: fixed('refunded'),
}

function stateText({ refund, registered_at: at }: Ticket, { canceled }: Event): Text {
  if (refund !== undefined) return REFUNDS[refund] ?? refund
  if (canceled) return fixed('the event has been cancelled')
  return at === undefined ? fixed('valid') : fixed('used')
}

/** For the buyer only, who alone has its address. */
export async function orderPage(ctx: EventsCtx, event: Event, order: Order): Promise<Page> {
  const tickets = await ctx.table('tickets').find({ where: { order: order.id }, order: 'oldest' })
  const isStuck = tickets.some(({ refund }) => refund === 'address' || refund === 'failed')
  return {
    title: event.name,
    ...brandOf(event),
    eyebrow: fixed('Your tickets'),
    blocks: [
      ...(await waitBlocks(ctx, order)),
      {
        kind: 'list',
        items: tickets.map((ticket, index) => ({
          title: fixed('Ticket {number} of {count}', { number: index + 1, count: tickets.length }),
          note: stateText(ticket, event),
          href: `/ticket/${ticket.id}`,
        })),
      },
      ...(isStuck ? [refundForm(order)] : []),
    ],
  }
}

const refundForm = (order: Order): Block => ({
  kind: 'form',
  action: `/order/${order.id}/refund`,
  submit: fixed('Refund'),
  fields: [
    { name: 'refund_address', label: fixed('Your Lightning address'), type: 'target', required: true, maxLength: 2048 },
  ],
  done: { text: fixed('The refund is sent in a minute or two.'), href: `/order/${order.id}` },
})

async function waitBlocks(ctx: EventsCtx, order: Order): Promise<Block[]> {
  if (order.stage === 'released')
    return [{ kind: 'text', text: fixed('This order was not paid in time.'), tone: 'bad' }]
  const invoice = order.payment_hash === undefined ? null : await ctx.wallets.invoice(order.payment_hash)
  if (order.stage === 'paid' || invoice === null) return []
  return [
    {
      kind: 'invoice',
      paymentRequest: invoice.paymentRequest,
      state: `/state/${invoice.paymentHash}`,
      expiresAt: order.expires_at,
      paid: { text: fixed('Thank you.'), href: `/order/${order.id}`, label: fixed('Show my tickets') },
    },
  ]
}

/** The ticket to show at the door, without a name, because others may see the link. */
export const ticketPage = (event: Event, ticket: Ticket): Page => ({
  title: event.name,
  eyebrow: fixed('Ticket'),
  blocks: [
    ...(ticket.refund === undefined && !event.canceled
      ? [{ kind: 'qr', value: ticket.id, label: fixed('Show this at the door') } as const]
      : []),
    {
      kind: 'facts',
      rows: [...factsOf(event).slice(0, 1), [fixed('State'), stateText(ticket, event)]],
    },
    { kind: 'print', text: fixed('Print') },
  ],
})
