import { readInvoice } from '@satchel/bolt11/read-invoice'
import { expect, onTestFinished, test } from 'vitest'
import { attempt } from '../world/contract/contract-world.ts'
import { readFundingEnv } from '../world/own-process/read-funding-env.ts'
import type { FaultyHttpNode } from '../world/peer-parts/faulty-node.ts'
import { createMemoryNotes } from '../world/peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../world/peer-parts/silent-log.ts'
import { openBlinkPeer } from '../world/peers/blink/blink-peer.ts'
import { openOpenNodePeer } from '../world/peers/opennode/opennode-peer.ts'
import { openStrikePeer } from '../world/peers/strike/strike-peer.ts'
import { openFundingSource } from './open-funding-source.ts'

const HOSTED: readonly (readonly [string, () => Promise<FaultyHttpNode>])[] = [
  ['Blink', openBlinkPeer],
  ['OpenNode', openOpenNodePeer],
  ['Strike', openStrikePeer],
]

test.each(HOSTED)('%s is not asked to pay an invoice when nothing names an amount', async (_name, openPeer) => {
  const peer = await openPeer()
  onTestFinished(() => peer.close())
  const read = readFundingEnv(peer.env)
  if ('problems' in read) throw new Error(read.problems.join())
  const source = await openFundingSource(read.funding, { clock: Date.now, log: SILENT_LOG, notesOf: createMemoryNotes })
  onTestFinished(() => source.close())
  const invoice = await peer.node.outside.makeInvoice(undefined)
  expect(readInvoice(invoice.bolt11).amountMsat).toBeUndefined()
  const before = peer.server.calls.length
  expect(await source.pay(await attempt(source, invoice))).toEqual({ status: 'not_sent', reason: 'amount_missing' })
  expect(peer.server.calls.slice(before).filter((call) => call.startsWith('POST'))).toEqual([])
})
