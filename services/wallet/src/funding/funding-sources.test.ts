import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LndPeer, openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'

let peer: LndPeer
let world: World
beforeAll(async () => {
  peer = await openLndPeer()
  world = await openWorld({ dialect: 'sqlite', env: peer.env })
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
  await peer.close()
})

test('a starting node is not reported as not configured', async () => {
  const query = { paymentHash: 'ab'.repeat(32), attemptId: 'one' }
  expect(await world.service.funding.of(1).outgoingStatus(query)).toMatchObject({ status: 'not_found' })
  peer.mood.startingUp = 'waiting to start, RPC services not available'
  await world.restart()
  await expect(world.service.funding.of(1).outgoingStatus(query)).rejects.toThrow(/not said yet who it is/)
  peer.mood.startingUp = undefined
  await expect.poll(() => world.service.funding.identity(), { timeout: 10_000 }).toBeDefined()
  await expect(world.service.funding.of(2).outgoingStatus(query)).rejects.toThrow(/not configured any more/)
})

test('an invoice paid inside while its node starts is closed at the node when it answers', async () => {
  const [payer, payee] = [await world.openWallet(1000), await world.openWallet(0)]
  const { bolt11, payment_hash: hash } = await world.invoice(payee, 100)
  peer.mood.startingUp = 'waiting to start, RPC services not available'
  await world.restart()
  expect((await world.send(payer, bolt11)).status).toBe(201)
  expect(await world.balanceMsat(payee)).toBe(100_000)
  expect(peer.node.invoices.get(hash)?.state).toBe('open')
  peer.mood.startingUp = undefined
  await expect.poll(() => world.service.funding.identity(), { timeout: 10_000 }).toBeDefined()
  world.advance(60)
  await world.tick()
  expect(peer.node.invoices.get(hash)?.state).toBe('closed')
})

test('the journal of the simulated node may be in a folder that does not exist yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const journal = join(folder, 'new/folder/node.journal')
  const simulated = await openWorld({ dialect: 'sqlite', env: { SERVICE_SIM_JOURNAL: journal } })
  await simulated.close()
  expect(existsSync(journal)).toBe(true)
})
