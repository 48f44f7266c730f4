import { SILENT_LOG } from '@satchel/http/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { findHalt } from '../../ledger/halt.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { createBalanceComparison } from './compare-balances.ts'
import { createNodeComparison } from './compare-with-node.ts'

describe.each(DIALECTS)('the node and the books, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, exactBalance: true })
    await world.tick()
  })
  afterAll(() => world.close())

  test('after payments in, out and inside they agree, also after a restart (A54)', async () => {
    const [one, other] = [await world.openWallet(5000), await world.openWallet()]
    await world.send(one, (await world.foreignInvoice(1_234_567)).bolt11)
    await world.send(one, (await world.invoice(other, 100)).payment_request)
    const { payment_request: bolt11 } = await world.invoice(other, 700)
    await world.node.sendControl('POST /receive', { bolt11 })
    await world.tick()
    await world.tick()
    expect(await findHalt(world.db)).toBeUndefined()
    await world.restart()
    expect(await findHalt(world.db)).toBeUndefined()
  })

  test('recovery and the usual duties concurrently count every posting once (A54)', async () => {
    const wallet = await world.openWallet()
    for (const [amount, total] of [
      [100, 100],
      [101, 201],
      [102, 303],
    ] as const) {
      const { payment_hash: hash } = await world.invoice(wallet, amount)
      await world.node.sendControl('POST /receive', { hash })
      await expect.poll(() => world.balanceMsat(wallet)).toBe(total * 1000)
      await Promise.all([world.tick(), world.tick(), world.service.recover()])
    }
    expect(await findHalt(world.db)).toBeUndefined()
  })

  test('consecutive receipts and payments of one amount leave no lasting difference (A54)', async () => {
    const comparison = createBalanceComparison({ db: world.db, funding: world.service.funding })
    const wallet = await world.openWallet(1000)
    await world.tick()
    const [first, second] = [await world.invoice(wallet, 100), await world.invoice(wallet, 100)]
    await world.node.sendControl('POST /receive', { hash: first.payment_hash, notify: 'none' })
    // The receipt is on its way to the books.
    expect(await comparison.compare()).toBeUndefined()
    await world.tick()
    expect((await world.send(wallet, (await world.foreignInvoice(100_000)).bolt11)).status).toBe(201)
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    await world.node.sendControl('POST /receive', { hash: second.payment_hash, notify: 'none' })
    // The history is another one: the same balance in the same books, in between they agreed.
    expect(await comparison.compare()).toBeUndefined()
    // Nothing has moved since: this one would stay.
    expect(await comparison.compare()).toMatchObject({ differenceMsat: 100_000n })
    await world.tick()
    expect(await comparison.compare()).toBeUndefined()
    expect(await comparison.compare()).toEqual({ differenceMsat: 0n, difference: undefined })
    expect(await findHalt(world.db)).toBeUndefined()
  })

  test('the balance is not compared before all receipts are booked, as after a crash of the database (A54)', async () => {
    const { db, service } = world
    const clock = (): number => world.nowSeconds() * 1000
    const comparison = createNodeComparison({ db, clock, funding: service.funding, log: SILENT_LOG } as PaymentDeps)
    const { payment_hash: hash } = await world.invoice(await world.openWallet(), 100)
    await world.node.sendControl('POST /receive', { hash, notify: 'none' })
    for (let looks = 0; looks < 3; looks += 1) await comparison.check({ swept: false })
    expect(await findHalt(db)).toBeUndefined()
    await world.tick()
    for (let looks = 0; looks < 2; looks += 1) await comparison.check({ swept: true })
    expect(comparison.last()?.differenceMsat).toBe(0n)
    expect(await findHalt(db)).toBeUndefined()
  })

  test('a payment by the node that the books do not have stops outgoing payments (A54)', async () => {
    const wallet = await world.openWallet(5000)
    const { bolt11, hash } = await world.foreignInvoice(50_000)
    // Past the service: as if its database were older than the node's journal.
    await world.node.pay({ bolt11, paymentHash: hash, feeLimitMsat: 1000n as never, attemptId: 'elsewhere/1' })
    await world.tick()
    await world.tick()
    expect(await findHalt(world.db)).toContain('-50000 msat')
    const refused = await world.send(wallet, (await world.foreignInvoice(1000)).bolt11)
    expect([refused.status, refused.body.detail]).toEqual([500, expect.stringMatching(/halted/i)])
  })
})
