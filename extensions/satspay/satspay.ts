import { defineExtension } from '@satchel/extension-sdk/extension'
import { refuse } from '@satchel/extension-sdk/refusal'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { chargePage } from './charge-page.ts'
import { creditCharge, expireCharges, openCharge, statusOf, toPublic } from './charge-state.ts'
import { type Charge, FIELDS, type SatspayCtx } from './fields.ts'

type Draft = Row<typeof FIELDS>

/** What the invoice depends on. */
const TERMS = ['amount', 'currency', 'time', 'lightning'] as const

const hasNewTerms = (old: Draft, now: Draft): boolean => TERMS.some((name) => old[name] !== now[name])

function check({ lightning, completelink: link }: Draft): void {
  if (!lightning) throw refuse('body.lightning: must be true, there is no other way to pay yet.', 422)
  if (link !== undefined && link !== null && !link.startsWith('https://')) {
    throw refuse('body.completelink: must begin with https://.', 422)
  }
}

async function requireCharge(ctx: SatspayCtx, params: Readonly<Record<string, string>>): Promise<Charge> {
  const charge = await ctx.items.get(params['id'] ?? '')
  if (charge === null) throw refuse('There is no such charge.', 404)
  return charge
}

const STATE = {
  paid: { type: 'bool', doc: 'All of it has arrived.' },
  expired: { type: 'bool', doc: 'It can no longer be paid.' },
  expires_at: { type: 'text', max: 30, doc: 'Until when it can be paid: ISO 8601.', optional: true },
} as const satisfies Shape

/** Charges with a countdown page and a link for whoever has paid (extensions.md B5). */
export const SATSPAY = defineExtension({
  manifest: {
    id: 'satspay',
    name: 'Charges',
    version: '1.0.0',
    short_description: 'A charge to be paid within a time, with a page and a completion link.',
    icon: 'receipt',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoice of a charge.' },
      { id: 'schedule', reason: 'Lets charges expire.' },
      { id: 'ws', reason: 'Tells waiting pages that a charge is paid.' },
      { id: 'page', reason: 'Shows a charge to whoever pays it.' },
    ],
  },
  noun: 'charge',
  filters: ['status'],
  resource: FIELDS,
  derive: (charge, ctx) => ({ status: statusOf(charge, ctx.now()) }),
  async beforeCreate(draft) {
    check(draft)
    return { ...draft, amount_sat: 0, balance: 0, paid: false, overpaid: false, late: false, status: 'open' }
  },
  afterCreate: (charge, ctx) => openCharge(ctx, charge),
  async beforeUpdate(old, next) {
    check(next)
    if (old.balance > 0 && hasNewTerms(old, next)) {
      throw refuse('Something has been paid already: only texts and links can be changed now.')
    }
    return next
  },
  async afterUpdate(old, now, ctx) {
    if (hasNewTerms(old, now)) await openCharge(ctx, now)
  },
  onPaymentSettled: creditCharge,
  jobs: { expiry: { cron: '* * * * *', run: expireCharges } },
  sockets: {
    '/ws/:id': { open: async ({ params }, ctx) => (await ctx.items.get(params['id'] ?? ''))?.id ?? null },
  },
  routes: {
    'GET /public/:id': {
      access: 'public',
      summary: 'How a charge stands',
      description: 'For payers and their programs. `completelink` is told only once it is paid.',
      reply: {
        id: { type: 'text', max: 64, doc: 'Identifies it.' },
        name: FIELDS.name,
        description: FIELDS.description,
        amount: FIELDS.amount,
        currency: FIELDS.currency,
        amount_sat: FIELDS.amount_sat,
        balance: FIELDS.balance,
        status: FIELDS.status,
        ...STATE,
        payment_request: { ...FIELDS.payment_request, doc: 'The invoice, while it can be paid.' },
        payment_hash: FIELDS.payment_hash,
        completelink: FIELDS.completelink,
        completelink_text: { ...FIELDS.completelink_text, default: '' },
      },
      handle: async ({ params }, ctx) => ({ json: toPublic(await requireCharge(ctx, params), ctx.now()) }),
    },
    'GET /public/:id/state': {
      access: 'public',
      summary: 'Whether a charge is paid',
      description: 'For its page, which waits for that.',
      reply: { ...STATE, href: { type: 'url', doc: 'Where to go now; only when it is paid.', optional: true } },
      async handle({ params }, ctx) {
        const { paid, expired, expires_at, completelink } = toPublic(await requireCharge(ctx, params), ctx.now())
        return { json: { paid, expired, expires_at, ...(completelink !== undefined && { href: completelink }) } }
      },
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'The page of a charge',
      description: 'What is asked for, the invoice with its countdown, and the completion link once it is paid.',
      handle: async ({ params }, ctx) => ({ page: chargePage(await requireCharge(ctx, params), ctx.now()) }),
    },
  },
})
