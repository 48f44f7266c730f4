import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../world/drive-sends.ts'
import { openPhoenixdPeer, type PhoenixdPeer } from '../../../world/funding/phoenixd-peer.ts'
import { openWorld, type World } from '../../../world/open-world.ts'

let peer: PhoenixdPeer
let world: World
beforeAll(async () => {
  peer = await openPhoenixdPeer()
  world = await openWorld({ dialect: 'sqlite', env: peer.env })
  await until('the node is known', async () => world.service.funding.identity() !== undefined)
})
afterAll(async () => {
  await world.close()
  await peer.close()
})

test('a payment between wallets sends nothing, proves itself by the preimage that phoenixd chose, and owes no closing', async () => {
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

test('what is then paid from outside as well is kept as surplus, and credited to nobody', async () => {
  const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
  const { payment_request: bolt11 } = await world.invoice(payee, 21)
  await world.send(payer, bolt11)
  await peer.node.outside.payOurInvoice(bolt11)
  await world.tick()
  expect(await world.balanceMsat(payee)).toBe(21_000)
  expect(await world.violations()).toEqual([])
})

test("a payment of which the channel took its cost is credited in full: the cost is the operator's", async () => {
  const payee = await world.openWallet()
  const { payment_request: bolt11, payment_hash: paymentHash } = await world.invoice(payee, 5000)
  peer.takeLiquidityFee(paymentHash, 3000n)
  await peer.node.outside.payOurInvoice(bolt11)
  await world.tick()
  expect(await world.balanceMsat(payee)).toBe(5_000_000)
  expect(await world.violations()).toEqual([])
})
