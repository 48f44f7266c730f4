import type { FaultyNode } from '@satchel/lightning/world/peer-parts/faulty-node'
import { describe, expect, test } from 'vitest'
import { until } from './drive-sends.ts'
import { useFaultBench } from './use-fault-bench.ts'

/** The status of a hosted node for operators, and the rules for a node that cannot close invoices. */
export function hostedService(name: string, open: () => Promise<FaultyNode>): void {
  describe(`the service on ${name}`, () => {
    const bench = useFaultBench(open)
    const status = async () => (await bench.world.call('GET', '/api/v1/status')).body

    test('status and metrics say whether it answers', async () => {
      const { faulty, world } = bench
      await world.tick()
      expect(await status()).toMatchObject({ network: 'bcrt', node_answers: true, real_money: true })
      await faulty.server.goDown()
      await world.tick().catch(() => undefined)
      expect(await status()).toMatchObject({ node_answers: false })
      expect((await world.call('GET', '/metrics')).body).toContain('satchel_funding_up 0')
      const wallet = await world.openWallet()
      const asked = await world.call('POST', '/api/v1/payments', {
        key: wallet.invoiceKey,
        body: { out: false, amount: 21 },
      })
      expect(asked.status).toBe(503)
      await faulty.server.comeUp()
      await world.tick()
      expect(await status()).toMatchObject({ node_answers: true })
      expect((await world.call('GET', '/metrics')).body).toContain('satchel_funding_up 1')
    })

    test('what arrives while the service does not run is credited once when it does', async () => {
      const { faulty, world } = bench
      const wallet = await world.openWallet()
      const { payment_request: bolt11 } = await world.invoice(wallet, 21)
      await world.restart({}, () => faulty.node.outside.payOurInvoice(bolt11))
      await until('the money is credited', async () => {
        await world.tick().catch(() => undefined)
        return (await world.balanceMsat(wallet)) > 0
      })
      await world.restart()
      await world.tick()
      expect(await world.balanceMsat(wallet)).toBe(21_000)
    })

    test('a payment between wallets sends nothing; what is then paid from outside as well is surplus', async () => {
      const { faulty, world } = bench
      const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
      const { payment_request: bolt11, payment_hash: paymentHash } = await world.invoice(payee, 21)
      expect((await world.send(payer, bolt11)).status).toBe(201)
      expect([await world.balanceMsat(payee), await world.balanceMsat(payer)]).toEqual([21_000, 79_000])
      expect(faulty.node.sends(paymentHash)).toBe(0)
      await faulty.node.outside.payOurInvoice(bolt11)
      await world.tick()
      expect(await world.balanceMsat(payee)).toBe(21_000)
    })
  })
}
