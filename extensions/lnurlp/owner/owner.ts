import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
  hue: 70,
  page: '/p/{id}',
  code: 'lnurl',
  columns: ['description', 'lightning_address', 'currency', 'served_invoices'],
  fields: {
    min: { group: 'price' },
    max: { group: 'price' },
    currency: { group: 'price' },
    username: { group: 'address', example: 'anna' },
    domain: { group: 'address' },
    success_text: { group: 'after', advanced: true },
    success_url: { group: 'after', advanced: true },
    comment_chars: { group: 'more', advanced: true },
    zaps: { group: 'more', advanced: true },
    disposable: { group: 'more', advanced: true },
    webhook_url: { group: 'webhook', advanced: true },
    webhook_headers: { group: 'webhook', advanced: true },
    webhook_body: { group: 'webhook', advanced: true },
  },
  links: [
    { id: 'lnurl', kind: 'copy', field: 'lnurl' },
    { id: 'address', kind: 'copy', field: 'lightning_address' },
    { id: 'code', kind: 'qr', field: 'lnurl' },
    { id: 'card', kind: 'nfc', field: 'lnurl' },
  ],
  texts: readTranslations(import.meta.url),
}
