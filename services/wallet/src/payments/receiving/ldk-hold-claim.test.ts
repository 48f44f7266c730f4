import { openLdkServerPeer } from '@satchel/lightning/world/peers/ldk-server/ldk-server-peer'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../../test/world/open-world.ts'
import { listAlarms } from '../../ledger/halt.ts'

/** A hold of 77 sat that its owner settles while the payment is in a channel that starts to close. */
async function settleInClosingChannel() {
  const peer = await openLdkServerPeer()
  onTestFinished(peer.close)
  const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_PAY_WAIT_MS: '250', ...peer.env } })
  onTestFinished(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })
  await world.tick()
  const wallet = await world.openWallet()
  const { bolt11, checking_id: id, payment_hash: hash } = await world.invoice(wallet, 77, { hold: true })
  await peer.node.outside.payOurInvoice(bolt11)
  await world.tick()
  peer.mood.places.set(hash, 'closing')
  expect((await world.call('PUT', `/api/v1/payments/${id}`, { key: wallet.adminKey })).status).toBe(200)
  const look = async (): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      world.advance(6)
      await world.tick()
    }
  }
  const kinds = async () => (await listAlarms(world.db, 100)).map(({ kind }) => kind)
  return { peer, world, wallet, hash, id, look, kinds }
}

test('a hold that LDK Server settles while its channel closes is credited when its payment is claimed on chain, not before', async () => {
  const { peer, world, wallet, hash, look, kinds } = await settleInClosingChannel()
  for (const place of ['closing', 'unclaimed'] as const) {
    peer.mood.places.set(hash, place)
    await look()
    expect(await world.balanceMsat(wallet)).toBe(0)
  }
  expect(await kinds()).toEqual(['hold-unclaimed'])
  peer.mood.places.set(hash, 'claimed')
  await look()
  expect(await world.balanceMsat(wallet)).toBe(77_000)
})

test('a hold that its payer takes back on-chain is credited to no wallet', async () => {
  const { peer, world, wallet, hash, id, look, kinds } = await settleInClosingChannel()
  peer.mood.places.set(hash, 'unclaimed')
  peer.mine(149)
  await look()
  peer.mood.places.set(hash, 'over')
  peer.mine(1)
  await look()
  expect(await world.balanceMsat(wallet)).toBe(0)
  expect(await kinds()).toContain('hold-lost')
  const { body } = await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })
  expect(body.status).toBe('failed')
})
