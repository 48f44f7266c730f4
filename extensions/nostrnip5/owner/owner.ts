import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'identity',
  hue: 305,
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
  texts: readTranslations(import.meta.url),
}
