import type { OwnerPages } from '@satchel/extension-sdk/owner/owner'
import { readTranslations } from '@satchel/extension-sdk/read-translations'

/** What the web app shows to owners. */
export const OWNER_PAGES: OwnerPages = {
  category: 'automate',
  hue: 170,
  figures: ['next_run_at', 'last_run_at'],
  meters: [{ used: 'spent_month', limit: 'monthly_cap' }],
  entries: 'runs',
  columns: ['name', 'action', 'status', 'next_run_at'],
  fields: {
    cron: { group: 'when', example: '0 9 * * 1' },
    timezone: { group: 'when', example: 'Europe/Rome' },
    status: { group: 'when' },
    action: { group: 'what' },
    target: { group: 'pay' },
    amount: { group: 'pay' },
    max_fee: { group: 'pay' },
    comment: { group: 'pay' },
    monthly_cap: { group: 'pay' },
    memo: { group: 'invoice' },
    webhook_url: { group: 'invoice' },
    method: { group: 'http' },
    url: { group: 'http' },
    headers: { group: 'http' },
    body: { group: 'http' },
    email: { group: 'more', advanced: true },
    max_runs: { group: 'more', advanced: true },
    ends_at: { group: 'more', advanced: true },
  },
  actions: {
    'POST /api/v1/:id/run': { danger: true },
  },
  texts: readTranslations(import.meta.url),
}
