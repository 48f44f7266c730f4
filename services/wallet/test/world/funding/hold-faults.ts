import { expect, type TestContext, test } from 'vitest'
import { until } from './drive-sends.ts'
import { type FaultBench, finalStatus, later } from './fault-bench.ts'

/** Hold invoices while the node fails: each decision takes effect exactly once. */
export function holdFaults(bench: FaultBench): void {
  async function makeHold(context: TestContext) {
    const { world } = bench
    if (!world.service.funding.can.hold) context.skip('This source cannot hold.')
    const wallet = await world.openWallet()
    const { checking_id: id, payment_request: bolt11 } = await world.invoice(wallet, 21, { hold: true })
    const isHeld = (): Promise<void> =>
      until('it is held', async () => {
        await world.tick()
        return (
          (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.details.held === true
        )
      })
    const decide = (method: 'PUT' | 'DELETE') => world.call(method, `/api/v1/payments/${id}`, { key: wallet.adminKey })
    return { wallet, bolt11: bolt11 as string, isHeld, decide, id: id as string }
  }

  test('what is held while the service cannot reach the node is found, and taken once', async (context) => {
    const { faulty, world } = bench
    const { wallet, bolt11, isHeld, decide } = await makeHold(context)
    await faulty.server.goDown()
    await faulty.node.outside.payOurInvoice(bolt11)
    await world.restart()
    await faulty.server.comeUp()
    await isHeld()
    expect(await world.balanceMsat(wallet)).toBe(0)
    expect((await decide('PUT')).status).toBe(200)
    await later(bench)
    expect(await world.balanceMsat(wallet)).toBe(21_000)
  })

  test.for(['PUT', 'DELETE'] as const)(
    'a hold that is decided (%s) while the node is away is carried out when it is back',
    async (method, context) => {
      const { faulty, world } = bench
      const { wallet, bolt11, isHeld, decide, id } = await makeHold(context)
      await faulty.node.outside.payOurInvoice(bolt11)
      await isHeld()
      await faulty.server.goDown()
      const decided = await decide(method)
      expect([decided.status, decided.body.status]).toEqual([200, 'pending'])
      await later(bench)
      expect(await world.balanceMsat(wallet)).toBe(0)
      await faulty.server.comeUp()
      await finalStatus(bench, { wallet, bolt11, paymentHash: id })
      await later(bench)
      expect(await world.balanceMsat(wallet)).toBe(method === 'PUT' ? 21_000 : 0)
      expect((await decide(method)).status).toBe(200)
    },
  )
}
