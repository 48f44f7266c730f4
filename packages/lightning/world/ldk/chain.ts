import { hash as digest } from 'node:crypto'
import * as ldk from 'lightningdevkit'

/** The height of the chain before any test. */
export const BEGINNING = { height: 100, hash: digestTwice(headerOf(100)) } as const

/** The parts of a node that want to know of blocks. */
interface Watcher {
  readonly manager: ldk.ChannelManager
  readonly monitor: ldk.ChainMonitor
}

export interface Chain {
  height(): number
  /** All nodes see it confirmed, deep enough for a channel to be announced. */
  confirm(transaction: Uint8Array): void
  /** All nodes see the chain at this height. */
  reach(height: number): void
}

/** A chain that exists only in the data given to the nodes; its blocks have no proof of work. */
export function createChain(nodes: readonly Watcher[]): Chain {
  let height: number = BEGINNING.height
  const reach = (wanted: number): void => {
    height = wanted
    for (const listener of nodes.flatMap(listenersOf)) listener.best_block_updated(headerOf(height), height)
  }
  return {
    height: () => height,
    confirm(transaction) {
      height += 1
      for (const listener of nodes.flatMap(listenersOf)) {
        const found = ldk.TwoTuple_usizeTransactionZ.constructor_new(1, transaction)
        listener.transactions_confirmed(headerOf(height), [found], height)
      }
      reach(height + 6)
    },
    reach,
  }
}

const listenersOf = ({ manager, monitor }: Watcher) => [manager.as_Confirm(), monitor.as_Confirm()]

/** One input from nowhere, one output: the channel. */
export function fundingTransaction(valueSat: bigint, script: Uint8Array, mark: number): Uint8Array {
  const value = Buffer.alloc(8)
  value.writeBigUInt64LE(valueSat)
  return Buffer.concat([
    // Version 2, with witnesses, one input: an unknown outpoint, final.
    Buffer.from([2, 0, 0, 0, 0, 1, 1]),
    Buffer.alloc(36, mark),
    Buffer.from([0, 255, 255, 255, 255, 1]),
    value,
    Buffer.from([script.length]),
    script,
    // A witness of one byte, no lock time.
    Buffer.from([1, 1, 255, 0, 0, 0, 0]),
  ])
}

/** 80 bytes; its date only shows that time passes. */
function headerOf(height: number): Uint8Array {
  const header = Buffer.alloc(80)
  header.writeUInt32LE(1, 0)
  header.writeUInt32LE(height, 36)
  header.writeUInt32LE(Math.floor(Date.now() / 1000), 68)
  return header
}

function digestTwice(bytes: Uint8Array): Uint8Array {
  return Buffer.from(digest('sha256', digest('sha256', bytes, 'buffer'), 'hex'), 'hex')
}
