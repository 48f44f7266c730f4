import { readFileSync } from 'node:fs'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { requireTimeZone } from '@satchel/extension-sdk/instant'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import {
  chargeJson,
  claimCharge,
  concludeCharge,
  expireCharges,
  offerCharge,
  offerWithdrawal,
  withdrawnOn,
} from './cash-out.ts'
import { CLOSING_ROUTES } from './close-day.ts'
import { FIELDS, lnurlWithdrawRoutes, route, TABLES, type TillDraft, type TposCtx } from './fields.ts'
import { LNBITS_TILL_ROUTES } from './lnbits-till.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { CHARGES_ROUTE, CSV_ROUTE, SALES_ROUTE } from './owner-lists.ts'
import { concludeMove, recordSale, retryHeld } from './pass-on.ts'
import { checkCatalogue } from './price-sale.ts'
import { PUBLIC_ROUTES } from './public-routes.ts'
import { STAFF_SALE_ROUTE } from './staff-sale.ts'

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const UNPAID_SECONDS = 86_400

/** Deletes unpaid sales; a paid one is kept, however late its payment is detected. */
async function forgetUnpaid(ctx: TposCtx): Promise<void> {
  const before = ctx.now() / 1000 - UNPAID_SECONDS
  const pending = await ctx.table('sales').find({ where: { state: 'pending' }, order: 'oldest', limit: 100 })
  for (const sale of pending.filter(({ created_at: at }) => at < before)) {
    const invoice = await ctx.wallets.invoice(sale.payment_hash ?? '')
    if (invoice?.status !== 'paid') await ctx.table('sales').remove(sale.id)
  }
}

/** A point of sale. */
export const TPOS = defineExtension({
  manifest: {
    id: 'tpos',
    name: 'Point of sale',
    version: '1.0.0',
    short_description: 'A till for a phone or tablet: items, tips, tax, receipts, cash-outs.',
    icon: 'point_of_sale',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'takes the payments of the till' },
      {
        id: 'spend',
        reason: 'moves tips, forwards takings, and pays cash-outs within your daily limit',
        to: 'any',
      },
      { id: 'page', reason: 'is the till' },
      { id: 'ws', reason: 'notifies the till that a sale is paid' },
      { id: 'http', reason: 'collects from the card a customer holds to the till', hosts: ['*'] },
      { id: 'schedule', reason: 'retries forwards that failed, and deletes unpaid sales' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'till',
  itemsAlias: 'tposs',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  derive: (till, ctx) => ({
    terminal_url: ctx.url(`/p/${till.id}`),
    withdrawn_today: withdrawnOn(till, new Date(ctx.now()).toISOString().slice(0, 10)),
  }),
  async beforeCreate(draft, ctx, { wallet }) {
    await check(ctx, draft, wallet)
    return { ...draft, withdrawn_today: 0, withdrawn_on: undefined, offered: 0, held: 0 }
  },
  async beforeUpdate(old, next, ctx) {
    await check(ctx, next, old.wallet, old)
    return next
  },
  spendCeiling: ({ offered, held }) => offered + held,
  onPaymentSettled: recordSale,
  onIntentResolved: (intent, ctx) =>
    intent.purpose === 'cash-out' ? concludeCharge(intent, ctx) : concludeMove(intent, ctx),
  jobs: {
    minutely: {
      cron: '* * * * *',
      async run(ctx) {
        await retryHeld(ctx)
        await expireCharges(ctx)
        await forgetUnpaid(ctx)
      },
    },
  },
  sockets: {
    '/ws/:id': {
      async open({ params: { id } }, ctx) {
        return (await ctx.items.get(id)) === null && (await ctx.table('charges').get(id)) === null ? null : id
      },
    },
  },
  assets: {
    'till.js': { type: 'text/javascript', text: asset('till.js') },
    'till-draw.js': { type: 'text/javascript', text: asset('till-draw.js') },
    'till-cart.js': { type: 'text/javascript', text: asset('till-cart.js') },
    'till-staff.js': { type: 'text/javascript', text: asset('till-staff.js') },
    'till-card.js': { type: 'text/javascript', text: asset('till-card.js') },
    'till.css': { type: 'text/css', text: asset('till.css') },
  },
  routes: {
    ...PUBLIC_ROUTES,
    ...LNBITS_TILL_ROUTES,
    ...lnurlWithdrawRoutes({
      path: '/lnurl/:charge',
      summary: 'Claim a cash-out',
      offer: ({ params }, ctx) => offerWithdrawal(ctx, params.charge),
      claim: (claim, { params }, ctx) => claimCharge(ctx, params.charge, claim),
    }),
    'GET /api/v1/:id/sales': SALES_ROUTE,
    'POST /api/v1/:id/sales': STAFF_SALE_ROUTE,
    'GET /csv/:id': CSV_ROUTE,
    ...CLOSING_ROUTES,
    'GET /api/v1/:id/charges': CHARGES_ROUTE,
    'POST /api/v1/:id/charges': route({
      access: 'admin',
      status: 201,
      summary: 'Offer a cash-out',
      description:
        'Answers an LNURL-withdraw link for one use within 5 minutes, worth `amount` less `withdraw_premium`. 400 above `withdraw_limit` satoshis a day (UTC), or earlier than `withdraw_between` minutes after the last one.',
      body: { amount: { type: 'money', doc: 'Cash handed in, in the currency of the till.' } },
      reply: {
        id: { type: 'text', max: 64, doc: 'Id of the cash-out.' },
        state: { type: 'text', max: 8, doc: 'Constant: `open`.' },
        amount: { type: 'money', doc: 'Cash handed in, in the currency.' },
        premium: { type: 'percent', doc: 'Fee, percent.' },
        sats: { type: 'sat', doc: 'Payout, satoshis.' },
        lnurl: { type: 'text', max: 2048, doc: 'LNURL that the customer scans.' },
        expires_at: { type: 'text', max: 30, doc: 'When the offer expires, ISO 8601.' },
        href: { type: 'text', max: 200, doc: 'Path of its page, below `/tpos`.' },
      },
      handle: async ({ item, body }, ctx) => ({
        json: chargeJson(ctx, await offerCharge(ctx, item, body.amount)),
      }),
    }),
  },
})

async function check(ctx: TposCtx, draft: TillDraft, wallet: WalletHandle, old?: TillDraft): Promise<void> {
  checkCatalogue(draft, old)
  if (typeof draft.timezone === 'string') requireTimeZone(draft.timezone)
  if (draft.tip_wallet === wallet) throw reject('body.tip_wallet: must not be the wallet of the till itself.', 422)
  const { forward_address: target } = draft
  if (target !== undefined && (await ctx.targets.findWallet(target, wallet)) === wallet) {
    throw reject('body.forward_address: must not be the wallet of the till itself.', 422)
  }
}
