import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('the filters of LNbits, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const list = (wallet: WorldWallet, query: string) =>
    world.call('GET', `/api/v1/payments${query}`, { key: wallet.invoiceKey })
  const amounts = (items: readonly { readonly amount: number }[]): number[] => items.map(({ amount }) => amount)

  test('filters of programs of LNbits work the same here, in lists, totals and exports', async () => {
    const wallet = await world.openWallet(1000)
    await world.invoice(wallet, 1)
    const first = world.nowSeconds()
    world.advance(10)
    await world.send(wallet, (await world.foreignInvoice(2000)).bolt11)
    const found = async (query: string): Promise<readonly number[]> => {
      const paged = await world.call('GET', `/api/v1/payments/paginated?${query}`, { key: wallet.adminKey })
      const file = await world.call('GET', `/api/v1/payments/export?format=json&${query}`, { key: wallet.adminKey })
      const rows = amounts((await list(wallet, `?${query}`)).body)
      expect([paged.body.total, file.body.length]).toEqual([rows.length, rows.length])
      return rows
    }
    expect(await found('status[ne]=pending')).toEqual([-2])
    expect(await found('status[ne]=success')).toEqual([1])
    expect(await found(`time[ge]=${first + 10}`)).toEqual([-2])
    expect(await found(`time[gt]=${first}`)).toEqual([-2])
    expect(await found(`time[gt]=${first + 10}`)).toEqual([])
    expect(await found(`time[lt]=${first + 10}&status[ne]=success`)).toEqual([1])
    expect(await found(`time[le]=${first}&from=${first + 1}`)).toEqual([])
    expect((await list(wallet, '?time[ge]=yesterday')).status).toBe(422)
  })
})
