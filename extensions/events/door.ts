import { brandOf } from '@satchel/extension-sdk/brand-fields'
import type { Page } from '@satchel/extension-sdk/page'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { type Event, type EventsCtx, route, routes } from './fields.ts'

/** Rate limit per network address; a door admits at most about one person per second. */
const MAX_A_MINUTE = 120

const ADMITTED = {
  outcome: {
    type: 'text',
    max: 10,
    oneOf: ['welcome', 'used', 'refunded', 'unknown'],
    doc: '`welcome` at the first check-in, then `used`. `refunded`: the ticket is not valid; `unknown`: not a ticket of this event.',
  },
  name: { type: 'text', max: 100, doc: 'Name of the buyer.', optional: true },
  registered_at: { type: 'text', max: 30, doc: 'Time of the first check-in, ISO 8601.', optional: true },
} as const satisfies Shape

async function requireDoor(ctx: EventsCtx, id: string, secret: string): Promise<Event> {
  const [door] = await ctx.table('doors').find({ where: { secret: ctx.hash(secret) }, limit: 1 })
  const event = door === undefined || door.item !== id ? null : await ctx.items.get(id)
  if (event === null) throw reject('This door link is not valid any more; ask for a new one.', 403)
  return event
}

async function closeDoors(ctx: EventsCtx, item: string): Promise<void> {
  for (const { id } of await ctx.table('doors').find({ where: { item } })) await ctx.table('doors').remove(id)
}

/** A ticket's code contains its id, in either case; its address is accepted, too. */
const ticketId = (scanned: string): string => scanned.trim().toLowerCase().split('/').at(-1) ?? ''

async function admit(ctx: EventsCtx, event: Event, scanned: string) {
  const ticket = await ctx.table('tickets').get(ticketId(scanned))
  if (ticket === null || ticket.item !== event.id) return { outcome: 'unknown' }
  const { name, registered_at: at } = ticket
  if (event.canceled || ticket.refund !== undefined) return { outcome: 'refunded', name }
  if (at !== undefined) return { outcome: 'used', name, registered_at: new Date(at * 1000).toISOString() }
  const now = Math.floor(ctx.now() / 1000)
  await ctx.table('tickets').update(ticket.id, { registered_at: now })
  return { outcome: 'welcome', name, registered_at: new Date(now * 1000).toISOString() }
}

/** The check-in page of a door link: it reads the secret after the #, which browsers do not send. */
export const doorPage = (event: Event): Page => ({
  title: event.name,
  ...brandOf(event),
  eyebrow: fixed('At the door'),
  scripts: ['door.js'],
  styles: ['door.css'],
  readsCodes: true,
  blocks: [{ kind: 'app', id: 'door', data: { id: event.id }, fallback: fixed('The camera needs JavaScript.') }],
})

/** A link whose holder can only check in tickets. */
export const DOOR_ROUTES = routes({
  'POST /api/v1/:id/door': {
    access: 'admin',
    grantsAccess: true,
    summary: 'Create a door link',
    description:
      'Its page can check in tickets with the camera, and nothing else: it has no key of the wallet. The previous door link stops working.',
    status: 201,
    reply: { door_link: { type: 'text', max: 2048, doc: 'Door link; shown once.' } },
    async handle({ item }, ctx) {
      await closeDoors(ctx, item.id)
      const secret = ctx.randomId(32)
      await ctx.table('doors').insert({ item: item.id, secret }, item.wallet)
      return { status: 201, json: { door_link: `${ctx.url(`/p/${item.id}/door`)}#${secret}` } }
    },
  },
  'DELETE /api/v1/:id/door': {
    access: 'admin',
    summary: 'Revoke the door link',
    reply: { detail: { type: 'text', max: 100, doc: 'Confirmation, as text.' } },
    async handle({ item }, ctx) {
      await closeDoors(ctx, item.id)
      return { json: { detail: 'The link has ended.' } }
    },
  },
  'POST /public/:id/door': route({
    access: 'public',
    summary: 'Check in a ticket with a door link',
    description: 'For the page of the door link. 403 if the link was revoked.',
    perMinute: MAX_A_MINUTE,
    body: {
      // Not repeated in errors.
      secret: { type: 'text', min: 1, max: 64, doc: 'Secret of the door link.', show: 'admin' },
      ticket: { type: 'text', min: 1, max: 1024, doc: "Content of the ticket's QR code." },
    },
    reply: ADMITTED,
    async handle({ params, body }, ctx) {
      return { json: await admit(ctx, await requireDoor(ctx, params.id, body.secret), body.ticket) }
    },
  }),
  'GET /p/:id/door': {
    access: 'public',
    summary: 'Open the check-in page of a door link',
    description: 'The page needs the secret of the door link, which is in the URL after the #.',
    async handle({ params }, ctx) {
      const event = await ctx.items.get(params.id)
      if (event === null) throw reject('There is no such event.', 404)
      return { page: doorPage(event) }
    },
  },
})
