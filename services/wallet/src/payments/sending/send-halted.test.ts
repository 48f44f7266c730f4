import { describe, expect, test } from 'vitest'
import { driveSends } from '../../../test/world/funding/drive-sends.ts'
import type { WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { stopPayments } from '../../ledger/halt.ts'

describe.each(DIALECTS)('payments halted, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: '1000' })
  const halt = () =>
    sends.world.db.transact(stopPayments, { reason: 'an operator said so', at: sends.world.nowSeconds() })

  async function isRefused(wallet: WorldWallet, bolt11: string): Promise<void> {
    const { status, body } = await sends.world.send(wallet, bolt11)
    expect([status, body.detail]).toEqual([500, expect.stringMatching(/payments halted/i)])
  }

  test('nothing is sent, outside or inside, while receiving and reading continue; resumed, all works as before (A56)', async () => {
    const { world } = sends
    const [wallet, payee] = [await world.openWallet(1000), await world.openWallet()]
    const outside = await sends.invoice(10_000)
    const inside = await world.invoice(payee, 10)
    await halt()
    expect((await sends.serviceSide()).halted).toBe(true)
    await isRefused(wallet, outside.bolt11)
    await isRefused(wallet, inside.payment_request)
    expect(await sends.rowsOf(wallet)).toEqual([])
    expect(await sends.sendsOf(outside.hash)).toEqual({ sends: 0, calls: 0 })
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)

    const received = await world.invoice(payee, 21)
    await sends.sendControl('POST /receive', { hash: received.payment_hash })
    await sends.later()
    expect(await world.balanceMsat(payee)).toBe(21_000)

    await sends.resume()
    expect((await world.send(wallet, outside.bolt11)).status).toBe(201)
    expect((await world.send(wallet, inside.payment_request)).status).toBe(201)
  })

  test('a halt survives a restart (A56)', async () => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11 } = await sends.invoice(10_000)
    await halt()
    await world.restart()
    await isRefused(wallet, bolt11)
    await sends.resume()
    await world.restart()
    expect((await world.send(wallet, bolt11)).status).toBe(201)
  })

  test.each([
    { truth: 'settle', ends: 'success', balance: 990_000 },
    { truth: 'fail', ends: 'failed', balance: 1_000_000 },
  ])('payments in flight are followed to their end despite the halt: $ends (A56)', async ({ truth, ends, balance }) => {
    const { world } = sends
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await sends.invoice(10_000, { pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    await halt()
    await sends.sendControl(`POST /${truth}`, { hash })
    expect(await sends.followed(wallet, hash)).toBe(ends)
    expect(await world.balanceMsat(wallet)).toBe(balance)
    await sends.resume()
  })
})
