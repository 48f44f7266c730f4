import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { findOutgoing } from '../payments/states/payment-store.ts'
import { onClockStep } from './start-duties.ts'

const DAY = 86_400

describe.each(LOGIC_DIALECTS)('retries after a clock was ahead, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(10_000)
  })
  afterAll(() => world.close())

  test('a payment in flight is polled as soon as the clock is right again', async () => {
    const { bolt11, hash } = await world.foreignInvoice(1000, { expiry: 30 * DAY })
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    world.advance(DAY)
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    await world.tick()
    world.advance(-DAY)
    await world.node.sendControl('POST /settle', { hash, fee_msat: 1 })
    await world.service.pollLatePayments()
    expect((await findOutgoing(world.db, hash))?.state).toBe('success')
  })

  test('a held payment is returned when its deadline passes by the right clock', async () => {
    world.advance(DAY)
    const held = await world.invoice(wallet, 10, { hold: true })
    await world.node.sendControl('POST /receive', { hash: held.payment_hash })
    await world.tick()
    world.advance(-DAY)
    await world.service.pollLatePayments()
    world.advance(DAY + 60)
    await world.tick()
    const { body } = await world.call('GET', `/api/v1/payments/${held.payment_hash}`, { key: wallet.invoiceKey })
    expect(body.status).toBe('failed')
  })
})

test('a duty runs when the wall clock jumps, and not while it is steady', async () => {
  let ahead = 0
  let runs = 0
  const check = onClockStep(
    () => performance.now() + ahead,
    async () => (runs += 1),
  )
  await check()
  expect(runs).toBe(0)
  ahead = 3_600_000
  await check()
  await check()
  expect(runs).toBe(1)
  ahead = -40 * DAY * 1000
  await check()
  expect(runs).toBe(2)
})
