import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'identity',
  page: '/p/{id}',
  columns: ['domain', 'cost', 'currency', 'address_count'],
  fields: {
    currency: { group: 'price' },
    cost: { group: 'price' },
    max_years: { group: 'price' },
    char_count_cost: { group: 'price' },
    promotions: { group: 'price' },
    reserved_names: { group: 'more', advanced: true },
    grace_days: { group: 'more', advanced: true },
    domain: { example: 'example.com' },
  },
  links: [{ id: 'manage', kind: 'open', path: '/p/{id}/manage' }],
  texts: { en, de, es, ar },
}
