import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { createMoneyFigures } from './money-figures.ts'

const NOTHING = { receivedSat: 0, sentSat: 0, succeeded: 0, failed: 0 }
const DAY_S = 86_400

describe.each(LOGIC_DIALECTS)('sums over all wallets, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  const read = () => createMoneyFigures({ db: world.db, clock: () => world.nowSeconds() * 1000, answerMs: 60_000 })()

  test('without payments nothing is owed and nothing was paid', async () => {
    expect(await read()).toEqual({
      at: world.nowSeconds(),
      availableMsat: 0,
      reservedMsat: 0,
      day: NOTHING,
      month: NOTHING,
    })
  })

  test('what is owed includes reserves; payments between wallets count on both sides, unpaid invoices not', async () => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet(50)]
    const { payment_request: bolt11 } = await world.invoice(payee, 7)
    await world.send(payer, bolt11)
    await world.invoice(payee, 9)
    const failing = await world.foreignInvoice(20_000)
    await world.node.sendControl('POST /script', { match: { hash: failing.hash }, pay: ['fail'] })
    await world.send(payer, failing.bolt11)
    const hanging = await world.foreignInvoice(100_000)
    await world.node.sendControl('POST /script', { match: { hash: hanging.hash }, pay: ['hang'] })
    await world.send(payer, hanging.bolt11)
    const figures = await read()
    const volume = { receivedSat: 7, sentSat: 7, succeeded: 2, failed: 1 }
    expect(figures).toMatchObject({ day: volume, month: volume })
    expect(figures?.reservedMsat).toBeGreaterThanOrEqual(100_000)
    expect((figures?.availableMsat ?? 0) + (figures?.reservedMsat ?? 0)).toBe(1_050_000)
  })

  test('a payment counts for a day in the day, and for 30 days in the month', async () => {
    world.advance(DAY_S + 3600)
    expect(await read()).toMatchObject({ day: NOTHING, month: { receivedSat: 7, failed: 1 } })
    world.advance(29 * DAY_S)
    expect(await read()).toMatchObject({ day: NOTHING, month: NOTHING })
  })

  test('slow sums are read again only after fifty times their duration', async () => {
    let reads = 0
    const db = {
      ...world.db,
      listAside: async () => {
        reads += 1
        const until = performance.now() + 20
        while (performance.now() < until);
        return []
      },
    }
    let now = 0
    const figures = createMoneyFigures({ db, clock: () => now, answerMs: 50 })
    const first = await figures()
    expect([first?.at, reads]).toEqual([0, 3])
    now = 2500
    expect([await figures(), reads]).toEqual([first, 3])
    now = 600_000
    expect([(await figures())?.at, reads]).toEqual([600, 6])
  })
})
