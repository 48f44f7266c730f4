import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  hue: 345,
  figures: ['received_sat', 'sold'],
  meters: [{ used: 'sold', limit: 'amount_tickets' }],
  page: '/p/{id}',
  columns: ['name', 'event_start_date', 'sold', 'amount_tickets'],
  fields: {
    logo: { group: 'more', advanced: true },
    color: { group: 'more', advanced: true, example: '#94480f' },
    closing_date: { group: 'when' },
    event_start_date: { group: 'when' },
    event_end_date: { group: 'when' },
    timezone: { group: 'when', example: 'Europe/Lisbon' },
    amount_tickets: { group: 'price' },
    price_per_ticket: { group: 'price' },
    currency: { group: 'price' },
    conditional: { group: 'conditions', advanced: true },
    min_tickets: { group: 'conditions', advanced: true },
    max_per_order: { group: 'conditions', advanced: true },
    promo_codes: { group: 'conditions', advanced: true },
    banner: { group: 'more', advanced: true },
    mail_text: { group: 'more', advanced: true },
    canceled: { group: 'more', advanced: true },
  },
  actions: {
    'PUT /api/v1/:id/tickets/:ticket/refund': { danger: true },
  },
  texts: readTranslations(import.meta.url),
}
