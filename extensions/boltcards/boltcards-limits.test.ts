import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { claimTap, newUid, scanCard, takeFromCard } from '../../services/wallet/test/world/extensions/software-card.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { BOLTCARDS } from './boltcards.ts'

type Card = Answer['body']

const refundInvoice = async (world: World, hit: string, msat: number): Promise<Answer['body']> =>
  (await world.call('GET', `/boltcards/refund/${hit}/cb?amount=${msat}`)).body

const OK = { status: 'OK' }
const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })

describe.each(LOGIC_DIALECTS)('what bolt cards pay, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: [BOLTCARDS] })
    owner = await world.openWallet(100_000)
    await activateExtension(world, owner, 'boltcards')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const make = async (body: object = {}): Promise<Card> => {
    const all = { card_name: 'Card', uid: newUid(), tx_limit: 100, daily_limit: 250, ...body }
    const answer = await world.call('POST', '/boltcards/api/v1/', { key: owner.adminKey, body: all })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const url = ({ id }: Card, more = '') => `/boltcards/api/v1/${id}${more}`
  const see = async (card: Card, more = '') => (await world.call('GET', url(card, more), { key: owner.adminKey })).body
  const put = async (card: Card, body: object) => world.call('PUT', url(card), { key: owner.adminKey, body })

  describe('limits', () => {
    test('one tap pays at most tx_limit', async () => {
      const card = await make()
      const { k1 } = await scanCard(world, card, 1)
      const above = await world.foreignInvoice(100_001)
      expect(await claimTap(world, k1, above.bolt11)).toEqual(refused('at most 100 sat'))
      expect(await claimTap(world, k1, (await world.foreignInvoice(100_000)).bolt11)).toEqual(OK)
    })

    test('taps that are paid concurrently share the daily limit', async () => {
      const card = await make()
      const hits = []
      for (let n = 1; n <= 5; n += 1) hits.push(await scanCard(world, card, n))
      const invoices = await Promise.all(hits.map(() => world.foreignInvoice(100_000)))
      const answers = await Promise.all(hits.map(({ k1 }, n) => claimTap(world, k1, invoices[n]?.bolt11 ?? '')))
      expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(2)
      expect(answers.find(({ status }) => status !== 'OK')).toEqual(refused('limit for today'))
      await world.tick()
      expect(await see(card)).toMatchObject({ spent_today: 200 })
    })

    test('a tap is offered the rest of the daily limit; at zero the tap is rejected and used up; the next day has the full limit', async () => {
      const card = await make()
      for (const n of [1, 2]) expect(await takeFromCard(world, card, n, 100)).toEqual(OK)
      await world.tick()
      expect(await scanCard(world, card, 3)).toMatchObject({ maxWithdrawable: 50_000 })
      expect(await takeFromCard(world, card, 4, 50)).toEqual(OK)
      expect(await scanCard(world, card, 5)).toEqual(refused('limit for today'))
      world.advance(86_400)
      expect(await see(card)).toMatchObject({ spent_today: 0 })
      expect(await scanCard(world, card, 5)).toEqual(refused('used already'))
      expect(await takeFromCard(world, card, 6, 100)).toEqual(OK)
    })

    test.each([
      ['Pacific/Kiritimati', 14],
      ['Pacific/Niue', -11],
    ])('the day of a card in %s begins at midnight there', async (timezone, hours) => {
      const card = await make({ timezone, daily_limit: 100 })
      expect(await takeFromCard(world, card, 1, 100)).toEqual(OK)
      const local = world.nowSeconds() + hours * 3600
      world.advance(86_400 - (local % 86_400) - 1)
      expect(await see(card)).toMatchObject({ spent_today: 100 })
      expect(await scanCard(world, card, 2)).toEqual(refused('limit for today'))
      world.advance(1)
      expect(await see(card)).toMatchObject({ spent_today: 0 })
      expect(await takeFromCard(world, card, 3, 100)).toEqual(OK)
      expect((await put(card, { timezone: 'Mars/Olympus' })).status).toBe(422)
    })

    test('a payment that failed does not count against the limit; one in flight does, also after a restart', async () => {
      const card = await make({ daily_limit: 100 })
      const [first, second] = [await scanCard(world, card, 1), await scanCard(world, card, 2)]
      const failing = await world.foreignInvoice(80_000)
      await world.node.sendControl('POST /script', { match: { hash: failing.hash }, pay: ['fail'] })
      expect(await claimTap(world, first.k1, failing.bolt11)).toEqual(OK)
      await world.tick()
      expect(await see(card)).toMatchObject({ spent_today: 0 })
      const hanging = await world.foreignInvoice(80_000)
      await world.node.sendControl('POST /script', { match: { hash: hanging.hash }, pay: ['hang'] })
      expect(await claimTap(world, second.k1, hanging.bolt11)).toEqual(OK)
      await world.tick()
      await world.restart()
      await world.tick()
      // With the maximum routing fee, until the node has answered.
      expect(await see(card)).toMatchObject({ spent_today: 82 })
      expect(await takeFromCard(world, card, 3, 21)).toEqual(refused('limit for today'))
      expect(await see(card, '/hits')).toMatchObject([
        { spent: false },
        { spent: true, amount: 80 },
        { spent: false, amount: 0 },
      ])
      await world.node.sendControl('POST /settle', { hash: hanging.hash, fee_msat: 0 })
      world.advance(60)
      await world.tick()
    })

    test('a daily limit below the limit per tap is rejected', async () => {
      const body = { card_name: 'x', uid: newUid(), tx_limit: 11, daily_limit: 10 }
      expect((await world.call('POST', '/boltcards/api/v1/', { key: owner.adminKey, body })).status).toBe(422)
      expect((await put(await make(), { tx_limit: 251 })).status).toBe(422)
    })
  })

  test('refunds return to the wallet, at most the amount paid, and can be spent again on the same day', async () => {
    const card = await make()
    const { k1 } = await scanCard(world, card, 1)
    const get = async () => (await world.call('GET', `/boltcards/refund/${k1}`)).body
    expect(await get()).toEqual(refused('nothing to pay back'))
    await claimTap(world, k1, (await world.foreignInvoice(90_000)).bolt11)
    await world.tick()
    expect(await get()).toMatchObject({ tag: 'payRequest', minSendable: 1000, maxSendable: 90_000 })
    const shop = await world.openWallet(200)
    const { pr, verify } = await refundInvoice(world, k1, 40_000)
    expect(verify).toContain('/boltcards/verify/')
    await world.send(shop, pr)
    await world.tick()
    expect(await see(card)).toMatchObject({ spent_today: 50 })
    expect(await get()).toMatchObject({ maxSendable: 50_000 })
    expect(await see(card, '/refunds')).toMatchObject([{ amount: 40, payment_hash: expect.any(String) }])
    world.advance(86_400)
    expect(await takeFromCard(world, card, 2, 30)).toEqual(OK)
    await world.send(shop, (await refundInvoice(world, k1, 50_000)).pr)
    await world.tick()
    expect(await see(card)).toMatchObject({ spent_today: 30 })
    expect((await world.call('GET', `/boltcards/refund/${'f'.repeat(32)}`)).body).toEqual(refused('no such'))
  })

  test('refunds above the amount of the tap neither raise the limit nor use it up', async () => {
    const card = await make({ daily_limit: 150 })
    const { k1 } = await scanCard(world, card, 1)
    expect(await claimTap(world, k1, (await world.foreignInvoice(100_000)).bolt11)).toEqual(OK)
    await world.tick()
    const shop = await world.openWallet(1000)
    const invoices: string[] = []
    for (let n = 0; n < 5; n += 1) invoices.push((await refundInvoice(world, k1, 100_000)).pr)
    const spent = []
    for (const pr of invoices) {
      await world.send(shop, pr)
      await world.tick()
      spent.push((await see(card)).spent_today)
    }
    expect(spent).toEqual([0, 0, 0, 0, 0])
    expect(await see(card, '/refunds')).toHaveLength(5)
    expect(await scanCard(world, card, 2)).toMatchObject({ maxWithdrawable: 100_000 })
  })
})
