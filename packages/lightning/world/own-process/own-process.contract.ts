import { msat } from '@satchel/money/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFundingSource } from '../../src/open-funding-source.ts'
import type { FundingSource } from '../../src/port/funding-source.ts'
import { type ContractWorld, newOrder } from '../contract/contract-world.ts'
import { fundingSourceContract } from '../contract/funding-source.contract.ts'
import { createMemoryNotes } from '../peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../peer-parts/silent-log.ts'
import { openPeerProcess, type PeerProcess } from './open-peer-process.ts'
import type { PeerName } from './peer-process.ts'
import { readFundingEnv } from './read-funding-env.ts'

/** Whether its world lets an adapter work. */
type Traits = Omit<ContractWorld, 'source' | 'outside' | 'another' | 'untilStreaming' | 'close'>

/**
 * The contract of a funding source, on a peer in a separate process that the adapter knows by its variables only. One
 * process for all tests of a file; in the end it is killed in the middle of a payment.
 */
export function ownProcessContract(name: string, peerName: PeerName, traits: Traits = {}): void {
  describe(`a peer in a separate process, ${peerName}`, () => {
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
        another: () => openByVariables(peer.env),
        untilStreaming: () => expect.poll(peer.subscriptions, { timeout: 10_000 }).not.toBe(0),
        ...traits,
        close: () => source.close(),
      }
    })

    test('a payment during which the node is killed stays pending: its outcome is not known', async () => {
      const source = await openByVariables(peer.env)
      const [begun, late] = [
        await peer.outside.makeInvoice(msat(50_000n)),
        await peer.outside.makeInvoice(msat(50_000n)),
      ]
      await peer.plan(begun.paymentHash, { ends: 'on-command' })
      const order = newOrder(begun)
      const paying = source.pay(order).catch(() => ({ status: 'pending' }))
      await expect.poll(() => peer.sends(begun.paymentHash)).toBe(1)
      await peer.kill()
      const known = await source.outgoingStatus(order).catch(() => ({ status: 'pending' }))
      expect(known).toEqual({ status: 'pending' })
      // A later payment has certainly not been sent.
      expect(await source.pay(newOrder(late))).toMatchObject({ status: 'not_sent' })
      await source.close()
      expect(await paying).toEqual({ status: 'pending' })
    })
  })
}

async function openByVariables(env: Readonly<Record<string, string>>): Promise<FundingSource> {
  const read = readFundingEnv(env)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return openFundingSource(read.funding, {
    clock: Date.now,
    log: SILENT_LOG,
    notesOf: createMemoryNotes,
    serviceSide: { state: notSimulated, resume: notSimulated },
  })
}

const notSimulated = (): Promise<never> => Promise.reject(new Error('only the simulated node asks about the service'))
