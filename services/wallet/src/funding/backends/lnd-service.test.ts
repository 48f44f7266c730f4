import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../../test/world/open-world.ts'

test('an unreachable or starting LND does not stop the start: nothing is sent until its identity is known, then payments continue', async () => {
  const peer = await openLndPeer()
  onTestFinished(peer.close)
  peer.mood.startingUp = 'waiting to start, RPC services not available'
  const world = await openWorld({ dialect: 'sqlite', env: peer.env })
  await peer.server.goDown()
  expect((await world.call('GET', '/api/v1/status')).body).toMatchObject({ network: null, real_money: true })
  const wallet = await world.openWallet(1000)
  const { bolt11 } = peer.node.own.sign({ amountMsat: 1000n })
  const answer = await world.send(wallet, bolt11)
  expect([answer.status, answer.body.detail]).toEqual([503, expect.stringMatching(/not answered yet/)])
  await peer.server.comeUp()
  peer.mood.startingUp = undefined
  await expect.poll(() => world.service.funding.identity(), { timeout: 10_000 }).toBeDefined()
  await world.tick()
  const { body } = await world.call('GET', '/api/v1/status')
  expect(body).toMatchObject({ network: 'bcrt', node_answers: true, node_answered_at: world.nowSeconds() })
  await peer.server.goDown()
  await world.tick()
  expect((await world.call('GET', '/api/v1/status')).body.node_answers).toBe(false)
  expect((await world.call('GET', '/metrics')).body).toContain('satchel_funding_up 0')
  await peer.server.comeUp()
  await world.close()
})
