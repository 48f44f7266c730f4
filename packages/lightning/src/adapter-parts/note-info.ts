import { sat, satToMsat } from '@satchel/money/units'
import type { NodeInfo } from '../port/node-info.ts'
import type { NodeTrouble, Troubles } from '../port/node-trouble.ts'

/**
 * About the fee of one transaction at a busy time, and what LND itself keeps back for a channel. With less, payments of a
 * channel that closes may not be claimed in time.
 */
const MIN_COINS_MSAT = satToMsat(sat(10_000))

/** The node's report about itself shows its problems. */
export function noteInfo(troubles: Troubles, info: NodeInfo): NodeInfo {
  troubles.note('sync', findLag(info))
  troubles.note('coins', findLack(info))
  return info
}

function findLag({ synced, graphSynced }: NodeInfo): NodeTrouble | undefined {
  if (synced === false) return { kind: 'out_of_sync', detail: 'the node has not read all blocks yet' }
  if (graphSynced !== false) return undefined
  return { kind: 'out_of_sync', detail: 'the node does not know the channels of the network yet: it may find no route' }
}

function findLack({ onChainMsat, channels = 0 }: NodeInfo): NodeTrouble | undefined {
  if (onChainMsat === undefined || onChainMsat >= MIN_COINS_MSAT || channels === 0) return undefined
  const detail = `the node has ${onChainMsat / 1000n} sat on chain: when a channel closes, it cannot pay for claiming the payments in it`
  return { kind: 'no_coins', detail }
}
