import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'automate',
  hue: 125,
  figures: ['forwarded_total', 'held_total'],
  columns: ['target', 'percent', 'enabled', 'forwarded_total'],
  fields: {
    target: { example: 'anna@example.com' },
    basis_points: { hidden: 'It says in other words what `percent` says.' },
  },
  texts: readTranslations(import.meta.url),
}
