import { readInvoice } from '@satchel/bolt11/read-invoice'
import { expect, test } from 'vitest'
import { attempt } from '../world/contract/contract-world.ts'
import { openOn } from '../world/own-process/open-watched.ts'
import type { FaultyHttpNode } from '../world/peer-parts/faulty-node.ts'
import { openBlinkPeer } from '../world/peers/blink/blink-peer.ts'
import { openOpenNodePeer } from '../world/peers/opennode/opennode-peer.ts'
import { openStrikePeer } from '../world/peers/strike/strike-peer.ts'

const HOSTED: readonly (readonly [string, () => Promise<FaultyHttpNode>])[] = [
  ['Blink', openBlinkPeer],
  ['OpenNode', openOpenNodePeer],
  ['Strike', openStrikePeer],
]

test.each(HOSTED)('%s is not asked to pay an invoice when nothing names an amount', async (_name, openPeer) => {
  const { source, node, server } = await openOn(openPeer)
  const invoice = await node.outside.makeInvoice(undefined)
  expect(readInvoice(invoice.bolt11).amountMsat).toBeUndefined()
  const before = server.calls.length
  expect(await source.pay(await attempt(source, invoice))).toEqual({ status: 'not_sent', reason: 'amount_missing' })
  expect(server.calls.slice(before).filter((call) => call.startsWith('POST'))).toEqual([])
})
