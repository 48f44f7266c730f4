import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { findComparisonDue, findHalt, liftHalt } from '../../ledger/halt.ts'
import { findOutgoing } from '../states/payment-store.ts'
import { adoptHistory } from './adopt-history.ts'

describe.each(DIALECTS)('the payments of the node and the books, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(100_000)
    await world.tick()
  })
  beforeEach(async () => {
    await writeDirectly(world, liftHalt.sql)
  })
  afterAll(() => world.close())

  const halt = (): Promise<string | undefined> => findHalt(world.db)
  const twice = async (): Promise<void> => {
    await world.tick()
    await world.tick()
  }
  /** Ordered past the service: as if its database had lost the payment. */
  const payAtNode = async (bolt11: string, paymentHash: string): Promise<void> =>
    void (await world.node.pay({ bolt11, paymentHash, feeLimitMsat: 1000n as never, attemptId: `${randomUUID()}/1` }))
  /** A payment that stays in flight until it is decided: the balances are not compared meanwhile. */
  const hang = async (): Promise<string> => {
    const { bolt11, hash } = await world.foreignInvoice(1000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    return hash
  }

  test('a payment that the books do not have halts payments and is reported, also while another one is in flight', async () => {
    const hanging = await hang()
    const { bolt11, hash } = await world.foreignInvoice(5000)
    await payAtNode(bolt11, hash)
    await world.tick()
    expect(await halt(), 'one look is not enough').toBeUndefined()
    await world.tick()
    expect(await halt()).toContain(`the node has paid 5000 msat for ${hash}`)
    await world.node.sendControl('POST /fail', { hash: hanging })
    await twice()
  })

  test('a reported payment does not halt payments again after an operator has resumed them', async () => {
    const hanging = await hang()
    const { bolt11, hash } = await world.foreignInvoice(5000)
    await payAtNode(bolt11, hash)
    await twice()
    expect(await halt()).toContain(hash)
    await writeDirectly(world, liftHalt.sql)
    await twice()
    expect(await halt()).toBeUndefined()
    await world.node.sendControl('POST /fail', { hash: hanging })
    await twice()
  })

  test('a payment in flight at the node whose row has failed halts payments and is reported', async () => {
    const { bolt11, hash } = await world.foreignInvoice(7000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    const row = await findOutgoing(world.db, hash)
    await writeDirectly(
      world,
      `UPDATE payments SET state = 'failed', status = 'failed', failure = 'x', due_at = NULL WHERE checking_id = '${row?.checkingId}'`,
    )
    await twice()
    expect(await halt()).toContain(`the node is paying 7000 msat for ${hash}`)
    await writeDirectly(
      world,
      `UPDATE payments SET state = 'dispatched', status = 'pending', failure = NULL, due_at = 0 WHERE checking_id = '${row?.checkingId}'`,
    )
    await world.node.sendControl('POST /fail', { hash })
    await twice()
  })

  test('a payment that fails while the node still lists it as in flight is not a difference', async () => {
    const hash = await hang()
    await world.tick()
    await world.node.sendControl('POST /fail', { hash })
    await twice()
    expect(await halt()).toBeUndefined()
  })

  test('with another history of the database nothing is sent before the comparison, and everything after it', async () => {
    const { bolt11 } = await world.foreignInvoice(1000)
    await world.db.transact(adoptHistory, { history: 'one', expected: 'one' })
    await world.tick()
    expect(await world.db.transact(adoptHistory, { history: 'two', expected: 'two' })).toBe(true)
    const waiting = await world.send(wallet, bolt11)
    expect([waiting.status, waiting.body.detail]).toEqual([503, expect.stringMatching(/comparison/)])
    await world.tick()
    expect([await findComparisonDue(world.db), await halt()]).toEqual([undefined, undefined])
    expect((await world.send(wallet, bolt11)).status).toBe(201)
  })

  test('the same history of the database needs no comparison', async () => {
    await world.db.transact(adoptHistory, { history: 'three', expected: 'three' })
    await world.tick()
    expect(await world.db.transact(adoptHistory, { history: 'three', expected: 'three' })).toBe(false)
    expect(await findComparisonDue(world.db)).toBeUndefined()
  })

  test('with another history of the database a reserved payment is queried at the node, not failed', async () => {
    const { bolt11, hash } = await world.foreignInvoice(9000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    // The commit with "dispatched" is lost.
    await writeDirectly(world, `UPDATE payments SET state = 'reserved', due_at = 0 WHERE payment_hash = '${hash}'`)
    await world.db.transact(adoptHistory, { history: 'four', expected: 'four' })
    await world.tick()
    expect((await findOutgoing(world.db, hash))?.state).toBe('dispatched')
    await world.node.sendControl('POST /settle', { hash, fee_msat: 3 })
    world.advance(60)
    await twice()
    expect(await findOutgoing(world.db, hash)).toMatchObject({ state: 'success', feeMsat: 3n })
    expect(await world.violations()).toEqual([])
  })

  test('a receipt for an unknown invoice before the comparison halts payments: the invoice may be lost', async () => {
    const { payment_hash: hash } = await world.invoice(wallet, 5)
    await writeDirectly(world, `DELETE FROM payments WHERE payment_hash = '${hash}'`)
    await writeDirectly(
      world,
      `UPDATE payment_counts SET created = created - 1 WHERE wallet_id = '${wallet.id}' AND direction = 'in'`,
    )
    await world.db.transact(adoptHistory, { history: 'five', expected: 'five' })
    await world.node.sendControl('POST /receive', { hash, notify: 'none' })
    await world.tick()
    expect(await halt()).toContain(hash)
    expect(await world.violations()).toEqual([])
  })

  test('without a position from before the change no comparison is possible, and an operator must decide', async () => {
    await world.db.transact(adoptHistory, { history: 'six', expected: 'six' })
    await writeDirectly(world, `DELETE FROM cursors WHERE name LIKE 'sent:%'`)
    const exact = world.service.funding.can.exactBalance
    Object.assign(world.service.funding.can, { exactBalance: false })
    await world.tick()
    Object.assign(world.service.funding.can, { exactBalance: exact })
    expect(await halt()).toContain('cannot be listed')
    expect(await findComparisonDue(world.db)).toBeUndefined()
    // From here on there is a position again.
    await twice()
  })

  test('after a restart payments wait when the database is older than the service that wrote to it', async () => {
    const { bolt11, hash } = await world.foreignInvoice(4000)
    await payAtNode(bolt11, hash)
    await writeDirectly(world, `UPDATE settings SET value = 'another server' WHERE name = 'database-history'`)
    await world.restart()
    expect(await halt()).toContain(hash)
  })
})
