import { type BlinkPeer, openBlinkPeer } from '@satchel/lightning/world/peers/blink/blink-peer'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../test/world/funding/drive-sends.ts'
import { openWorld, type World } from '../../../test/world/open-world.ts'

let peers: { readonly ours: BlinkPeer; readonly other: BlinkPeer }
let world: World
beforeEach(async () => {
  peers = { ours: await openBlinkPeer(), other: await openBlinkPeer() }
  peers.other.appearAs({ walletId: 'wallet-of-another-account' })
  world = await openWorld({ dialect: 'sqlite', env: peers.ours.env })
})
afterEach(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
  await peers.ours.close()
  await peers.other.close()
})

async function hang() {
  const wallet = await world.openWallet(1000)
  const { bolt11, paymentHash } = await peers.ours.node.outside.makeInvoice(msat(100_000))
  peers.ours.node.plan(paymentHash, { ends: 'on-command' })
  expect((await world.send(wallet, bolt11)).status).toBe(201)
  await until('Blink has the order', async () => peers.ours.node.sends(paymentHash) > 0)
  const look = async () => (await world.call('GET', `/api/v1/payments/${paymentHash}`, { key: wallet.invoiceKey })).body
  return { wallet, paymentHash, look }
}

test('the key of another account stops the start, which never queries pending payments', async () => {
  const { paymentHash, look } = await hang()
  await expect(world.restart(peers.other.env)).rejects.toThrow(/SERVICE_FUNDING_SOURCE.*another blink node/)
  expect(peers.other.server.calls.filter((call) => !call.endsWith('Introduce'))).toEqual([])
  await world.restart()
  expect(await look()).toMatchObject({ status: 'pending' })
  peers.ours.node.finish(paymentHash, 'settled')
  world.advance(31)
  await world.tick()
  expect(await look()).toMatchObject({ status: 'success' })
})

test('after a change of accounts payments in flight are followed at the old one, and new ones use the new one', async () => {
  const { wallet, paymentHash, look } = await hang()
  const former = Object.fromEntries(
    Object.entries(peers.ours.env).flatMap(([name, value]) =>
      name.startsWith('BLINK_') ? [[`FORMER_${name}`, value]] : [],
    ),
  )
  await world.restart({ ...peers.other.env, ...former, SERVICE_FORMER_FUNDING_SOURCE: 'blink' })
  const { bolt11, paymentHash: later } = await peers.other.node.outside.makeInvoice(msat(50_000))
  expect((await world.send(wallet, bolt11)).status).toBe(201)
  peers.ours.node.finish(paymentHash, 'settled')
  world.advance(31)
  await world.tick()
  expect(await look()).toMatchObject({ status: 'success' })
  expect([peers.other.node.sends(later), peers.ours.node.sends(later), peers.other.node.sends(paymentHash)]).toEqual([
    1, 0, 0,
  ])
})
