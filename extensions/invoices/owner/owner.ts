import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
  hue: 220,
  forShops: true,
  figures: ['total', 'paid_total'],
  page: '/p/{id}',
  columns: ['number', 'company_name', 'total', 'status'],
  fields: {
    seller_name: { group: 'seller' },
    seller_address: { group: 'seller' },
    seller_tax_number: { group: 'seller', example: 'DE123456789' },
    logo: { group: 'seller' },
    color: { group: 'seller', advanced: true, example: '#94480f' },
    items: { group: 'items' },
    tax_percent: { group: 'items' },
    company_name: { group: 'customer' },
    first_name: { group: 'customer' },
    last_name: { group: 'customer' },
    email: { group: 'customer' },
    phone: { group: 'customer' },
    address: { group: 'customer' },
    tax_number: { group: 'customer', example: 'PT123456789' },
    due_at: { group: 'more' },
    notes: { group: 'more' },
    number: { group: 'more' },
  },
  texts: readTranslations(import.meta.url),
}
