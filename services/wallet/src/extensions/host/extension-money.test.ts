import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JarWorld, openJarWorld } from '../../../test/world/extensions/open-jar-world.ts'
import type { World, WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

describe.each(DIALECTS)('what extensions receive and pay, on %s', (dialect) => {
  let jar: JarWorld
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    jar = await openJarWorld(dialect)
    ;({ world, owner } = jar)
  })
  afterAll(() => jar.close())
  const make: JarWorld['make'] = (...args) => jar.make(...args)
  const see: JarWorld['see'] = (...args) => jar.see(...args)
  const fill: JarWorld['fill'] = (id) => jar.fill(id)

  describe('money that comes', () => {
    test('a settlement changes the item once, however often it is delivered', async () => {
      const { id = '' } = await make({ price: 21 })
      await world.send(owner, await fill(id))
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 21, fillings: 1 })
      await writeDirectly(world, `UPDATE cursors SET value = '0' WHERE name = 'extensions'`)
      await world.restart()
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 21, fillings: 1 })
      const coins = await world.call('GET', `/jar/api/v1/${id}/coins`, { key: owner.invoiceKey })
      expect(coins.body).toEqual([{ sats: 21 }])
    })

    test('an invoice that only claims to be from the extension changes nothing', async () => {
      const { id = '' } = await make()
      const forged = await world.invoice(owner, 7, { extra: { tag: 'jar', item: id } })
      await world.send(owner, forged.payment_request)
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 0 })
    })

    test('concurrent settlements all count', async () => {
      const { id = '' } = await make({ price: 1 })
      const invoices = await Promise.all(Array.from({ length: 12 }, () => fill(id)))
      for (const invoice of invoices) await world.send(owner, invoice)
      await world.tick()
      expect(await see(id)).toMatchObject({ filled: 12, fillings: 12 })
    })

    test('a price in fiat is converted at the current rate', async () => {
      const { id = '' } = await make({ price: 0.5, currency: 'USD' })
      const decoded = await world.call('POST', '/api/v1/payments/decode', {
        key: owner.invoiceKey,
        body: { data: await fill(id) },
      })
      expect(decoded.body.amount_msat).toBe(1_000_000)
    })

    test('of two concurrent requests for one slot, one succeeds and the other gets the reason', async () => {
      const { id } = await make()
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => world.call('POST', `/jar/public/${id}/fill`, { body: { slot: `s-${id}` } })),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
      expect(answers.find(({ status }) => status === 400)?.body).toEqual({
        detail: 'The slot is full.',
        code: 'bad_request',
      })
    })
  })

  describe('money that leaves', () => {
    const empty = (id: string, body: object) =>
      world.call('POST', `/jar/api/v1/${id}/empty`, { key: owner.adminKey, body })

    test('a payout is paid once per key, within the ceiling of its item', async () => {
      const { id = '' } = await make({ most: 100 })
      const { bolt11 } = await world.foreignInvoice(60_000)
      const before = await world.balanceMsat(owner)
      expect((await empty(id, { bolt11, sats: 60, key: `${id} 1` })).body).toMatchObject({ state: 'paid' })
      expect((await empty(id, { bolt11, sats: 60, key: `${id} 1` })).body).toMatchObject({ state: 'paid' })
      const second = await world.foreignInvoice(50_000)
      const refused = await empty(id, { bolt11: second.bolt11, sats: 50, key: `${id} 2` })
      expect(refused).toMatchObject({ status: 400, body: { detail: 'The amount is more than this item may spend.' } })
      expect(before - (await world.balanceMsat(owner))).toBe(60_000 + 0)
      expect(await see(id)).toMatchObject({ emptied: 60 })
    })

    test('a payout without a fee limit reserves the default fee, and an internal one no fee', async () => {
      const { id = '' } = await make({ most: 100 })
      const promised = async (key: string, body: object) => {
        expect((await empty(id, { ...body, sats: 10, key })).body).toMatchObject({ state: 'paid' })
        const sql = 'SELECT max_fee_msat AS n FROM extension_intents WHERE key = $1'
        return world.db.first(sql, [key], (row: { n: bigint | null }) => row.n)
      }
      const { bolt11 } = await world.foreignInvoice(10_000)
      const reserve = await world.call('GET', `/api/v1/payments/fee-reserve?invoice=${bolt11}`, { key: owner.adminKey })
      expect(reserve.body.fee_reserve).toBeGreaterThan(0)
      expect(await promised(`${id} out`, { bolt11 })).toBe(BigInt(reserve.body.fee_reserve))
      const inside = await world.invoice(await world.openWallet(), 10)
      expect(await promised(`${id} in`, { bolt11: inside.payment_request })).toBe(0n)
    })

    test('twenty concurrent payouts share one ceiling', async () => {
      const { id = '' } = await make({ most: 3 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_one, index) => {
          const { bolt11 } = await world.foreignInvoice(1000)
          return empty(id, { bolt11, sats: 1, key: `${id} ${index}` })
        }),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(await see(id)).toMatchObject({ emptied: 3 })
    })

    test('a failed payout is returned to the item', async () => {
      const { id = '' } = await make({ most: 100 })
      const { bolt11, hash } = await world.foreignInvoice(40_000)
      await world.node.sendControl('POST /script', { match: { hash }, pay: ['fail'] })
      expect((await empty(id, { bolt11, sats: 40, key: `${id} f` })).body).toMatchObject({ state: 'failed' })
      await world.tick()
      expect(await see(id)).toMatchObject({ emptied: 0, lost: 1 })
    })

    test('a payout with an unknown outcome stays, over a restart, until the node reports it', async () => {
      const { id = '' } = await make({ most: 100 })
      const { bolt11, hash } = await world.foreignInvoice(30_000)
      await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
      expect((await empty(id, { bolt11, sats: 30, key: `${id} h` })).body).toMatchObject({ state: 'attempted' })
      await world.restart()
      await world.tick()
      expect(await see(id)).toMatchObject({ emptied: 30, lost: 0 })
      expect((await world.call('DELETE', `/jar/api/v1/${id}`, { key: owner.adminKey })).status).toBe(400)
      await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
      world.advance(60)
      await world.tick()
      world.advance(60)
      await world.tick()
      expect((await world.call('DELETE', `/jar/api/v1/${id}`, { key: owner.adminKey })).status).toBe(200)
    })

    test('a slow payout is postponed again, however old it is, and never stays due', async () => {
      const { id = '' } = await make({ most: 100 })
      const { bolt11, hash } = await world.foreignInvoice(20_000)
      await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
      const { body: intent } = await empty(id, { bolt11, sats: 20, key: `${id} long` })
      expect(intent).toMatchObject({ state: 'attempted' })
      const looks: number[] = []
      let elapsed = 0
      for (let tried = 0; tried < 60; tried += 1) {
        // Exact in binary, and of every remainder by four.
        const seconds = tried < 40 ? 1.125 : 37.125
        world.advance(seconds)
        elapsed += seconds * 1000
        await writeDirectly(world, `UPDATE extension_intents SET due_at = 1 WHERE key = '${id} long'`)
        await world.tick()
        const sql = 'SELECT due_at FROM extension_intents WHERE key = $1'
        const due = await world.db.first(sql, [`${id} long`], (row: { due_at: bigint }) => Number(row.due_at))
        expect(due).toBeGreaterThan(world.nowSeconds() * 1000)
        looks.push((due ?? 0) - elapsed)
      }
      // The first pause is a second, the longest a minute.
      expect(looks).toEqual(looks.toSorted((one, other) => one - other))
      expect((looks.at(-1) ?? 0) - (looks[0] ?? 0)).toBe(59_000)
      await world.node.sendControl('POST /settle', { hash, fee_msat: 0 })
      world.advance(61)
      await world.tick()
      expect((await empty(id, { bolt11, sats: 20, key: `${id} long` })).body).toMatchObject({ state: 'paid' })
    })

    test('money moved to an own wallet arrives there exactly once', async () => {
      const token = await tokenOf(world, owner)
      const second = (await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Savings' } })).body
      const { id = '' } = await make({ other: second.id })
      expect((await empty(id, { sats: 25, key: `${id} m` })).body).toMatchObject({ state: 'paid', fee_msat: 0 })
      const wallet = (await world.call('GET', '/api/v1/wallet', { key: second.inkey })).body
      expect(wallet.balance).toBe(25_000)
    })
  })
})
