import { checkExpiry, requireFutureExpiry } from '@satchel/extension-sdk/expires-at'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import { FIELDS, spentToday, TABLES } from './fields.ts'
import { HUB_ROUTES } from './hub-routes.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { closeHubPayment } from './pay-invoice.ts'
import { endSessions } from './sessions.ts'

/** The largest number of satoshis, used where only the balance is the limit. */
const NO_LIMIT = 9_007_199_254_740

function check(draft: Row<typeof FIELDS>): void {
  const { max_payment: most, daily_limit: limit } = draft
  checkExpiry(draft)
  if (typeof most === 'number' && typeof limit === 'number' && most > limit) {
    throw reject('body.max_payment: is more than daily_limit.', 422)
  }
}

/** Wallet apps that speak LndHub: BlueWallet, Zeus and others (rule X30). */
export const LNDHUB = defineExtension({
  manifest: {
    id: 'lndhub',
    name: 'LndHub access',
    version: '1.0.0',
    short_description: 'Logins for BlueWallet, Zeus and other apps that speak LndHub.',
    icon: 'device-mobile',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices that an app asks for.' },
      { id: 'spend', reason: 'Pays what an app of mode admin asks for, within its limits.', to: 'any' },
      { id: 'payments.read', reason: 'Shows the payments of the wallet in the app.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'login',
  opensWallet: true,
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  async beforeCreate(draft, ctx) {
    check(draft)
    requireFutureExpiry(draft, ctx)
    const login = ctx.randomId(8)
    const secret = ctx.randomId(32)
    const uri = `lndhub://${login}:${secret}@${ctx.url('/ext/')}`
    return { ...draft, login, secret, uri, spent_today: 0 }
  },
  async beforeUpdate(old, next, ctx) {
    check(next)
    if (next.expires_at !== old.expires_at) requireFutureExpiry(next, ctx)
    if (next.revoked) await endSessions(ctx, old.id)
    return next
  },
  derive: (item, ctx) => ({ spent_today: spentToday(item, ctx) }),
  spendCeiling: ({ mode, max_payment: most = NO_LIMIT, daily_limit: limit = NO_LIMIT }) =>
    mode === 'admin' ? Math.min(most, limit) : 0,
  onIntentResolved: closeHubPayment,
  routes: HUB_ROUTES,
})
