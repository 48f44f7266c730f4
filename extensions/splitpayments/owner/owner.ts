import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'automate',
  columns: ['target', 'percent', 'enabled', 'forwarded_total'],
  fields: {
    target: { example: 'anna@example.com' },
    basis_points: { hidden: 'It says in other words what `percent` says.' },
  },
  texts: { en, de, es, ar },
}
