import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'device',
  hue: 270,
  figures: ['last_tap_at'],
  meters: [{ used: 'spent_today', limit: 'daily_limit' }],
  entries: 'hits',
  columns: ['card_name', 'daily_limit', 'spent_today', 'enable'],
  fields: {
    tx_limit: { group: 'limits' },
    daily_limit: { group: 'limits' },
    pin_limit: { group: 'pin' },
    pin: { group: 'pin' },
    timezone: { group: 'limits', example: 'Europe/Rome' },
    k0: { group: 'keys', advanced: true },
    k1: { group: 'keys', advanced: true },
    k2: { group: 'keys', advanced: true },
    uid: { example: '04a39493cc8680' },
  },
  actions: {
    'POST /api/v1/:id/rekey': { danger: true },
    'POST /api/v1/:id/wipe': { danger: true },
  },
  texts: readTranslations(import.meta.url),
}
