import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'connect',
  hue: 255,
  figures: ['last_used_at', 'expires_at'],
  meters: [{ list: 'budgets', used: 'used_msats', limit: 'budget_msats' }],
  columns: ['description', 'expires_at', 'last_used_at'],
  fields: {
    budgets: { group: 'limits' },
    unlimited: { group: 'limits' },
    expires_at: { group: 'limits' },
    pubkey: { group: 'more', advanced: true },
  },
  links: [{ id: 'relay', kind: 'copy', field: 'relay' }],
  actions: {
    'POST /pair': { hidden: 'The page on which another app asks for a connection.' },
  },
  texts: readTranslations(import.meta.url),
}
