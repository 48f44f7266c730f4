import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { claimTap, newUid, scanCard, takeFromCard } from '../../services/wallet/test/world/extensions/software-card.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { BOLTCARDS } from './boltcards.ts'

type Card = Answer['body']

const refundInvoice = async (world: World, hit: string, msat: number): Promise<Answer['body']> =>
  (await world.call('GET', `/boltcards/refund/${hit}/cb?amount=${msat}`)).body

extensionContract(BOLTCARDS, {
  create: () => ({ card_name: 'Card', uid: newUid(), tx_limit: 100, daily_limit: 500 }),
  missing: 'tx_limit',
  patch: { card_name: 'Other card', daily_limit: 600 },
  async settle(world, _owner, item) {
    const { k1 } = await scanCard(world, item as never, 1)
    await claimTap(world, k1, (await world.foreignInvoice(50_000)).bolt11)
    await world.tick()
    const { pr } = await refundInvoice(world, k1, 20_000)
    await world.send(await world.openWallet(100), pr)
  },
})

const OK = { status: 'OK' }
const refused = (reason: string) => ({ status: 'ERROR', reason: expect.stringContaining(reason) })

describe.each(LOGIC_DIALECTS)('bolt cards, on %s', (dialect) => {
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
  const post = async (card: Card, what: string) =>
    (await world.call('POST', url(card, `/${what}`), { key: owner.adminKey })).body

  describe('a tap', () => {
    test('is offered what the card may spend, pays the invoice, and stands in the list', async () => {
      const card = await make()
      const offer = await scanCard(world, card, 7)
      expect(offer).toMatchObject({
        tag: 'withdrawRequest',
        minWithdrawable: 1000,
        maxWithdrawable: 100_000,
        defaultDescription: 'Bolt card',
        callback: expect.stringContaining(`/boltcards/lnurl/${offer.k1}/cb`),
        payLink: expect.stringMatching(new RegExp(`^lnurlp://[^/]+/boltcards/refund/${offer.k1}$`)),
      })
      const before = await world.balanceMsat(owner)
      const { bolt11 } = await world.foreignInvoice(60_000)
      expect(await claimTap(world, offer.k1, bolt11)).toEqual(OK)
      await world.tick()
      expect(before - (await world.balanceMsat(owner))).toBe(60_000)
      expect(await see(card)).toMatchObject({ counter: 7, spent_today: 60, last_tap_at: expect.any(String) })
      expect(await see(card, '/hits')).toEqual([
        { old_counter: 0, new_counter: 7, amount: 60, spent: true, time: expect.any(String) },
      ])
    })

    test('a tap is valid once: replayed, older and concurrent ones are rejected', async () => {
      const card = await make()
      const both = await Promise.all([1, 2, 3, 4].map(() => scanCard(world, card, 5)))
      expect(both.filter(({ tag }) => tag === 'withdrawRequest')).toHaveLength(1)
      expect(await scanCard(world, card, 5)).toEqual(refused('used already'))
      expect(await scanCard(world, card, 4)).toEqual(refused('used already'))
      expect(await scanCard(world, card, 6)).toMatchObject({ tag: 'withdrawRequest' })
    })

    test('a tap of an unknown card, another card, with other keys or no values gets the same rejection', async () => {
      const [card, other] = [await make(), await make()]
      const answers = [
        await scanCard(world, { ...card, external_id: 'f'.repeat(32) }, 1),
        await scanCard(world, { ...card, uid: other.uid }, 1),
        await scanCard(world, { ...card, k1: other.k1 }, 1),
        await scanCard(world, { ...card, k2: other.k2 }, 1),
        (await world.call('GET', `/boltcards/scan/${card.external_id}`)).body,
        (await world.call('GET', `/boltcards/scan/${card.external_id}?p=zz&c=zz`)).body,
      ]
      for (const answer of answers) expect(answer).toEqual({ status: 'ERROR', reason: 'This card cannot be read.' })
      expect(await see(card)).toMatchObject({ counter: 0 })
    })

    test('a tap pays once, however often its callback is called, and within five minutes', async () => {
      const card = await make()
      const { k1 } = await scanCard(world, card, 1)
      const invoices = await Promise.all(Array.from({ length: 10 }, () => world.foreignInvoice(10_000)))
      const before = await world.balanceMsat(owner)
      const answers = await Promise.all(invoices.map(({ bolt11 }) => claimTap(world, k1, bolt11)))
      await world.tick()
      expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
      expect(before - (await world.balanceMsat(owner))).toBe(10_000)
      const late = await scanCard(world, card, 2)
      world.advance(300)
      expect(await claimTap(world, late.k1, (await world.foreignInvoice(1000)).bolt11)).toEqual(refused('too old'))
    })

    test('a k1 of another card is rejected', async () => {
      const card = await make()
      const [one, other] = [await scanCard(world, card, 1), await scanCard(world, card, 2)]
      const { bolt11 } = await world.foreignInvoice(1000)
      const answer = await world.call('GET', `/boltcards/lnurl/${one.k1}/cb?k1=${other.k1}&pr=${bolt11}`)
      expect(answer.body).toEqual(refused('not known'))
      expect(await claimTap(world, 'f'.repeat(32), bolt11)).toEqual(refused('not known'))
    })

    test('a tap of a disabled card pays nothing, and is used up', async () => {
      const card = await make()
      const { k1 } = await scanCard(world, card, 1)
      await put(card, { enable: false })
      expect(await claimTap(world, k1, (await world.foreignInvoice(1000)).bolt11)).toEqual(refused('switched off'))
      expect(await scanCard(world, card, 2)).toEqual(refused('switched off'))
      await put(card, { enable: true })
      expect(await scanCard(world, card, 2)).toEqual(refused('used already'))
    })
  })

  describe('keys', () => {
    test('keys are generated or given, shown to the admin key only, and stored encrypted', async () => {
      const k0 = 'AB'.repeat(16)
      const card = await make({ k0, uid: '04ABCDEF123456' })
      expect(card).toMatchObject({ k0: k0.toLowerCase(), uid: '04abcdef123456' })
      for (const key of [card.k1, card.k2]) expect(key).toMatch(/^[0-9a-f]{32}$/)
      const seen = (await world.call('GET', url(card), { key: owner.invoiceKey })).body
      for (const name of ['k0', 'k1', 'k2', 'otp', 'prev_k0']) expect(seen).not.toHaveProperty(name)
      const rows = await world.db.list('SELECT data FROM extension_rows', [], (row: { data: string }) => row.data)
      for (const secret of [card.k0, card.k1, card.k2, card.otp]) expect(rows.join('')).not.toContain(secret)
      const again = { card_name: 'x', uid: '04abcdef123456', tx_limit: 1, daily_limit: 1 }
      const twice = await world.call('POST', '/boltcards/api/v1/', { key: owner.adminKey, body: again })
      expect(twice).toMatchObject({ status: 400, body: { detail: 'body.uid: this card is registered already.' } })
    })

    test('keys are given to the programming app once, within ten minutes', async () => {
      const auth = (otp: string) => world.call('GET', `/boltcards/auth?a=${otp}`)
      const card = await make()
      // A preview of the link uses nothing up.
      expect((await world.app.inject({ method: 'HEAD', url: `/boltcards/auth?a=${card.otp}` })).statusCode).not.toBe(
        200,
      )
      const answers = await Promise.all([1, 2, 3].map(() => auth(card.otp)))
      const [good] = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
      expect(good?.body).toEqual({
        protocol_name: 'new_bolt_card_response',
        protocol_version: 1,
        id: 1,
        card_name: 'Card',
        uid: card.uid,
        lnurlw_base: expect.stringMatching(new RegExp(`^lnurlw://[^/]+/boltcards/scan/${card.external_id}$`)),
        k0: card.k0,
        k1: card.k1,
        k2: card.k2,
        k3: card.k1,
        k4: card.k2,
      })
      const late = await make()
      world.advance(600)
      expect((await auth(late.otp)).status).toBe(404)
      expect((await auth('')).status).toBe(404)
      expect((await world.call('GET', '/boltcards/auth')).status).toBe(404)
    })

    test('a key cannot be removed, because a new one would be generated silently', async () => {
      const card = await make()
      for (const name of ['k0', 'k1', 'k2']) {
        const answer = await world.call('PUT', `/boltcards/api/v1/${card.id}`, {
          key: owner.adminKey,
          body: { [name]: null },
        })
        expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(`body.${name}`)])
      }
      const now = (await world.call('GET', `/boltcards/api/v1/${card.id}`, { key: owner.adminKey })).body
      expect(now).toMatchObject({ k0: card.k0, k1: card.k1, k2: card.k2 })
    })

    test('keys of a lost card are replaced: the card and its open taps pay nothing, a new card does', async () => {
      const card = await make()
      const { k1 } = await scanCard(world, card, 1)
      const { otp } = await post(card, 'rekey')
      expect(await scanCard(world, card, 2)).toEqual(refused('cannot be read'))
      expect(await claimTap(world, k1, (await world.foreignInvoice(1000)).bolt11)).toEqual(refused('used already'))
      const now = await see(card)
      expect(now).toMatchObject({ prev_k0: card.k0, prev_k1: card.k1, prev_k2: card.k2 })
      const handed = (await world.call('GET', `/boltcards/auth?a=${otp}`)).body
      expect(handed).toMatchObject({ k0: now.k0, k1: now.k1, k2: now.k2, prev_k0: card.k0 })
      expect((await world.call('GET', `/boltcards/auth?a=${card.otp}`)).status).toBe(404)
      const chip = { ...now, uid: newUid() }
      expect(await put(card, { uid: chip.uid })).toMatchObject({ status: 200, body: { counter: 0 } })
      expect(await takeFromCard(world, chip, 1, 10)).toEqual(OK)
    })

    test('the admin key gets the data that resets a card', async () => {
      const card = await make()
      expect(await post(card, 'wipe')).toEqual({
        version: 1,
        action: 'wipe',
        id: 1,
        uid: card.uid,
        k0: card.k0,
        k1: card.k1,
        k2: card.k2,
        k3: card.k1,
        k4: card.k2,
      })
    })
  })

  test('routes of the owner need the owner: 401, 403 and 404', async () => {
    const card = await make()
    const stranger = await world.openWallet()
    await activateExtension(world, stranger, 'boltcards')
    for (const what of ['/rekey', '/wipe']) {
      expect((await world.call('POST', url(card, what))).status).toBe(401)
      expect((await world.call('POST', url(card, what), { key: owner.invoiceKey })).status).toBe(403)
      expect((await world.call('POST', url(card, what), { key: stranger.adminKey })).status).toBe(404)
    }
    for (const what of ['/hits', '/refunds']) {
      expect((await world.call('GET', url(card, what))).status).toBe(401)
      expect((await world.call('GET', url(card, what), { key: stranger.adminKey })).status).toBe(404)
      expect((await world.call('GET', url(card, `${what}?limit=0`), { key: owner.invoiceKey })).status).toBe(422)
    }
  })
})
