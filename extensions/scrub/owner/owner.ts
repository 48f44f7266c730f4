import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'automate',
  columns: ['description', 'payoraddress', 'enabled', 'forwarded_total'],
  fields: {
    min_forward: { group: 'limits', advanced: true },
    keep_balance: { group: 'limits', advanced: true },
    payoraddress: { example: 'anna@example.com' },
  },
  texts: { en, de, es, ar },
}
