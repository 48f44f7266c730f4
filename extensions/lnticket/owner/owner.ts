import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  hue: 90,
  page: '/p/{id}',
  columns: ['name', 'amount', 'ticket_count'],
  fields: {
    logo: { group: 'more', advanced: true },
    color: { group: 'more', advanced: true, example: '#94480f' },
    amount: { group: 'price' },
    flatrate: { group: 'price' },
    max_words: { group: 'price' },
    notify_email: { group: 'webhook', advanced: true },
    webhook_url: { group: 'webhook', advanced: true },
  },
  texts: readTranslations(import.meta.url),
}
