import { openLndPeer } from '@satchel/lightning/world/peers/lnd/lnd-peer'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../world/open-world.ts'

const INVOICES = 200
const NODE_MS = 300
const MAX_MS = 1500

test('two hundred concurrent invoices of a node that takes 300 ms for each take a second and a half at most', async () => {
  const peer = await openLndPeer()
  const world = await openWorld({ dialect: 'sqlite', env: peer.env })
  onTestFinished(async () => {
    await world.close()
    await peer.close()
  })
  const wallet = await world.openWallet()
  const makeAll = () => Promise.all(Array.from({ length: INVOICES }, () => world.invoice(wallet, 21)))
  // Connections are opened first: the test measures only whether one invoice waits for another.
  await makeAll()
  peer.server.plan(
    'POST /v1/invoices',
    ...Array.from({ length: INVOICES }, () => ({ do: 'delay', ms: NODE_MS }) as const),
  )
  const since = performance.now()
  const made = await makeAll()
  const tookMs = performance.now() - since
  expect(new Set(made.map(({ payment_hash: hash }) => hash)).size).toBe(INVOICES)
  expect(tookMs).toBeGreaterThan(NODE_MS)
  expect(tookMs).toBeLessThan(MAX_MS)
})
