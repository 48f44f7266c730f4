import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { EMAIL, FIELDS, type Form, type LnticketCtx, listRoute, route, routes, TABLES, type Ticket } from './fields.ts'
import { formPage } from './form-page.ts'
import { deleteDrafts, deliverMessage, draftMessage, quoteOf } from './messages.ts'
import { OWNER_PAGES } from './owner/owner.ts'

/** Requests of one visitor per minute. */
const MAX_SENT = 10

const TICKET: Shape = {
  id: { type: 'text', max: 64, doc: 'Id of the message.' },
  name: { type: 'text', max: 64, doc: 'Name of the sender.' },
  email: { type: 'text', max: 254, doc: 'Email address of the sender.', optional: true },
  ltext: { type: 'text', max: 5000, doc: 'Text as typed: escape it before showing it.' },
  sats: { type: 'sat', doc: 'Price paid, satoshis.' },
  paid: { type: 'bool', doc: 'Always true: unpaid messages are not listed.' },
  time: { type: 'text', max: 30, doc: 'Time of the payment, ISO 8601.' },
  handled: { type: 'bool', doc: 'True: the owner marked it as handled.' },
}

const toTicketJson = ({ id, name, email, ltext, sats, handled, created_at }: Ticket) => ({
  id,
  name,
  email,
  ltext,
  sats,
  paid: true,
  time: new Date(created_at * 1000).toISOString(),
  handled,
})

async function requireForm(ctx: LnticketCtx, id: string): Promise<Form> {
  const form = await ctx.items.get(id)
  if (form === null) throw reject('There is no such form.', 404)
  return form
}

async function requireTicket(ctx: LnticketCtx, form: Form, id: string): Promise<Ticket> {
  const ticket = await ctx.table('tickets').get(id)
  if (ticket === null || ticket.item !== form.id) throw reject('There is no such ticket.', 404)
  return ticket
}

const VISITORS = routes({
  'GET /p/:id': {
    access: 'public',
    summary: 'Open the page of a form',
    description: 'Shows the price while the message is typed.',
    handle: async ({ params }, ctx) => ({ page: formPage(await requireForm(ctx, params.id)) }),
  },
  'POST /public/:id/quote': route({
    access: 'public',
    summary: 'Quote the price of a message',
    description: 'For the page; nothing is stored.',
    body: { ltext: { type: 'text', max: 5000, doc: 'Message typed so far.', default: '' } },
    reply: {
      text: { type: 'text', max: 100, doc: 'Text for people: the price, or the limit that the message exceeds.' },
    },
    handle: async ({ params, body }, ctx) => ({
      json: { text: quoteOf(ctx, await requireForm(ctx, params.id), body.ltext) },
    }),
  }),
  'POST /public/:id/tickets': route({
    access: 'public',
    summary: 'Send a message',
    description: 'Delivered when the invoice is paid; deleted after a day if it is not.',
    perMinute: MAX_SENT,
    body: {
      name: { type: 'text', min: 1, max: 64, doc: 'Name of the sender.' },
      email: { type: 'text', max: 254, pattern: EMAIL, doc: 'Email address of the sender.', optional: true },
      ltext: { type: 'text', min: 1, max: 5000, doc: 'Text of the message; words are separated by white space.' },
    },
    status: 201,
    reply: {
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash of the invoice.' },
      payment_request: { type: 'text', max: 4000, doc: 'Invoice to pay (BOLT 11).' },
      sats: { type: 'sat', doc: 'Price, satoshis.' },
      expires_at: { type: 'text', max: 30, doc: 'When the invoice expires, ISO 8601.' },
    },
    async handle({ params, body }, ctx) {
      const form = await requireForm(ctx, params.id)
      const invoice = await draftMessage(ctx, form, body)
      const { paymentHash: payment_hash, paymentRequest: payment_request, expiresAt: expires_at, sat: sats } = invoice
      return { json: { payment_hash, payment_request, sats, expires_at } }
    },
  }),
  'GET /public/:id/tickets/:payment_hash': {
    access: 'public',
    summary: 'Check whether a message is paid',
    description: 'Without the message itself.',
    reply: { paid: { type: 'bool', doc: 'True: paid and delivered.' } },
    async handle({ params }, ctx) {
      const form = await requireForm(ctx, params.id)
      const invoice = await ctx.wallets.invoice(params.payment_hash)
      if (invoice?.itemId !== form.id) throw reject('There is no such ticket.', 404)
      return { json: { paid: invoice.status === 'paid' } }
    },
  },
})

const OWNER = routes({
  'GET /api/v1/:id/tickets': listRoute({
    table: 'tickets',
    access: 'admin',
    summary: 'List messages',
    description: 'Paid messages, newest first, with names and email addresses of the senders: admin key only.',
    reply: TICKET,
    toJson: toTicketJson,
  }),
  'PUT /api/v1/:id/tickets/:ticket': route({
    access: 'admin',
    summary: 'Mark a message as handled, or as open',
    body: { handled: { type: 'bool', doc: 'True: handled.' } },
    reply: TICKET,
    async handle({ item, params, body }, ctx) {
      const { id } = await requireTicket(ctx, item, params.ticket)
      return { json: toTicketJson(await ctx.table('tickets').update(id, { handled: body.handled })) }
    },
  }),
  'DELETE /api/v1/:id/tickets/:ticket': {
    access: 'admin',
    summary: 'Delete a message',
    description: 'Cannot be undone. `amountmade` and `ticket_count` keep their values.',
    reply: { detail: { type: 'text', max: 100, doc: 'Result, as text.' } },
    async handle({ item, params }, ctx) {
      await ctx.table('tickets').remove((await requireTicket(ctx, item, params.ticket)).id)
      return { json: { detail: 'Ticket deleted' } }
    },
  },
})

/** Visitors pay to send a message (rule X37). */
export const LNTICKET = defineExtension({
  manifest: {
    id: 'lnticket',
    name: 'Paid contact form',
    version: '1.0.0',
    short_description: 'A contact form whose messages cost something, by the word or flat.',
    icon: 'mail',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Takes the money for a message.' },
      { id: 'mail', reason: 'Mails paid messages to you.' },
      { id: 'schedule', reason: 'Deletes unpaid messages.' },
      { id: 'page', reason: 'Shows the form.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'form',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  beforeCreate: async (draft) => ({ ...draft, amountmade: 0, ticket_count: 0 }),
  onPaymentSettled: deliverMessage,
  jobs: { purge: { cron: '0 * * * *', run: deleteDrafts } },
  routes: { ...VISITORS, ...OWNER },
})
