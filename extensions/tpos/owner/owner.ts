import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'shop',
  hue: 55,
  figures: [],
  meters: [{ used: 'withdrawn_today', limit: 'withdraw_limit' }],
  entries: 'sales',
  page: '/p/{id}',
  columns: ['name', 'currency'],
  fields: {
    logo: { group: 'more', advanced: true },
    color: { group: 'more', advanced: true, example: '#94480f' },
    items: { group: 'items' },
    tip_options: { group: 'tips' },
    tip_wallet: { group: 'tips' },
    tax_inclusive: { group: 'tax' },
    tax_default: { group: 'tax' },
    receipt: { group: 'receipt' },
    timezone: { group: 'receipt' },
    language: { group: 'receipt' },
    business_name: { group: 'receipt' },
    business_address: { group: 'receipt' },
    vat_id: { group: 'receipt', example: 'DE123456789' },
    forward_address: { group: 'forward', advanced: true, example: 'shop@example.com' },
    forward_cut: { group: 'forward', advanced: true },
    withdraw_limit: { group: 'cashout', advanced: true },
    withdraw_between: { group: 'cashout', advanced: true },
    withdraw_premium: { group: 'cashout', advanced: true },
  },
  links: [
    { id: 'cash_out', kind: 'open', path: '/p/{id}/cash-out' },
    { id: 'sales', kind: 'download', path: '/csv/{id}' },
  ],
  actions: {
    'POST /api/v1/:id/sales': { hidden: 'The till records sales, from its items.' },
  },
  texts: readTranslations(import.meta.url),
}
