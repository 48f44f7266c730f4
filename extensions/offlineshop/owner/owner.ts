import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  page: '/p/{id}',
  code: 'lnurl',
  columns: ['name', 'price', 'currency', 'sold'],
  fields: {
    price: { group: 'price' },
    currency: { group: 'price' },
  },
  links: [
    { id: 'lnurl', kind: 'copy', field: 'lnurl' },
    { id: 'code', kind: 'qr', field: 'lnurl' },
  ],
  actions: {
    'GET /print': { hidden: 'The web app prints the codes of all items itself.' },
  },
  texts: { en, de, es, ar },
}
