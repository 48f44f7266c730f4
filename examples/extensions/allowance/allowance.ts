import { defineExtension } from '@satchel/extension-sdk/extension'
import { Rejection } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'

const FIELDS = {
  to: { type: 'target', doc: 'Who is paid: a wallet of the account, a Lightning address or an LNURL.' },
  sats: { type: 'sat', min: 1, max: 100_000, doc: 'How much is paid each day.' },
  paid: { type: 'int', doc: 'How often it was paid.', by: 'server', default: 0 },
  problem: { type: 'text', max: 500, doc: 'Why the last payment failed.', by: 'server', optional: true },
} as const satisfies Shape

/** Pays an amount every day, under the budget that the owner of the wallet has given. */
export const ALLOWANCE = defineExtension({
  manifest: {
    id: 'allowance',
    name: 'Allowance',
    version: '0.1.0',
    short_description: 'Pays an amount every day.',
    api_version: 1,
    permissions: [
      { id: 'spend', reason: 'Pays the allowances.', to: 'any' },
      { id: 'schedule', reason: 'Pays every day.' },
    ],
  },
  noun: 'allowance',
  resource: FIELDS,
  beforeCreate: async (draft) => ({ ...draft, paid: 0 }),
  jobs: {
    daily: {
      cron: '0 6 * * *',
      async run(ctx) {
        // One task for each allowance: a failure of one does not delay the others.
        const day = new Date(ctx.now()).toISOString().slice(0, 10)
        for (const { id } of await ctx.items.find({ limit: 1000 })) await ctx.enqueue('pay', `${id} ${day}`)
      },
    },
  },
  tasks: {
    async pay({ key }, ctx) {
      const [id = ''] = key.split(' ')
      const allowance = await ctx.items.get(id)
      if (allowance === null) return
      const { wallet: from, to: target, sats: sat } = allowance
      try {
        // The key has the day in it: a task that runs again pays nothing twice.
        await ctx.pay({ from, to: { target }, sat, key, purpose: 'allowance', itemId: id })
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        // No budget, or none left: the owner reads why.
        await ctx.items.update(id, { problem: error.detail })
      }
    },
  },
  async onIntentResolved({ itemId, state, failure }, ctx) {
    const allowance = await ctx.items.get(itemId)
    if (allowance === null) return
    if (state === 'paid') await ctx.items.update(itemId, { paid: allowance.paid + 1, problem: undefined })
    else await ctx.items.update(itemId, { problem: failure })
  },
})
