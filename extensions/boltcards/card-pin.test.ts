import type { Log } from '@satchel/http/log'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { claimTap, newUid, scanCard } from '../../services/wallet/test/world/extensions/software-card.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { BOLTCARDS } from './boltcards.ts'

type Card = Answer['body']

const PIN = '73914682'
const OK = { status: 'OK' }
const error = (reason: string) => ({ status: 'ERROR', reason })
const MISSING = error('This payment needs the PIN of the card.')
const WRONG = [
  error('Wrong PIN.'),
  error('Wrong PIN. One more wrong PIN switches the card off.'),
  error('Wrong PIN for the third time: the card is switched off.'),
]
const OFF = error('This card is switched off.')

describe.each(DIALECTS)('a card with a PIN, on %s', (dialect) => {
  const lines: unknown[] = []
  let world: World
  let owner: WorldWallet
  beforeAll(async () => {
    const line = (...facts: unknown[]): void => void lines.push(facts)
    const log: Log = { info: line, warn: line, error: line }
    world = await openWorld({ dialect, builtIns: [BOLTCARDS], log, env: { ACCESS_LOG: 'all' } })
    owner = await world.openWallet(1_000_000)
    await activateExtension(world, owner, 'boltcards')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (body: object = {}, headers = {}): Promise<Answer> => {
    const all = { card_name: 'Card', uid: newUid(), tx_limit: 100, daily_limit: 1000, pin_limit: 50, pin: PIN, ...body }
    return world.call('POST', '/boltcards/api/v1/', { key: owner.adminKey, body: all, headers })
  }
  const make = async (body: object = {}): Promise<Card> => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const url = ({ id }: Card) => `/boltcards/api/v1/${id}`
  const see = async (card: Card) => (await world.call('GET', url(card), { key: owner.adminKey })).body
  const put = (card: Card, body: object) => world.call('PUT', url(card), { key: owner.adminKey, body })
  const claim = async (k1: string, sat: number, pin?: string) =>
    claimTap(world, k1, (await world.foreignInvoice(sat * 1000)).bolt11, pin)
  /** Taps the card, and asks it for that much. */
  const take = async (card: Card, tap: number, sat: number, pin?: string) =>
    claim((await scanCard(world, card, tap)).k1, sat, pin)

  test('the offer names the limit; from it on a payment needs the PIN, below it none', async () => {
    const card = await make()
    const { k1, pinLimit } = await scanCard(world, card, 1)
    expect(pinLimit).toBe(50_000)
    expect(await claim(k1, 50)).toEqual(MISSING)
    expect(await claim(k1, 50, '')).toEqual(MISSING)
    expect(await claim(k1, 50, PIN)).toEqual(OK)
    expect(await take(card, 2, 49)).toEqual(OK)
    // Below the limit it is not compared: nothing is learned of it.
    expect(await take(card, 3, 49, '0000')).toEqual(OK)
    expect(await see(card)).not.toHaveProperty('wrong_pins')
    const [always, never] = [await make({ pin_limit: 0 }), await make({ pin_limit: undefined, pin: undefined })]
    expect(await scanCard(world, always, 1)).toMatchObject({ pinLimit: 0 })
    expect(await take(always, 2, 1)).toEqual(MISSING)
    expect(await scanCard(world, never, 1)).not.toHaveProperty('pinLimit')
    expect(await take(never, 2, 100, '0000')).toEqual(OK)
  })

  test('the third wrong PIN disables the card, also after a restart; its owner sees why, and enables it again', async () => {
    const card = await make()
    const { k1 } = await scanCard(world, card, 1)
    const spare = await scanCard(world, card, 2)
    expect(await claim(k1, 60, '0000')).toEqual(WRONG[0])
    expect(await claim(k1, 60, 'abc')).toEqual(WRONG[1])
    await world.restart()
    expect(await see(card)).toMatchObject({ wrong_pins: 2, enable: true })
    expect(await claim(k1, 60, `${PIN}0`)).toEqual(WRONG[2])
    const off = { enable: false, wrong_pins: 3, off_reason: 'Three wrong PINs in a row.', spent_today: 0 }
    expect(await see(card)).toMatchObject(off)
    expect(await claim(k1, 60, PIN)).toEqual(OFF)
    expect(await claim(spare.k1, 10)).toEqual(OFF)
    expect(await scanCard(world, card, 3)).toEqual(OFF)
    const { body } = await put(card, { enable: true })
    for (const name of ['wrong_pins', 'off_reason']) expect(body).not.toHaveProperty(name)
    // Taps from before are void.
    expect(await claim(spare.k1, 60, PIN)).toMatchObject({ reason: expect.stringContaining('used already') })
    expect(await take(card, 4, 60, PIN)).toEqual(OK)
  })

  test('a right PIN, and a new one, end the count', async () => {
    const card = await make()
    for (const n of [0, 1]) expect(await take(card, n + 1, 60, '1234')).toEqual(WRONG[n])
    expect(await take(card, 3, 60, PIN)).toEqual(OK)
    for (const n of [0, 1]) expect(await take(card, n + 4, 60, '1234')).toEqual(WRONG[n])
    expect(await put(card, { card_name: 'Other', daily_limit: 900 })).toMatchObject({ body: { wrong_pins: 2 } })
    expect((await put(card, { pin: '1234' })).body).not.toHaveProperty('wrong_pins')
    expect(await take(card, 6, 60, PIN)).toEqual(WRONG[0])
    expect(await take(card, 7, 60, '1234')).toEqual(OK)
  })

  test('guesses in parallel: at most three wrong ones are answered, and none after them', async () => {
    const guesses = fc.array(fc.constantFrom('0000', '1111', PIN), { minLength: 4, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(guesses, async (pins) => {
        const card = await make()
        const taps: Answer['body'][] = []
        for (let n = 1; n <= pins.length; n += 1) taps.push(await scanCard(world, card, n))
        const answers = await Promise.all(pins.map((pin, n) => claim(taps[n].k1, 60, pin)))
        const said = answers.map(({ status, reason }) => reason ?? status)
        const count = (reason: string | undefined): number => said.filter((one) => one === reason).length
        const now = await see(card)
        const isOff = count(WRONG[2]?.reason) > 0
        expect(now.enable).toBe(!isOff)
        expect(count(WRONG[2]?.reason)).toBeLessThanOrEqual(1)
        // Every answer is one of a run that was committed, in some order.
        const [ok, first, second] = [count('OK'), count(WRONG[0]?.reason), count(WRONG[1]?.reason)]
        expect(first).toBeGreaterThanOrEqual(second)
        expect(first - second - (isOff ? 1 : 0)).toBeLessThanOrEqual(ok + 1)
        if (!isOff) expect([ok + first + second, ok]).toEqual([pins.length, pins.filter((pin) => pin === PIN).length])
        if (!pins.includes(PIN)) expect([isOff, first, second]).toEqual([true, 1, 1])
        // With the fee reserve.
        expect(now.spent_today).toBe(ok * 62)
        world.advance(60)
      }),
      { numRuns: 4, examples: [[['0000', '0000', '0000', '0000', PIN]]] },
    )
    await world.tick()
  }, 60_000)

  test('a right PIN for a payment that the wallet cannot make is answered only while there are tries left', async () => {
    const poor = await world.openWallet(10)
    await activateExtension(world, poor, 'boltcards')
    const short = 'The wallet does not hold enough.'
    const { bolt11 } = await world.foreignInvoice(60_000)
    for (let n = 0; n < 6; n += 1) {
      const all = { card_name: 'Card', uid: newUid(), tx_limit: 100, daily_limit: 1000, pin_limit: 50, pin: PIN }
      const { body: card } = await world.call('POST', '/boltcards/api/v1/', { key: poor.adminKey, body: all })
      const { k1 } = await scanCard(world, card, 1)
      const guess = async (pin: string) => (await claimTap(world, k1, bolt11, pin)).reason
      for (const wrong of WRONG.slice(0, 2)) expect(await guess('0000')).toBe(wrong.reason)
      const [wrong, right] = await Promise.all([guess('0000'), guess(PIN)])
      // Whichever is first; the right one ends the count.
      expect([
        [WRONG[2]?.reason, OFF.reason],
        [WRONG[0]?.reason, short],
      ]).toContainEqual([wrong, right])
    }
  })

  test('a PIN is in no answer and no error, and neither in the database nor in the log', async () => {
    const seen: unknown[] = []
    const card = await make()
    await take(card, 1, 60, PIN)
    await world.tick()
    const listed = await world.call('GET', '/boltcards/api/v1/', { key: owner.adminKey })
    const changed = await put(card, { pin: '82640917' })
    const bad = [await put(card, { pin: '8264a917' }), await post({ pin: '739146825' })]
    for (const answer of bad) expect([answer.status, answer.body.detail]).toEqual([422, expect.stringMatching(/pin/)])
    for (const one of [card, ...listed.body, changed.body]) expect(one).not.toHaveProperty('pin')
    const rows = await world.db.list('SELECT data FROM extension_rows', [], ({ data }: { data: string }) => data)
    seen.push(card, listed.body, changed.body, bad, rows, lines)
    expect(lines.length).toBeGreaterThan(20)
    const text = JSON.stringify(seen)
    for (const pin of [PIN, '82640917', '8264a917', 'argon2']) expect(text).not.toContain(pin)
  })

  test('a PIN and its limit are set together; without the limit the PIN is gone', async () => {
    for (const [body, place] of [
      [{ pin: undefined }, 'body.pin:'],
      [{ pin_limit: undefined }, 'body.pin_limit:'],
      [{ pin: '123' }, 'body.pin'],
      [{ pin: '123456789' }, 'body.pin'],
    ] as const) {
      const answer = await post(body)
      expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(place)])
    }
    const card = await make()
    expect((await put(card, { pin: null })).status).toBe(422)
    expect((await put(card, { pin_limit: null, pin: '1234' })).status).toBe(422)
    expect((await put(card, { pin_limit: null })).body).not.toHaveProperty('pin_limit')
    expect(await take(card, 1, 100)).toEqual(OK)
    expect((await put(card, { pin_limit: 10 })).status).toBe(422)
  })

  test('a repeated creation with another PIN is rejected', async () => {
    const body = { uid: newUid() }
    const key = { 'idempotency-key': 'a card' }
    const made = await post(body, key)
    expect((await post(body, key)).body.id).toBe(made.body.id)
    expect((await post({ ...body, pin: '1234' }, key)).status).toBe(422)
  })
})
