import { hash as digest, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { request } from '../../../world/contract/contract-world.ts'
import { createMemoryNotes } from '../../../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../../world/peer-parts/silent-log.ts'
import type { LdkPlace } from '../../../world/peers/ldk-server/ldk-money.ts'
import { EXPIRY_HEIGHT } from '../../../world/peers/ldk-server/ldk-money.ts'
import { openLdkServerPeer } from '../../../world/peers/ldk-server/ldk-server-peer.ts'
import { readTestConfig } from '../../../world/peers/ldk-server/open-test-ldk-server.ts'
import { openLdkServer } from './open-ldk-server.ts'

/** A hold that is held, and the node that has it. */
async function openHold() {
  const peer = await openLdkServerPeer()
  onTestFinished(() => peer.close())
  const notes = createMemoryNotes()
  const open = async () => {
    const config = readTestConfig(peer.env).config
    const source = await openLdkServer(config, { notes, network: undefined, clock: Date.now, log: SILENT_LOG })
    onTestFinished(() => source.close())
    return source
  }
  const source = await open()
  const preimage = randomBytes(32).toString('hex')
  const holdHash = digest('sha256', Buffer.from(preimage, 'hex'))
  const { bolt11 } = await source.createInvoice(request({ holdHash, amountMsat: 40_000_000n as never }))
  await peer.node.outside.payOurInvoice(bolt11)
  expect(await source.holdClaim?.(holdHash)).toBeUndefined()
  const moveTo = (place: LdkPlace | undefined): void =>
    void (place === undefined ? peer.mood.places.delete(holdHash) : peer.mood.places.set(holdHash, place))
  return {
    peer,
    open,
    source,
    moveTo,
    claim: () => source.holdClaim?.(holdHash),
    settle: () => source.settleHold(preimage),
  }
}

const WAITING = { claimBefore: EXPIRY_HEIGHT }

test('a settled hold that has left an open channel is taken', async () => {
  const { settle, claim } = await openHold()
  expect(await settle()).toBe('settled')
  expect(await claim()).toBe('taken')
})

test.each<LdkPlace>(['peer-away', 'closing', 'unclaimed'])(
  'a settled hold is not taken while its payment is %s, and the block before which it must be claimed is named',
  async (place) => {
    const { settle, claim, moveTo } = await openHold()
    moveTo(place)
    await expect(settle()).rejects.toThrow('has not received it yet')
    expect(await claim()).toEqual(WAITING)
    await expect(settle()).rejects.toThrow('has not received it yet')
    moveTo(place === 'peer-away' ? undefined : 'claimed')
    expect(await claim()).toBe('taken')
    expect(await settle()).toBe('settled')
  },
)

test('the channel of a hold is known after a restart of the service', async () => {
  const { settle, moveTo, open, peer } = await openHold()
  moveTo('peer-away')
  await expect(settle()).rejects.toThrow()
  const [hash] = [...peer.mood.places.keys()]
  expect(await (await open()).holdClaim?.(hash ?? '')).toEqual(WAITING)
})

test('a payment that is unclaimed at its expiry, and then listed neither as settled nor as failed, returned to its payer', async () => {
  const { settle, claim, moveTo, peer } = await openHold()
  moveTo('unclaimed')
  await expect(settle()).rejects.toThrow()
  peer.mine(EXPIRY_HEIGHT + 5 - 1000)
  expect(await claim()).toEqual(WAITING)
  moveTo('over')
  peer.mine(1)
  expect(await claim()).toBe('lost')
  expect(await settle()).toBe('gone')
})

test('a payment that disappears before its payer could have taken it back counts as claimed', async () => {
  const { settle, claim, moveTo, peer } = await openHold()
  moveTo('unclaimed')
  await expect(settle()).rejects.toThrow()
  moveTo('over')
  peer.mine(EXPIRY_HEIGHT + 5 - 1000)
  expect(await claim()).toBe('taken')
})

test('a payment that ended while Satchel was down is left to an operator: the node does not report its outcome', async () => {
  const { settle, claim, moveTo, peer } = await openHold()
  moveTo('unclaimed')
  await expect(settle()).rejects.toThrow()
  moveTo('over')
  peer.mine(EXPIRY_HEIGHT + 100 - 1000)
  expect(await claim()).toEqual(WAITING)
})

test('the payment of a hold that was settled by another program may be in any channel that starts to close', async () => {
  const { source, moveTo, claim, peer } = await openHold()
  const [invoice] = [...peer.node.invoices.values()].filter(({ isHold }) => isHold)
  const preimage = 'ab'.repeat(32)
  const other = digest('sha256', Buffer.from(preimage, 'hex'))
  const { bolt11 } = await source.createInvoice(request({ holdHash: other }))
  await peer.node.outside.payOurInvoice(bolt11)
  peer.node.settleHeld(other, preimage)
  moveTo('closing')
  expect(await source.holdClaim?.(other)).toEqual({ claimBefore: 1000 })
  moveTo(undefined)
  expect(await source.holdClaim?.(other)).toBe('taken')
  expect(invoice?.state).toBe('held')
  expect(await claim()).toBeUndefined()
})
