import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
  hue: 80,
  figures: ['balance', 'pending', 'scanned_at'],
  columns: ['title', 'balance', 'scanned_at'],
  fields: {
    type: { group: 'more', advanced: true },
    network: { group: 'more', advanced: true },
    gap_receive: { group: 'more', advanced: true },
    gap_change: { group: 'more', advanced: true },
  },
  actions: {
    'POST /api/v1/:id/broadcast': { danger: true },
  },
  texts: readTranslations(import.meta.url),
}
