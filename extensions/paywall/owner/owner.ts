import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  page: '/p/{id}',
  columns: ['memo', 'amount', 'currency', 'sold'],
  fields: {
    logo: { group: 'more', advanced: true },
    color: { group: 'more', advanced: true, example: '#94480f' },
    amount: { group: 'price' },
    currency: { group: 'price' },
    url: { group: 'goods' },
    kind: { group: 'goods' },
    remembers: { group: 'more', advanced: true },
    max_downloads: { group: 'more', advanced: true },
    access_days: { group: 'more', advanced: true },
    release: { group: 'more', advanced: true },
    file_headers: { group: 'more', advanced: true },
  },
  texts: { en, de, es, ar },
}
