import { readFileSync } from 'node:fs'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { requireTimeZone } from '@satchel/extension-sdk/instant'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { DOOR_ROUTES } from './door.ts'
import { ROUTES } from './event-routes.ts'
import { FIELDS, TABLES } from './fields.ts'
import { deleteUnpaidOrders, releaseOrders, settleOrder } from './orders.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { closeEvents, concludeRefund, refundTickets } from './refunds.ts'
import { requireDeletable } from './tickets.ts'

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

type Draft = Row<typeof FIELDS>

function check(draft: Draft): void {
  const { closing_date: closing, event_start_date: start, event_end_date: end, banner } = draft
  requireTimeZone(draft.timezone)
  if (closing > start) throw reject('body.closing_date: must not be after event_start_date.', 422)
  if (start > end) throw reject('body.event_start_date: must not be after event_end_date.', 422)
  if (draft.conditional && !((draft.min_tickets ?? 0) <= draft.amount_tickets && (draft.min_tickets ?? 0) > 0)) {
    throw reject('body.min_tickets: must be 1 to amount_tickets for a conditional event.', 422)
  }
  if (banner !== undefined && banner !== null && !banner.startsWith('https://')) {
    throw reject('body.banner: must begin with https://.', 422)
  }
  const codes = draft.promo_codes.map(({ code }) => code.toLowerCase())
  if (new Set(codes).size < codes.length) throw reject('body.promo_codes: must not have a code twice.', 422)
}

/** Sells and scans tickets, and refunds them (rule X36). */
export const EVENTS = defineExtension({
  manifest: {
    id: 'events',
    name: 'Events',
    version: '1.0.0',
    short_description: 'Sells event tickets, scans them, and refunds those of events that do not take place.',
    icon: 'ticket',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Sells tickets.' },
      {
        id: 'spend',
        reason: 'Refunds tickets: at most what was paid for those of an event, and routing fees.',
        to: 'any',
      },
      { id: 'mail', reason: 'Sends buyers their tickets.' },
      { id: 'schedule', reason: 'Releases what is not paid in time, and refunds.' },
      { id: 'page', reason: 'Shows events to buyers, tickets to their holders, and a scanner to your people.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'event',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  async beforeCreate(draft): Promise<Draft> {
    check(draft)
    return {
      ...draft,
      canceled: false,
      sold: 0,
      reserved: 0,
      received_sat: 0,
      refunded_sat: 0,
      refunds: 'none',
      decision: draft.conditional ? 'open' : 'none',
      promo_uses: [],
    }
  },
  async beforeUpdate(old, next) {
    check(next)
    const taken = old.sold + old.reserved
    if (next.amount_tickets < taken)
      throw reject(fixed('body.amount_tickets: {taken} are sold or reserved already.', { taken }))
    if (old.canceled && !next.canceled) throw reject('body.canceled: cannot be undone.')
    if (next.canceled) return { ...next, decision: 'none', refunds: old.canceled ? old.refunds : 'running' }
    return { ...next, decision: next.conditional ? 'open' : 'none' }
  },
  beforeDelete: (event, ctx) => requireDeletable(ctx, event),
  spendCeiling: ({ received_sat: received, refunded_sat: refunded }) => received - refunded,
  onPaymentSettled: settleOrder,
  onIntentResolved: concludeRefund,
  jobs: {
    release: { cron: '* * * * *', run: releaseOrders },
    refunds: { cron: '* * * * *', run: refundTickets },
    closing: {
      cron: '0 * * * *',
      async run(ctx) {
        await closeEvents(ctx)
        await deleteUnpaidOrders(ctx)
      },
    },
  },
  assets: {
    'door.js': { type: 'text/javascript', text: asset('door.js') },
    'door.css': { type: 'text/css', text: asset('door.css') },
  },
  routes: { ...ROUTES, ...DOOR_ROUTES },
})
