import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTillWorld, type TillWorld } from '../../services/wallet/test/world/extensions/open-till-world.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import type { Answer } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { TPOS } from './tpos.ts'

describe.each(LOGIC_DIALECTS)('a card that wants its PIN, at a till on %s', (dialect) => {
  let till: TillWorld
  let card: LnurlService
  let id: string
  beforeAll(async () => {
    till = await openTillWorld(dialect, TPOS)
    id = (await till.open()).id
  })
  beforeEach(async () => {
    card = await openLnurlService(till.world)
    card.withdrawRequest = { pinLimit: 30_000 }
  })
  afterAll(() => till.world.close())

  /** 0.01 EUR are 20 sat. */
  const sell = async (amount: number) => (await till.sell(id, { amount })).body
  const pay = (hash: string, body: object, headers = {}): Promise<Answer> =>
    till.world.call('POST', `/tpos/public/${id}/invoices/${hash}/pay`, { body, headers })
  const tap = (hash: string, headers = {}) => pay(hash, { lnurl: card.url('/withdraw') }, headers)

  test('from its limit on the card is kept until the PIN comes, which goes to its issuer once', async () => {
    const sale = await sell(0.02)
    const { status, body } = await tap(sale.payment_hash)
    expect([status, body.detail]).toEqual([200, 'This payment needs the PIN of the card.'])
    expect(card.asked()).toEqual(['GET /withdraw'])
    expect(body.card).not.toContain('127.0.0.1')
    expect(await pay(sale.payment_hash, { card: body.card, pin: '4821' })).toMatchObject({
      status: 200,
      body: { detail: 'The card pays.' },
    })
    expect(card.handedOver).toEqual([sale.payment_request])
    expect(card.asked().filter((path) => path.includes('pin=4821'))).toHaveLength(1)
  })

  test('below the limit, and where it has none, the card pays at once', async () => {
    expect((await tap((await sell(0.01)).payment_hash)).body).toEqual({ detail: 'The card pays.' })
    card = await openLnurlService(till.world)
    card.withdrawRequest = { pinLimit: null }
    expect((await tap((await sell(0.02)).payment_hash)).body).toEqual({ detail: 'The card pays.' })
  })

  test('a kept card pays only the sale it was tapped for, and needs a PIN', async () => {
    const [one, other] = [await sell(0.02), await sell(0.02)]
    const { body } = await tap(one.payment_hash)
    for (const answer of [
      await pay(other.payment_hash, { card: body.card, pin: '4821' }),
      await pay(one.payment_hash, { card: `x${body.card}`, pin: '4821' }),
      await pay(one.payment_hash, { card: body.card }),
      await pay(one.payment_hash, {}),
    ]) {
      expect(answer.status).toBe(400)
    }
    const long = await pay(one.payment_hash, { card: body.card, pin: '48214821482148214821' })
    expect([long.status, JSON.stringify(long.body)]).toEqual([422, expect.not.stringContaining('4821')])
    expect(card.handedOver).toEqual([])
  })

  test('the shop reads in its language that the PIN was wrong, or that the card is off', async () => {
    const { payment_hash: hash } = await sell(0.02)
    const german = { 'accept-language': 'de' }
    for (const [reason, text] of [
      ['Wrong PIN.', 'Falsche PIN.'],
      ['Wrong PIN for the third time: the card is switched off.', 'Dritte falsche PIN: Die Karte ist ausgeschaltet.'],
      ['This card is switched off.', 'Diese Karte ist ausgeschaltet.'],
      ['Nope', 'The service says: Nope'],
    ] as const) {
      const { body } = await tap(hash)
      card.refusal = reason
      const answer = await pay(hash, { card: body.card, pin: '0000' }, german)
      card.refusal = undefined
      expect([answer.status, answer.body.detail]).toEqual([400, text])
    }
  })

  test('a PIN is not sent in the clear', async () => {
    card.withdrawRequest = { pinLimit: 0, callback: 'http://card.example/cb' }
    expect(await tap((await sell(0.02)).payment_hash)).toMatchObject({
      status: 400,
      body: { detail: 'This card cannot pay.' },
    })
  })

  test('a till for LNbits, which cannot ask for a PIN, gets that reason', async () => {
    const { payment_hash: hash } = await sell(0.02)
    const path = `/tpos/tposs/${id}/invoices/${hash}/pay`
    const { body } = await till.world.call('POST', path, { body: { lnurl: card.url('/withdraw') } })
    expect(body).toEqual({ success: false, detail: 'This payment needs the PIN of the card.' })
  })
})
