import { defineExtension } from '@satchel/extension-sdk/extension'
import { requireWatchOnly, watchPermission } from '@satchel/extension-sdk/onchain-watch'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { chargePage } from './charge-page.ts'
import {
  creditCharge,
  creditDeposits,
  expireCharges,
  NOTHING_PAID,
  openCharge,
  requireCharge,
  statusOf,
  toPublic,
} from './charge-state.ts'
import { FIELDS } from './fields.ts'
import { LNBITS_ROUTES } from './lnbits-charges.ts'
import { OWNER_PAGES } from './owner/owner.ts'

type Draft = Row<typeof FIELDS>

/** The fields that its invoice and address depend on. */
const TERMS = ['amount', 'currency', 'time', 'lightning', 'onchain', 'zeroconf'] as const

const hasNewTerms = (old: Draft, now: Draft): boolean => TERMS.some((name) => old[name] !== now[name])

function check({ lightning, onchain, completelink: link }: Draft): void {
  if (!lightning && onchain === undefined) throw reject('body.lightning: must be true where `onchain` is not set.', 422)
  if (link !== undefined && link !== null && !link.startsWith('https://')) {
    throw reject('body.completelink: must begin with https://.', 422)
  }
}

const STATE = {
  paid: { type: 'bool', doc: 'True: fully paid.' },
  expired: { type: 'bool', doc: 'True: the charge expired.' },
  expires_at: { type: 'text', max: 30, doc: 'When the charge expires, ISO 8601.', optional: true },
} as const satisfies Shape

/** Charges with a countdown page and a link for the payer after the payment (rule X25). */
export const SATSPAY = defineExtension({
  manifest: {
    id: 'satspay',
    name: 'Charges',
    version: '1.0.0',
    short_description: 'A charge to be paid within a time, over Lightning or on-chain, with a page.',
    icon: 'receipt',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoice of a charge.' },
      { id: 'schedule', reason: 'Lets charges expire.' },
      { id: 'ws', reason: 'Tells waiting pages that a charge is paid.' },
      { id: 'page', reason: 'Shows a charge to its payer.' },
      watchPermission(
        'Takes an address of your watch-only wallet for each charge, and is notified of what arrives there.',
      ),
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'charge',
  owner: OWNER_PAGES,
  filters: ['status'],
  resource: FIELDS,
  derive: (charge, ctx) => ({ status: statusOf(charge, ctx.now()) }),
  async beforeCreate(draft, ctx, { wallet }) {
    check(draft)
    if (draft.onchain !== undefined) await requireWatchOnly(ctx, wallet, 'onchain', draft.onchain)
    return { ...draft, ...NOTHING_PAID }
  },
  afterCreate: (charge, ctx) => openCharge(ctx, charge),
  async beforeUpdate(old, next, ctx) {
    check(next)
    if (old.onchain !== undefined && next.onchain !== old.onchain) {
      throw reject('body.onchain: cannot be changed any more, because payers may know the address.')
    }
    if (old.onchain === undefined && next.onchain !== undefined) {
      await requireWatchOnly(ctx, old.wallet, 'onchain', next.onchain)
    }
    if (old.balance + old.pending > 0 && hasNewTerms(old, next)) {
      throw reject('Something has been paid already: only texts and links can be changed now.')
    }
    return next
  },
  async afterUpdate(old, now, ctx) {
    if (hasNewTerms(old, now)) await openCharge(ctx, now)
  },
  onPaymentSettled: creditCharge,
  tasks: { deposit: creditDeposits },
  jobs: { expiry: { cron: '* * * * *', run: expireCharges } },
  sockets: {
    '/ws/:id': { open: async ({ params }, ctx) => (await ctx.items.get(params.id))?.id ?? null },
  },
  routes: {
    ...LNBITS_ROUTES,
    'GET /public/:id': {
      access: 'public',
      summary: 'Read a charge',
      description: 'For payers and their programs. `completelink` only once it is paid.',
      reply: {
        id: { type: 'text', max: 64, doc: 'Id of the charge.' },
        name: FIELDS.name,
        description: FIELDS.description,
        amount: FIELDS.amount,
        currency: FIELDS.currency,
        amount_sat: FIELDS.amount_sat,
        balance: FIELDS.balance,
        pending: FIELDS.pending,
        status: FIELDS.status,
        ...STATE,
        payment_request: { ...FIELDS.payment_request, doc: 'Invoice (BOLT 11), while the charge is payable.' },
        payment_hash: FIELDS.payment_hash,
        onchain_address: { ...FIELDS.onchain_address, doc: 'On-chain address, while the charge is payable.' },
        completelink: FIELDS.completelink,
        completelink_text: { ...FIELDS.completelink_text, default: '' },
      },
      handle: async ({ params }, ctx) => ({ json: toPublic(await requireCharge(ctx, params.id), ctx.now()) }),
    },
    'GET /public/:id/state': {
      access: 'public',
      summary: 'Check whether a charge is paid',
      description: 'For the page of the charge, which polls it.',
      reply: { ...STATE, href: { type: 'url', doc: 'URL to go to; only once paid.', optional: true } },
      async handle({ params }, ctx) {
        const { paid, expired, expires_at, completelink } = toPublic(await requireCharge(ctx, params.id), ctx.now())
        return { json: { paid, expired, expires_at, ...(completelink !== undefined && { href: completelink }) } }
      },
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'Open the page of a charge',
      description: 'Shows the amount, the invoice with its countdown, and the completion link once it is paid.',
      handle: async ({ params }, ctx) => ({ page: chargePage(await requireCharge(ctx, params.id), ctx.now()) }),
    },
  },
})
