import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'automate',
  hue: 155,
  figures: ['forwarded_total', 'held_total', 'last_forward_at'],
  columns: ['description', 'payoraddress', 'enabled', 'forwarded_total'],
  fields: {
    min_forward: { group: 'limits', advanced: true },
    keep_balance: { group: 'limits', advanced: true },
    payoraddress: { example: 'anna@example.com' },
  },
  texts: readTranslations(import.meta.url),
}
