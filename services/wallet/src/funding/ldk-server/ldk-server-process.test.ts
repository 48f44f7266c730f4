import { SILENT_LOG } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { type LdkServerProcess, openLdkServerProcess } from '../../../world/funding/open-ldk-server-process.ts'
import { fundingSourceContract } from '../funding-source.contract.ts'
import type { FundingSource } from '../funding-source.ts'
import { openLdkServer } from './ldk-server.ts'
import { readTestConfig } from './open-test-ldk-server.ts'

async function open(): Promise<{ source: FundingSource; peer: LdkServerProcess; close: () => Promise<void> }> {
  const peer = await openLdkServerProcess()
  const { config } = readTestConfig(peer.env)
  const source = await openLdkServer(config, { network: 'bcrt', clock: Date.now, log: SILENT_LOG })
  const close = async (): Promise<void> => {
    await source.close()
    await peer.kill()
  }
  return { source, peer, close }
}

fundingSourceContract('LDK Server in a process of its own', async () => {
  const { source, peer, close } = await open()
  return { source, outside: peer.outside, close }
})

test('a node that is killed while it pays has not failed: nobody knows', async () => {
  const { source, peer, close } = await open()
  const [begun, late] = [await peer.outside.makeInvoice(msat(50_000n)), await peer.outside.makeInvoice(msat(50_000n))]
  await peer.plan(begun.paymentHash, { ends: 'when-told' })
  const order = { ...begun, feeLimitMsat: msat(0n), attemptId: 'one' }
  const paying = source.pay(order)
  await expect.poll(() => peer.sends(begun.paymentHash)).toBe(1)
  await peer.kill()
  await expect(source.outgoingStatus(order)).rejects.toThrow()
  // What comes after that has certainly not been sent.
  expect(await source.pay({ ...late, feeLimitMsat: msat(0n), attemptId: 'two' })).toMatchObject({ status: 'not_sent' })
  await close()
  expect(await paying).toEqual({ status: 'pending' })
})
