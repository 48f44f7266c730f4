import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
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
  texts: { en, de, es, ar },
}
