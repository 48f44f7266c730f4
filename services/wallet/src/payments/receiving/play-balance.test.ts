import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const PLAY = '/api/v1/wallet/play-balance'

describe.each(DIALECTS)('play satoshis, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  const play = (wallet: WorldWallet, body?: object, headers?: Record<string, string>) =>
    world.call('POST', PLAY, { key: wallet.adminKey, body, ...(headers && { headers }) })
  const rows = async (wallet: WorldWallet) =>
    (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body

  test('arrive as an outside payment, in books, node and history', async () => {
    const wallet = await world.openWallet()
    const { status, body } = await play(wallet)
    expect(status).toBe(201)
    expect(body).toMatchObject({ amount: 10_000, balance: 10_000_000 })
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(10_000_000)
    expect(await rows(wallet)).toMatchObject([
      { checking_id: body.checking_id, amount: 10_000, memo: 'Play satoshis', status: 'success' },
    ])
  })

  test('have the memo that the caller gives them', async () => {
    const wallet = await world.openWallet()
    expect((await play(wallet, { memo: 'ساتوشي تجريبي' })).status).toBe(201)
    expect(await rows(wallet)).toMatchObject([{ memo: 'ساتوشي تجريبي' }])
    expect((await play(wallet, { memo: 'x'.repeat(101) })).status).toBe(422)
  })

  test('fill a wallet up to a million satoshis and no further', async () => {
    const wallet = await world.openWallet()
    expect(await play(wallet, { amount: 1_000_000 })).toMatchObject({ status: 201, body: { balance: 1_000_000_000 } })
    expect(await play(wallet, { amount: 1 })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('1000000 sat') },
    })
    expect((await rows(wallet)).length).toBe(1)
  })

  test('are credited once per Idempotency-Key, also concurrently', async () => {
    const wallet = await world.openWallet()
    const repeat = () => play(wallet, { amount: 5 }, { 'idempotency-key': 'tap' })
    const answers = [...(await Promise.all([repeat(), repeat()])), await repeat()]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await world.balanceMsat(wallet)).toBe(5000)
  })

  test('need the admin key, and an amount of 1 to 1,000,000', async () => {
    const wallet = await world.openWallet()
    expect(await world.call('POST', PLAY, { key: wallet.invoiceKey })).toMatchObject({ status: 403 })
    expect(await world.call('POST', PLAY)).toMatchObject({ status: 401 })
    for (const amount of [0, -1, 1.5, 1_000_001]) expect(await play(wallet, { amount })).toMatchObject({ status: 422 })
  })

  test('do not exist where the node is not simulated', async () => {
    const wallet = await world.openWallet()
    const { funding } = world.service
    const simulated = funding.payFromOutside
    try {
      Object.assign(funding, { payFromOutside: undefined })
      expect(await play(wallet)).toMatchObject({
        status: 403,
        body: { detail: 'This service runs on a real Lightning node: there are no play satoshis.' },
      })
    } finally {
      Object.assign(funding, { payFromOutside: simulated })
    }
  })
})
