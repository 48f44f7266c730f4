import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, type FixedText, fixed } from '@satchel/extension-sdk/text'
import { minorDigits } from '@satchel/money/minor-digits'
import { concludeClaim, payClaim, requirePriced, scanCode, soFarToday } from './claim.ts'
import { claimPage } from './claim-page.ts'
import { releaseClaim, toReport } from './claims-report.ts'
import { FIELDS, type FossaCtx, type FossaItem, listRoute, lnurlWithdrawRoutes, route, TABLES } from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { digitsAfter } from './price-claim.ts'

const CODE = { p: { type: 'text', max: 300, doc: 'Code printed by the device.', optional: true } } as const

const REPORT = {
  id: { type: 'text', max: 64, doc: 'Id of the code.' },
  amount: { type: 'money', doc: 'Cash amount, in the currency of the machine.' },
  sats: { type: 'sat', doc: 'Payout, satoshis.' },
  state: {
    type: 'text',
    max: 10,
    oneOf: ['open', 'expired', 'reserved', 'paid'],
    doc: 'State of the code; `reserved`: its payout is in flight.',
  },
  payment_hash: { type: 'text', max: 64, doc: 'Hash of the payout; null = none yet.', optional: true },
  time: { type: 'text', max: 30, doc: 'Time of the claim, or of the first scan, ISO 8601.' },
} as const

const newKey = (ctx: Pick<FossaCtx, 'randomId'>): string => ctx.randomId(32)

async function requireItem(
  { params }: { readonly params: { readonly id: string } },
  ctx: FossaCtx,
): Promise<FossaItem> {
  const item = await ctx.items.get(params.id)
  if (item === null) throw reject('There is no such machine.', 404)
  return item
}

const refusedBecause = (failure: string | undefined): FixedText =>
  failure === undefined
    ? fixed('The code stays valid. The address did not take the payment.')
    : fixed('The code stays valid. The address did not take the payment: {reason}', { reason: fixed(failure) })

/** A cash-in machine that is offline and prints codes (rule X34). */
export const FOSSA = defineExtension({
  manifest: {
    id: 'fossa',
    name: 'Offline ATM',
    version: '1.0.0',
    short_description: 'Pays out what cash-in machines have printed while offline.',
    icon: 'cash',
    api_version: 1,
    permissions: [
      {
        id: 'spend',
        reason:
          'Pays the person who scans a code: at most max_claim for each, and daily_limit on a day with routing fees.',
        to: 'any',
      },
      { id: 'page', reason: 'Shows a code to people who want to be paid at a Lightning address.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'machine',
  opensWallet: true,
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  derive: (item, ctx) => {
    const { sats, count } = soFarToday(ctx, item)
    return { claimed_today: sats, claims_today: count }
  },
  beforeCreate: async (draft, ctx) => ({
    ...draft,
    digits: draft.digits ?? minorDigits(draft.currency),
    key: newKey(ctx),
    claimed_total: 0,
    claims_today: 0,
    claimed_today: 0,
  }),
  beforeUpdate: async (old, next) => ({ ...next, digits: digitsAfter(old, next) }),
  spendCeiling: ({ enabled, daily_limit: daily, max_claim: most = daily }) => (enabled ? Math.min(daily, most) : 0),
  onIntentResolved: concludeClaim,
  routes: {
    ...lnurlWithdrawRoutes({
      path: '/lnurl/:id',
      summary: 'Read a printed code as LNURL',
      query: CODE,
      async offer(request, ctx) {
        const item = await requireItem(request, ctx)
        const { k1, sats } = await scanCode(ctx, item, request.query.p ?? '')
        return { k1, minMsat: sats * 1000, maxMsat: sats * 1000, description: item.title }
      },
      async claim({ k1, bolt11, msat, invoice }, request, ctx) {
        const item = await requireItem(request, ctx)
        const { sats } = await requirePriced(ctx, item, k1)
        if (msat !== sats * 1000) throw reject(fixed('The invoice must be for {amount}.', { amount: amountText(sats) }))
        await payClaim(ctx, item, { k1, to: { bolt11 }, paymentHash: invoice.paymentHash })
      },
    }),
    'GET /p/:id': route({
      access: 'public',
      summary: 'Open the page of a printed code',
      query: CODE,
      async handle(request, ctx) {
        const item = await requireItem(request, ctx)
        const { p = '' } = request.query
        return { page: claimPage(ctx, item, p, await scanCode(ctx, item, p)) }
      },
    }),
    'POST /public/:id/claims': route({
      access: 'public',
      summary: 'Pay a code to a Lightning address',
      description:
        'Each code is paid once. Answers when the payout has ended; after some seconds, while it is still in flight.',
      perMinute: 20,
      body: {
        p: { type: 'text', max: 300, doc: CODE.p.doc },
        address: { type: 'target', doc: 'Lightning address or LNURL.' },
      },
      reply: {
        paid: { type: 'bool', doc: 'True: the payout succeeded.' },
        text: { type: 'text', max: 100, doc: 'Result of the payout, as text for people.' },
      },
      async handle(request, ctx) {
        const { p, address } = request.body
        const item = await requireItem(request, ctx)
        const { k1 } = await scanCode(ctx, item, p)
        await payClaim(ctx, item, { k1, to: { target: address } })
        return { waitFor: k1 }
      },
      async conclude({ state, failure, sat }) {
        if (state === 'failed') throw reject(refusedBecause(failure))
        const [paid, amount] = [state === 'paid', amountText(sat)]
        const text = paid
          ? fixed('{amount} have been sent.', { amount })
          : fixed('{amount} are on their way.', { amount })
        return { json: { paid, text } }
      },
    }),
    'POST /api/v1/:id/rekey': {
      access: 'admin',
      grantsAccess: true,
      summary: 'Replace the secret of the device',
      description: 'Answers the new secret once. Codes printed with the old secret cannot be read any more.',
      reply: { key: { type: 'text', max: 64, doc: 'Secret of the device.' } },
      async handle({ item }, ctx) {
        const key = newKey(ctx)
        await ctx.items.update(item.id, { key })
        return { json: { key }, headers: { 'Cache-Control': 'no-store' } }
      },
    },
    'GET /api/v1/:id/claims': listRoute({
      table: 'claims',
      access: 'invoice',
      summary: 'List scanned codes',
      reply: REPORT,
      toJson: (claim, { item }, ctx) => toReport(ctx, item, claim),
    }),
    'POST /api/v1/:id/claims/:claim/release': {
      access: 'admin',
      summary: 'Renew an expired code',
      description: 'For operators who have checked the claim. 400 if the code is paid or its payout is in flight.',
      reply: REPORT,
      handle: async ({ item, params }, ctx) => ({
        json: toReport(ctx, item, await releaseClaim(ctx, item, params.claim)),
      }),
    },
  },
})
