import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  hue: 190,
  entries: 'appointments',
  page: '/p/{id}',
  columns: ['name', 'amount', 'currency', 'booked_count'],
  fields: {
    logo: { group: 'more', advanced: true },
    color: { group: 'more', advanced: true, example: '#94480f' },
    start_day: { group: 'when' },
    end_day: { group: 'when' },
    start_time: { group: 'when', example: '09:00' },
    end_time: { group: 'when', example: '17:00' },
    timezone: { group: 'when', example: 'Europe/Berlin' },
    slot_minutes: { group: 'when' },
    amount: { group: 'price' },
    currency: { group: 'price' },
    lead_minutes: { group: 'more', advanced: true },
    horizon_days: { group: 'more', advanced: true },
    webhook_url: { group: 'more', advanced: true },
  },
  texts: readTranslations(import.meta.url),
}
