import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'connect',
  hue: 235,
  figures: ['last_used_at'],
  meters: [{ used: 'spent_today', limit: 'daily_limit' }],
  columns: ['label', 'mode', 'revoked', 'last_used_at'],
  fields: {
    max_payment: { group: 'limits' },
    daily_limit: { group: 'limits' },
    expires_at: { group: 'limits' },
  },
  texts: readTranslations(import.meta.url),
}
