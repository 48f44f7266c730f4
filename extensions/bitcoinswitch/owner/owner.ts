import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'device',
  hue: 205,
  forShops: true,
  state: 'online',
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
  texts: readTranslations(import.meta.url),
}
