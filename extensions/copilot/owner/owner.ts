import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

const OLD = 'In place of `animations`, for older tools.'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'receive',
  hue: 290,
  page: '/p/{id}',
  columns: ['title', 'amount_made'],
  fields: {
    show_message: { group: 'show', advanced: true },
    show_ack: { group: 'show', advanced: true },
    show_price: { group: 'show', advanced: true, example: 'EUR' },
    fullscreen_cam: { group: 'show', advanced: true },
    iframe_url: { group: 'show', advanced: true },
    lnurl_toggle: { group: 'ways' },
    lnurl_title: { group: 'ways' },
    animation1: { hidden: OLD },
    animation1threshold: { hidden: OLD },
    animation1webhook: { hidden: OLD },
    animation2: { hidden: OLD },
    animation2threshold: { hidden: OLD },
    animation2webhook: { hidden: OLD },
    animation3: { hidden: OLD },
    animation3threshold: { hidden: OLD },
    animation3webhook: { hidden: OLD },
  },
  links: [
    { id: 'overlay', kind: 'open', path: '/overlay/{id}' },
    { id: 'lnurl', kind: 'copy', field: 'lnurl' },
  ],
  actions: {
    'GET /panel/:id': { hidden: 'A page for streaming software, opened with a key.' },
  },
  texts: readTranslations(import.meta.url),
}
