import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'device',
  columns: ['title', 'online', 'disabled'],
  fields: {
    password: { group: 'more', advanced: true },
    disposable: { group: 'more', advanced: true },
    require_device: { group: 'more', advanced: true },
    open_socket: { group: 'more', advanced: true },
  },
  actions: {
    'POST /api/v1/:id/trigger': { danger: true },
  },
  texts: { en, de, es, ar },
}
