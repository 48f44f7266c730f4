import { defineExtension } from '@satchel/extension-sdk/extension'
import { Rejection } from '@satchel/extension-sdk/rejection'
import { expect, test } from 'vitest'
import { activateExtension } from '../../../../test/world/extensions/activate-extension.ts'
import { openWorld } from '../../../../test/world/open-world.ts'
import { DIALECTS } from '../../../../test/world/test-database.ts'
import { tokenOf } from '../../../../test/world/token-of.ts'

/** Passes on a fixed amount of every payment it receives, and may spend a little besides. */
const RELAY = defineExtension({
  manifest: {
    id: 'relay',
    name: 'Relay',
    version: '1.0.0',
    short_description: 'Passes money on.',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'receives' },
      { id: 'spend', reason: 'passes on', to: 'own' },
    ],
  },
  resource: {
    to: { type: 'walletRef', doc: 'Where it goes.' },
    passes: { type: 'sat', doc: 'How much of each payment.' },
    may: { type: 'sat', doc: 'What it may spend besides.', default: 0 },
    refused: { type: 'int', doc: 'How often that was too much.', by: 'server', default: 0 },
  },
  beforeCreate: async (draft) => ({ ...draft, refused: 0 }),
  spendCeiling: ({ may }) => may,
  async onPaymentSettled(payment, ctx) {
    const item = await ctx.items.get(payment.itemId ?? '')
    if (item === null) return
    const order = { from: item.wallet, to: { wallet: item.to }, sat: item.passes, purpose: 'relay', itemId: item.id }
    try {
      await ctx.pay({ ...order, key: payment.paymentHash })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      await ctx.items.update(item.id, { refused: item.refused + 1 })
    }
  },
  routes: {
    'POST /public/:id/invoices': {
      access: 'public',
      summary: 'Pay',
      async handle({ params }, ctx) {
        const item = await ctx.items.get(params.id)
        if (item === null) throw new Rejection(404, 'There is no such relay.')
        const order = { sat: 100, itemId: item.id, extra: { order: 7, tag: 'forged', item: 'forged' } }
        return { json: { pr: (await ctx.wallets.createInvoice(item.wallet, order)).paymentRequest } }
      },
    },
  },
})

test.each(DIALECTS)(
  'received money may be forwarded at any ceiling, and more only below the ceiling, on %s',
  async (dialect) => {
    const world = await openWorld({ dialect, builtIns: [RELAY] })
    const owner = await world.openWallet(1000)
    await activateExtension(world, owner, 'relay')
    const token = await tokenOf(world, owner)
    const other = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Other' } })).body
    const arrives = async (body: object): Promise<number> => {
      const { id } = (
        await world.call('POST', '/relay/api/v1/', { key: owner.adminKey, body: { to: other.id, ...body } })
      ).body
      const before = (await world.call('GET', '/api/v1/wallet', { key: other.inkey })).body.balance
      const { pr } = (await world.call('POST', `/relay/public/${id}/invoices`, { body: {} })).body
      await world.send(await world.openWallet(100), pr)
      await world.tick()
      const { refused } = (await world.call('GET', `/relay/api/v1/${id}`, { key: owner.adminKey })).body
      const sat = ((await world.call('GET', '/api/v1/wallet', { key: other.inkey })).body.balance - before) / 1000
      return refused === 0 ? sat : -1
    }
    expect(await arrives({ passes: 100 })).toBe(100)
    expect(await arrives({ passes: 101 })).toBe(-1)
    expect(await arrives({ passes: 101, may: 101 })).toBe(101)
    const [row] = (await world.call('GET', '/api/v1/payments?direction=in', { key: owner.invoiceKey })).body
    expect(row.extra).toMatchObject({ order: 7, tag: 'relay' })
    expect(row.extra.item).not.toBe('forged')
    expect(await world.violations()).toEqual([])
    await world.close()
  },
)
