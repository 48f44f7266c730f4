import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { begin, debitedOnce, type FaultBench, finalStatus, RESERVED_MSAT, statusOf } from './fault-bench.ts'

/** Must be the last test: it advances the clock by months. */
export function lateOrder(bench: FaultBench): void {
  test('an order that arrives long after its invoice has expired is one debit, where the node would still pay it', async (context) => {
    const { faulty, world } = bench
    if (world.service.funding.can.paysExpired !== true) context.skip('This source pays no expired invoices.')
    const payment = await begin(bench)
    faulty.server.plan(faulty.payCall, { do: 'lose-request' })
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
    for (let months = 0; months < 4; months += 1) {
      world.advance(31 * 86_400)
      await world.tick()
    }
    expect(await statusOf(bench, payment)).toBe('pending')
    expect(await world.balanceMsat(payment.wallet)).toBe(RESERVED_MSAT)
    await world.service.funding.pay({ ...payment, feeLimitMsat: msat(2000n), attemptId: 'the one that was on its way' })
    expect(await finalStatus(bench, payment)).toBe('success')
    await debitedOnce(bench, payment)
  })
}
