import { hash } from 'node:crypto'
import { openPhoenixdPeer, type PhoenixdPeer } from '@satchel/lightning/world/peers/phoenixd/phoenixd-peer'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../test/world/funding/drive-sends.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { listAlarms } from '../../ledger/halt.ts'

describe.each(DIALECTS)('a service on phoenixd, on %s', (dialect) => {
  let peer: PhoenixdPeer
  let world: World
  beforeAll(async () => {
    peer = await openPhoenixdPeer()
    world = await openWorld({ dialect, env: peer.env })
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
  })
  afterAll(async () => {
    await world.close()
    await peer.close()
  })

  test('a payment between wallets sends nothing, is proven by the preimage of phoenixd, and needs no closing', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
    const { payment_request: bolt11, payment_hash: paymentHash } = await world.invoice(payee, 21)
    expect((await world.send(payer, bolt11)).status).toBe(201)
    expect([await world.balanceMsat(payee), await world.balanceMsat(payer)]).toEqual([21_000, 79_000])
    expect(peer.node.sends(paymentHash)).toBe(0)
    for (const { invoiceKey } of [payee, payer]) {
      const { body } = await world.call('GET', `/api/v1/payments/${paymentHash}`, { key: invoiceKey })
      expect(hash('sha256', Buffer.from(body.preimage, 'hex'))).toBe(paymentHash)
    }
    const asked = (): number => peer.server.calls.filter((call) => call.includes(`incoming/${paymentHash}`)).length
    const before = asked()
    for (let times = 0; times < 3; times += 1) {
      world.advance(31)
      await world.tick()
    }
    expect(asked()).toBe(before)
    expect(await world.violations()).toEqual([])
  })

  test('a later outside payment is kept as surplus, and credited to no wallet', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
    const { payment_request: bolt11 } = await world.invoice(payee, 21)
    await world.send(payer, bolt11)
    await peer.node.outside.payOurInvoice(bolt11)
    await world.tick()
    expect(await world.balanceMsat(payee)).toBe(21_000)
    expect(await world.violations()).toEqual([])
  })

  /** The operator's balances in the books, in msat: its expenses, and the expected balance of the node. */
  const house = async (): Promise<{ losses: bigint; node: bigint }> => {
    const total = async (account: string): Promise<bigint> =>
      (await world.db.first(
        `SELECT CAST(COALESCE(SUM(CASE WHEN to_account = $1 THEN amount_msat ELSE -amount_msat END), 0) AS BIGINT) AS total
       FROM postings WHERE to_account = $1 OR from_account = $1`,
        [account],
        (row: { total: bigint }) => row.total,
      )) ?? 0n
    return { losses: -(await total('losses')), node: -(await total('node')) }
  }
  const costAlarms = async () => (await listAlarms(world.db, 100)).filter(({ kind }) => kind === 'channel-cost')

  test('a payment from which the channel cost was deducted is credited in full: the operator bears the cost and gets an alarm', async () => {
    const before = await house()
    const payee = await world.openWallet()
    const { payment_request: bolt11, payment_hash: paymentHash } = await world.invoice(payee, 5000)
    peer.takeLiquidityFee(paymentHash, 3000n)
    await peer.node.outside.payOurInvoice(bolt11)
    await world.tick()
    expect(await world.balanceMsat(payee)).toBe(5_000_000)
    const after = await house()
    expect([after.losses - before.losses, after.node - before.node]).toEqual([3_000_000n, 2_000_000n])
    const [alarm] = await costAlarms()
    expect(alarm?.detail).toContain('3000000 msat')
    peer.repeatReceipt?.(paymentHash)
    await world.tick()
    expect(await house()).toEqual(after)
    expect(await costAlarms()).toHaveLength(1)
    expect(await world.violations()).toEqual([])
  })

  test('a channel cost of a payment that is kept as surplus is booked as well', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(10_000)]
    const { payment_request: bolt11, payment_hash: paymentHash } = await world.invoice(payee, 5000)
    await world.send(payer, bolt11)
    const before = await house()
    peer.takeLiquidityFee(paymentHash, 3000n)
    await peer.node.outside.payOurInvoice(bolt11)
    await world.tick()
    const after = await house()
    expect([after.losses - before.losses, after.node - before.node]).toEqual([3_000_000n, 2_000_000n])
    expect(await costAlarms()).toHaveLength(2)
    expect(await world.violations()).toEqual([])
  })

  test('a payment without a channel cost raises no alarm', async () => {
    const payee = await world.openWallet()
    const { payment_request: bolt11 } = await world.invoice(payee, 5000)
    const [before, alarms] = [await house(), (await costAlarms()).length]
    await peer.node.outside.payOurInvoice(bolt11)
    await world.tick()
    expect(await house()).toEqual({ ...before, node: before.node + 5_000_000n })
    expect(await costAlarms()).toHaveLength(alarms)
  })

  test('an order that never reached phoenixd raises an alarm an hour after the expiry of its invoice: only an operator resolves it', async () => {
    const elsewhere = await openWorld({ dialect: 'sqlite' })
    onTestFinished(() => elsewhere.close())
    const { bolt11 } = await elsewhere.invoice(await elsewhere.openWallet(), 21, { expiry: 600 })
    const payer = await world.openWallet(100)
    peer.server.plan('POST /payinvoice', { do: 'lose-request' })
    expect((await world.send(payer, bolt11)).status).toBe(201)
    const alarmsAfter = async (seconds: number): Promise<string[]> => {
      world.advance(seconds)
      await world.tick()
      await world.service.pollLatePayments()
      return (await listAlarms(world.db, 10)).map(({ kind }) => kind)
    }
    expect(await alarmsAfter(3600)).not.toContain('pending-for-long')
    expect(await alarmsAfter(700)).toContain('pending-for-long')
  })
})
