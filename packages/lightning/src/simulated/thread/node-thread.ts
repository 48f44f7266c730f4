import { parentPort } from 'node:worker_threads'
import { nodeKeyOf } from '../decide/sign-node-invoice.ts'
import { openJournal } from '../journal/journal.ts'
import type { NodeReply, NodeRequest } from '../journal/node-calls.ts'
import type { NodeReceiptOf } from '../journal/node-state.ts'
import { type NodeEngine, openNodeEngine } from './node-engine.ts'

/** Messages to the thread; `journalFile` first, and again after it has stopped. */
export type ToThread =
  | { readonly journalFile: string }
  | { readonly requests: readonly NodeRequest[] }
  | { readonly listen: true }
  | { readonly stop: true }

/** Messages from the thread; `nodeKey` once, when it is ready, and `stopped` at the end. */
export type FromThread =
  | { readonly nodeKey: string; readonly foreignNodeKey: string }
  | { readonly replies: readonly NodeReply[] }
  | { readonly receipts: readonly NodeReceiptOf[] }
  | { readonly stopped: true }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const post = (message: FromThread): void => parentPort?.postMessage(message)

let engine: NodeEngine | undefined

parentPort?.on('message', (message: ToThread) => {
  if ('journalFile' in message) engine = open(message.journalFile)
  else if ('requests' in message) engine?.submit(message.requests)
  else if ('listen' in message) engine?.listen()
  else {
    engine?.stop()
    engine = undefined
    post({ stopped: true })
  }
})

function open(journalFile: string): NodeEngine {
  const opened = openNodeEngine({
    journal: openJournal(journalFile),
    clock: Date.now,
    reply: (replies) => post({ replies }),
    tell: (receipts) => post({ receipts }),
  })
  post({ nodeKey: nodeKeyOf(opened.keys.own), foreignNodeKey: nodeKeyOf(opened.keys.foreign) })
  return opened
}
