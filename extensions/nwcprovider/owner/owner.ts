import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'connect',
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
  texts: { en, de, es, ar },
}
