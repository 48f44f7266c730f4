import { hash as digest, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { request } from '../../../world/contract/contract-world.ts'
import type { PartPlace } from '../../../world/peers/lnd/lnd-peer-channels.ts'
import { openTestLnd } from '../../../world/peers/lnd/open-test-lnd.ts'

let lnd: Awaited<ReturnType<typeof openTestLnd>>
beforeAll(async () => {
  lnd = await openTestLnd()
})
afterAll(() => lnd.close())

/** A hold that LND calls settled, and whose payment is at that place. */
async function settleAt(place: PartPlace, sat = 40_000) {
  const { peer, source } = lnd
  const preimage = randomBytes(32).toString('hex')
  const holdHash = digest('sha256', Buffer.from(preimage, 'hex'))
  const { bolt11 } = await source.createInvoice(request({ holdHash, amountMsat: BigInt(sat * 1000) as never }))
  await peer.node.outside.payOurInvoice(bolt11)
  expect(await source.holdClaim?.(holdHash)).toBeUndefined()
  peer.mood.parts.set(holdHash, place)
  return { preimage, holdHash, settle: () => source.settleHold(preimage) }
}

test.each<[PartPlace, number, 'taken' | 'lost' | { claimBefore: number }]>([
  ['in-channel', 40_000, { claimBefore: 1144 }],
  ['closing', 40_000, { claimBefore: 1144 }],
  ['first-stage', 40_001, { claimBefore: 1144 }],
  ['second-stage', 40_002, 'taken'],
  ['claimed', 40_003, 'taken'],
  ['timed-out', 40_004, 'lost'],
  ['gone-before', 40_005, 'taken'],
  // It may have been too small for an output of its own.
  ['gone-before', 500, { claimBefore: 1144 }],
])('a settled hold whose payment is %s, of %i sat: %j', async (place, sat, claim) => {
  const { source } = lnd
  const hold = await settleAt(place, sat)
  if (typeof claim === 'object') await expect(hold.settle()).rejects.toThrow('has not received it yet')
  else expect(await hold.settle()).toBe(claim === 'taken' ? 'settled' : 'gone')
  expect(await source.holdClaim?.(hold.holdHash)).toEqual(claim)
})
