import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'pay',
  hue: 325,
  figures: [],
  meters: [{ used: 'used', limit: 'uses' }],
  page: '/p/{hash}',
  columns: ['title', 'max_withdrawable', 'used', 'uses'],
  fields: {
    min_withdrawable: { group: 'amount' },
    max_withdrawable: { group: 'amount' },
    uses: { group: 'amount' },
    wait_time: { group: 'amount' },
    custom_url: { group: 'print', advanced: true },
    webhook_url: { group: 'webhook', advanced: true },
    webhook_headers: { group: 'webhook', advanced: true },
    webhook_body: { group: 'webhook', advanced: true },
  },
  links: [
    { id: 'lnurl', kind: 'copy', field: 'lnurl' },
    { id: 'code', kind: 'qr', field: 'lnurl' },
    { id: 'card', kind: 'nfc', field: 'lnurl' },
    { id: 'vouchers', kind: 'print', path: '/csv/{hash}' },
    { id: 'csv', kind: 'download', path: '/csv/{hash}' },
  ],
  actions: {
    'GET /print/:hash': { hidden: 'The web app prints the vouchers itself, from the CSV.' },
  },
  texts: readTranslations(import.meta.url),
}
