import { openOpenNodePeer } from '@satchel/lightning/world/peers/opennode/opennode-peer'
import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { until } from '../../../test/world/funding/drive-sends.ts'
import { hostedService } from '../../../test/world/funding/hosted-service.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'

hostedService('OpenNode', openOpenNodePeer)

/** The service with OpenNode as it is: without preimages. */
async function open(changed: Readonly<Record<string, string>> = {}) {
  const peer = await openOpenNodePeer()
  const world: World = await openWorld({ dialect: 'sqlite', env: { ...peer.env, ...changed } })
  await until('the node is known', async () => world.service.funding.identity() !== undefined)
  return {
    peer,
    world,
    async close() {
      expect(await world.violations()).toEqual([])
      await world.close()
      await peer.close()
    },
  }
}

test('without an explicit permission a payment is rejected: nothing is sent, nothing is reserved', async () => {
  const { peer, world, close } = await open({ OPENNODE_ALLOW_UNPROVEN_PAYMENTS: 'false' })
  const wallet = await world.openWallet(1000)
  const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(100_000))
  expect((await world.send(wallet, bolt11)).status).toBe(400)
  expect(peer.node.sends(paymentHash)).toBe(0)
  expect(await world.balanceMsat(wallet)).toBe(1_000_000)
  await close()
})

test('a payment confirmed by OpenNode without proof is not a success: it stays pending, with an alarm', async () => {
  const { peer, world, close } = await open()
  const wallet = await world.openWallet(1000)
  const { bolt11, paymentHash } = await peer.node.outside.makeInvoice(msat(100_000))
  expect((await world.send(wallet, bolt11)).status).toBe(201)
  world.advance(31)
  await world.tick()
  const { body } = await world.call('GET', `/api/v1/payments/${paymentHash}`, { key: wallet.invoiceKey })
  expect(body.status).toBe('pending')
  const alarms = await world.db.list('SELECT kind FROM alarms', [], ({ kind }: { kind: string }) => kind)
  expect(alarms).toContain('bad-preimage')
  expect((await world.send(wallet, bolt11)).status).toBe(400)
  expect(peer.node.sends(paymentHash)).toBe(1)
  await close()
})
