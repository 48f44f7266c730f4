import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
  hue: 5,
  forShops: true,
  page: '/p/{id}',
  columns: ['name', 'tip_count', 'tip_total'],
  fields: {
    logo: { group: 'more', advanced: true },
    color: { group: 'more', advanced: true, example: '#94480f' },
    min_amount: { group: 'amount' },
    max_amount: { group: 'amount' },
    suggested: { group: 'amount' },
    show_messages: { group: 'more', advanced: true },
    onchain: { group: 'more', advanced: true },
    onchain_limit: { group: 'more', advanced: true },
    webhook_url: { group: 'more', advanced: true },
  },
  links: [{ id: 'overlay', kind: 'open', path: '/overlay/{id}' }],
  texts: readTranslations(import.meta.url),
}
