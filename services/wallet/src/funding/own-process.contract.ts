import { createReader } from '@satchel/http/environment'
import { SILENT_LOG } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../world/drive-sends.ts'
import { createMemoryNotes } from '../../world/funding/memory-notes.ts'
import { openPeerProcess, type PeerProcess } from '../../world/funding/open-peer-process.ts'
import type { PeerName } from '../../world/funding/peer-process.ts'
import { readFunding } from '../config/funding/funding.ts'
import { type ContractWorld, newOrder } from './contract-world.ts'
import type { FundingSource } from './funding-source.ts'
import { fundingSourceContract } from './funding-source.contract.ts'
import { openFundingSource } from './open-funding-source.ts'

/** What its world lets an adapter do, or not. */
type Traits = Omit<ContractWorld, 'source' | 'outside' | 'untilStreaming' | 'close'>

/**
 * The contract of a funding source, on a peer in a process of its own that the adapter knows by its variables only. One
 * process for all tests of a file; in the end it is killed in the middle of a payment.
 */
export function ownProcessContract(name: string, peerName: PeerName, traits: Traits = {}): void {
  describe(`a peer in a process of its own, ${peerName}`, () => {
    let peer: PeerProcess
    beforeAll(async () => {
      peer = await openPeerProcess(peerName)
    })
    afterAll(() => peer.kill())

    fundingSourceContract(name, async () => {
      const source = await openByVariables(peer.env)
      return {
        source,
        outside: peer.outside,
        untilStreaming: () => until('the stream is taken', async () => (await peer.subscriptions()) !== 0),
        ...traits,
        close: () => source.close(),
      }
    })

    test('when it is killed while it pays the payment has not failed: nobody knows', async () => {
      const source = await openByVariables(peer.env)
      const [begun, late] = [
        await peer.outside.makeInvoice(msat(50_000n)),
        await peer.outside.makeInvoice(msat(50_000n)),
      ]
      await peer.plan(begun.paymentHash, { ends: 'when-told' })
      const order = newOrder(begun)
      const paying = source.pay(order).catch(() => ({ status: 'pending' }))
      await expect.poll(() => peer.sends(begun.paymentHash)).toBe(1)
      await peer.kill()
      const known = await source.outgoingStatus(order).catch(() => ({ status: 'pending' }))
      expect(known).toEqual({ status: 'pending' })
      // What comes after that has certainly not been sent.
      expect(await source.pay(newOrder(late))).toMatchObject({ status: 'not_sent' })
      await source.close()
      expect(await paying).toEqual({ status: 'pending' })
    })
  })
}

async function openByVariables(env: Readonly<Record<string, string>>): Promise<FundingSource> {
  const problems: string[] = []
  const config = readFunding(createReader(env, problems), { env, dataFolder: '', problems })
  expect(problems).toEqual([])
  return openFundingSource(config, {
    clock: Date.now,
    log: SILENT_LOG,
    notesOf: createMemoryNotes,
    serviceSide: { state: notSimulated, resume: notSimulated },
  })
}

const notSimulated = (): Promise<never> => Promise.reject(new Error('only the simulated node asks about the service'))
