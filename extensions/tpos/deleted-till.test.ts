import { expect, onTestFinished, test } from 'vitest'
import { openTillWorld } from '../../services/wallet/test/world/extensions/open-till-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { TPOS } from './tpos.ts'

test.each(LOGIC_DIALECTS)(
  'the app warns that deleting a till deletes its sales, which it does, on %s',
  async (dialect) => {
    const till = await openTillWorld(dialect, TPOS)
    const { world } = till
    onTestFinished(() => world.close())
    const key = till.owner.adminKey
    for (const [language, label] of [
      ['en', 'Sales'],
      ['de', 'Verkäufe'],
      ['es', 'Ventas'],
      ['ar', 'المبيعات'],
    ]) {
      const { body } = await world.call('GET', `/api/v1/extension/tpos/description?language=${language}`, { key })
      const lists = (body.lists as { of: string; label: string }[]).filter(({ of }) => of === 'item')
      expect(lists.map((list) => list.label)).toContain(label)
    }
    const { id } = (await world.call('POST', '/tpos/api/v1/', { key, body: { name: 'Bar', currency: 'sat' } })).body
    const sale = await till.sold(id, { amount: 100 })
    const sales = () => world.call('GET', `/tpos/api/v1/${id}/sales`, { key })
    expect((await sales()).body).toHaveLength(1)
    expect((await world.call('DELETE', `/tpos/api/v1/${id}`, { key })).status).toBeLessThan(300)
    expect((await sales()).status).toBe(404)
    // The payment is kept.
    const listed = await world.call('GET', `/api/v1/payments/${sale.payment_hash}`, { key })
    expect(listed.body.paid).toBe(true)
  },
)
