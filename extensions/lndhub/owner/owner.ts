import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'connect',
  columns: ['label', 'mode', 'revoked', 'last_used_at'],
  fields: {
    max_payment: { group: 'limits' },
    daily_limit: { group: 'limits' },
    expires_at: { group: 'limits' },
  },
  texts: { en, de, es, ar },
}
