import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  hue: 20,
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
  texts: readTranslations(import.meta.url),
}
