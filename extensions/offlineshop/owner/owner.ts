import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  hue: 110,
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
  texts: readTranslations(import.meta.url),
}
