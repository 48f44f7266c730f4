import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
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
  texts: { en, de, es, ar },
}
