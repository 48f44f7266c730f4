import type { PaymentView } from '@satchel/extension-sdk/context'
import { requireFutureExpiry } from '@satchel/extension-sdk/expires-at'
import { defineExtension } from '@satchel/extension-sdk/extension'
import type { NostrSubscription } from '@satchel/extension-sdk/nostr'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import type { Store } from '@satchel/extension-sdk/store'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { answerRequest } from './answer-request.ts'
import { currentBudget, setBudgets } from './budgets.ts'
import { type NotificationType, notify } from './envelope.ts'
import { FIELDS, type NwcCtx, secondsOf, TABLES } from './fields.ts'
import { announcementOf, infoOf } from './methods.ts'
import { checkConnection, newConnection } from './new-connection.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { PAIRING_ROUTES } from './pairing.ts'
import { concludePayment } from './pay-invoice.ts'
import { relaysOf, shownRelays } from './relays.ts'
import { toTransaction } from './transaction.ts'

const REQUEST = 23194
/** The maximum number of satoshis: where only the balance is the limit. */
const NO_LIMIT = 9_007_199_254_740
const MAX_FOUND = 1000

/** Every row of the table. */
async function listAll<S extends Shape>(store: Store<S>): Promise<Item<S>[]> {
  const all: Item<S>[] = []
  for (;;) {
    const page = await store.find({ order: 'oldest', limit: MAX_FOUND, offset: all.length })
    all.push(...page)
    if (page.length < MAX_FOUND) return all
  }
}

/** Connections with the same relays share a subscription. */
async function subscriptionsOf(ctx: NwcCtx): Promise<NostrSubscription[]> {
  const secrets = new Map((await listAll(ctx.table('keys'))).map(({ pubkey, secret }) => [pubkey, secret]))
  const groups = Map.groupBy(await listAll(ctx.items), (one) => relaysOf(one).join(' '))
  return [...groups.values()].map((group) => ({
    relays: group.slice(0, 1).flatMap(relaysOf),
    filter: {
      kinds: [REQUEST],
      authors: [...new Set(group.map(({ pubkey = '' }) => pubkey))],
      '#p': [...new Set(group.map(({ service_pubkey: own = '' }) => own))],
    },
    // A key has one announcement, for all of its connections.
    announce: [...Map.groupBy(group, ({ service_pubkey: own = '' }) => own)].flatMap(([own, sharing]) => {
      const secretKey = secrets.get(own)
      const permissions = sharing.flatMap((one) => one.permissions)
      return secretKey === undefined ? [] : [{ ...announcementOf({ permissions }), secretKey }]
    }),
  }))
}

/** Notifies every app that may look up payments, once in each encryption. */
async function tell(ctx: NwcCtx, wallet: WalletHandle, type: NotificationType, payment: PaymentView): Promise<void> {
  for (const connection of await ctx.items.find({ wallet, limit: MAX_FOUND })) {
    const isOver = connection.expires_at !== undefined && Date.parse(connection.expires_at) <= ctx.now()
    if (isOver || !infoOf(connection).notifications.includes(type)) continue
    await notify(ctx, connection, type, toTransaction(ctx, payment))
  }
}

/** Apps that use a wallet over Nostr Wallet Connect (rule X31). */
export const NWCPROVIDER = defineExtension({
  manifest: {
    id: 'nwcprovider',
    name: 'Nostr Wallet Connect',
    version: '1.0.0',
    short_description: 'Connects apps to your wallet over Nostr, each with its own rights and budget.',
    icon: 'plug-connected',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices that an app asks for.' },
      { id: 'spend', reason: 'Pays what an app with the permission pay asks for, within its budgets.', to: 'any' },
      { id: 'payments.read', reason: 'Shows payments to apps with the permission lookup or history.' },
      { id: 'incoming.read', reason: 'Tells apps with the permission lookup of what arrives and what is paid.' },
      { id: 'nostr', reason: 'Hears requests of apps over relays, and answers them there.' },
      { id: 'page', reason: 'Shows the code of a new connection to the owner of the wallet.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'connection',
  opensWallet: true,
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  beforeCreate: (draft, ctx, { wallet }) => newConnection(draft, ctx, wallet),
  async beforeUpdate(old, next, ctx) {
    checkConnection(next)
    if (next.expires_at !== old.expires_at) requireFutureExpiry(next, ctx)
    return { ...next, budgets: setBudgets(next.budgets, old.budgets, secondsOf(ctx)) }
  },
  async beforeDelete({ service_pubkey: pubkey = '' }, ctx) {
    const [key] = await ctx.table('keys').find({ where: { pubkey }, limit: 1 })
    if (key !== undefined) await ctx.table('keys').remove(key.id)
  },
  derive(connection, ctx) {
    const relays = shownRelays(connection, ctx)
    const budgets = connection.budgets.map((budget) => currentBudget(budget, secondsOf(ctx)))
    return { budgets, relay: relays[0], relays }
  },
  spendCeiling: ({ permissions, budgets }) =>
    permissions.includes('pay')
      ? Math.min(NO_LIMIT, ...budgets.map(({ budget_msats: most }) => Math.ceil(most / 1000)))
      : 0,
  isListening: ({ permissions }) => permissions.includes('lookup'),
  nostr: { subscriptions: subscriptionsOf, watchedFields: ['permissions'], onEvent: answerRequest },
  onIntentResolved: concludePayment,
  includeInternal: true,
  async onPaymentSettled({ wallet, paymentHash }, ctx) {
    const payment = await ctx.wallets.payment(wallet, paymentHash)
    if (payment !== null) await tell(ctx, wallet, 'payment_received', payment)
  },
  onPaymentSent: (payment, ctx) => tell(ctx, payment.wallet, 'payment_sent', payment),
  routes: PAIRING_ROUTES,
})
