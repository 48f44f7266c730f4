import { defineExtension } from '@satchel/extension-sdk/extension'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Shape } from '@satchel/extension-sdk/shape'

const FIELDS = {
  name: { type: 'text', max: 100, doc: 'The name of the tally.' },
  min_sats: { type: 'sat', min: 0, doc: 'Smaller payments are not counted.', default: 0 },
  payments: { type: 'int', doc: 'The number of payments.', by: 'server', default: 0 },
  sats: { type: 'sat', doc: 'Their sum.', by: 'server', default: 0 },
} as const satisfies Shape

const TABLES = {
  receipts: {
    item: { type: 'text', max: 64, doc: 'The tally.', index: true },
    sats: { type: 'sat', doc: 'What has arrived.' },
    memo: { type: 'text', max: 640, doc: 'The memo of the invoice.' },
  },
} as const satisfies Record<string, Shape>

const { listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()

/** Listens to every payment that arrives at a wallet, and counts them. */
export const LISTENER = defineExtension({
  manifest: {
    id: 'listener',
    name: 'Listener',
    version: '0.1.0',
    short_description: 'Counts what arrives at a wallet.',
    api_version: 1,
    permissions: [{ id: 'incoming.read', reason: 'Counts the payments that arrive.' }],
  },
  noun: 'tally',
  resource: FIELDS,
  tables: TABLES,
  beforeCreate: async (draft) => ({ ...draft, payments: 0, sats: 0 }),
  async onPaymentSettled({ wallet, sat, memo }, ctx) {
    // The payment belongs to a wallet. All tallies of that wallet count it.
    for (const tally of await ctx.items.find({ wallet })) {
      if (sat < tally.min_sats) continue
      await ctx.items.update(tally.id, { payments: tally.payments + 1, sats: tally.sats + sat })
      await ctx.table('receipts').insert({ item: tally.id, sats: sat, memo }, wallet)
    }
  },
  routes: {
    'GET /api/v1/:id/receipts': listRoute({
      table: 'receipts',
      access: 'invoice',
      summary: 'What has arrived',
      description: 'Newest first.',
      reply: { sats: TABLES.receipts.sats, memo: TABLES.receipts.memo },
      toJson: ({ sats, memo }) => ({ sats, memo }),
    }),
  },
})
