import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
  page: '/p/{id}',
  columns: ['number', 'company_name', 'total', 'status'],
  fields: {
    items: { group: 'items' },
    tax_percent: { group: 'items' },
    company_name: { group: 'customer' },
    first_name: { group: 'customer' },
    last_name: { group: 'customer' },
    email: { group: 'customer' },
    phone: { group: 'customer' },
    address: { group: 'customer' },
    due_at: { group: 'more' },
    notes: { group: 'more' },
    number: { group: 'more' },
  },
  texts: { en, de, es, ar },
}
