import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
  hue: 40,
  forShops: true,
  figures: ['amount_sat', 'balance'],
  page: '/p/{id}',
  columns: ['description', 'amount', 'currency', 'status'],
  fields: {
    amount: { group: 'price' },
    currency: { group: 'price' },
    lightning: { group: 'ways' },
    onchain: { group: 'ways' },
    zeroconf: { group: 'ways' },
    time: { group: 'ways' },
    completelink: { group: 'after', advanced: true },
    completelink_text: { group: 'after', advanced: true },
    webhook_url: { group: 'webhook', advanced: true },
    extra: { group: 'webhook', advanced: true },
  },
  links: [{ id: 'invoice', kind: 'copy', field: 'payment_request' }],
  actions: {
    'POST /charge': { hidden: 'For web shops written for LNbits. Owners make a charge as an item.' },
    'PUT /charge/:id': { hidden: 'Reads the charge again, for web shops written for LNbits.' },
    'GET /lnbits/charges': { hidden: 'The list of charges, in the form of LNbits.' },
    'GET /charge/:id': { hidden: 'The same charge as the item shows, for web shops written for LNbits.' },
  },
  texts: readTranslations(import.meta.url),
}
