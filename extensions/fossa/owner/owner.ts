import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'device',
  hue: 140,
  figures: ['claimed_today', 'claimed_total', 'claims_today'],
  columns: ['title', 'currency', 'claimed_total', 'enabled'],
  fields: {
    daily_limit: { group: 'limits' },
    max_claim: { group: 'limits' },
    digits: { group: 'more', advanced: true },
    valid_days: { group: 'more', advanced: true },
  },
  actions: {
    'POST /api/v1/:id/rekey': { danger: true },
  },
  texts: readTranslations(import.meta.url),
}
