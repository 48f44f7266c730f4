import { NWCPROVIDER } from '@satchel/extensions/nwcprovider/nwcprovider'
import { createReader } from '@satchel/http/environment'
import { SILENT_LOG } from '@satchel/http/log'
import { openNwc } from '@satchel/lightning/backends/nwc/open-nwc'
import { readNwc } from '@satchel/lightning/backends/nwc/read-nwc'
import { createMemoryNotes } from '@satchel/lightning/world/peer-parts/memory-notes'
import { msat } from '@satchel/money/units'
import { expect, onTestFinished, test } from 'vitest'
import { openNwcWorld } from '../../../test/world/nostr/open-nwc-world.ts'

const PERMISSIONS = ['pay', 'invoice', 'lookup', 'history', 'balance', 'info'] as const

/** Another Satchel with a wallet that its owner has connected to ours. */
async function openPair() {
  const { world, connect, owner } = await openNwcWorld(NWCPROVIDER, 'sqlite', { running: true })
  const { connection_uri: uri } = await connect({ permissions: [...PERMISSIONS], unlimited: true })
  const config = readNwc(createReader({ NWC_PAIRING_URL: uri }, []), { problems: [] })
  const clock = () => world.nowSeconds() * 1000
  const source = await openNwc(config, { notes: createMemoryNotes(), network: 'bcrt', clock, log: SILENT_LOG })
  onTestFinished(() => source.close())
  await expect.poll(() => source.identity(), { timeout: 10_000 }).toEqual({ network: 'bcrt', nodeKey: '' })
  return { world, owner, source }
}

const request = (memo: string) => ({ amountMsat: msat(21_000), memo, expirySeconds: 3600, createdAt: 0 })

test("one Satchel's wallet can fund another Satchel: it receives, pays and reports both", async () => {
  const { world, owner, source } = await openPair()
  expect(await source.balance()).toBe(100_000_000n)

  const made = await source.createInvoice(request('tea'))
  expect(await source.incomingStatus(made.paymentHash)).toEqual({ status: 'open' })
  const heard: string[] = []
  source.onReceipt(({ paymentHash }) => heard.push(paymentHash))
  await world.node.sendControl('POST /receive', { bolt11: made.bolt11 })
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([made.paymentHash])
  expect(await source.incomingStatus(made.paymentHash)).toEqual({ status: 'settled', amountMsat: 21_000n })
  const { receipts, cursor } = await source.receiptsSince(undefined, 10)
  expect(receipts).toContainEqual({
    receiptId: `nwc:${made.paymentHash}`,
    paymentHash: made.paymentHash,
    kind: 'settled',
    amountMsat: 21_000n,
  })
  expect((await source.receiptsSince(cursor, 10)).receipts).toEqual([])

  const theirs = await world.foreignInvoice(50_000)
  const order = { bolt11: theirs.bolt11, paymentHash: theirs.hash, feeLimitMsat: msat(2000), attemptId: 'one' }
  expect(await source.outgoingStatus(order)).toEqual({ status: 'not_found' })
  expect(await source.pay(order)).toMatchObject({ status: 'settled', preimage: theirs.preimage })
  expect(await source.outgoingStatus(order)).toMatchObject({ status: 'settled', preimage: theirs.preimage })
  expect(BigInt(await world.balanceMsat(owner))).toBe(await source.balance())
})
