import { parentPort, workerData } from 'node:worker_threads'
import { openJournal } from './journal.ts'
import { openNodeEngine } from './node-engine.ts'
import type { NodeReply, NodeRequest } from './node-calls.ts'
import type { NodeReceiptOf } from './node-state.ts'
import { nodeKeyOf } from './sign-node-invoice.ts'

/** What the thread is told. */
export type ToThread =
  | { readonly requests: readonly NodeRequest[] }
  | { readonly listen: true }
  | { readonly stop: true }

/** What the thread tells; `nodeKey` once, when it is ready. */
export type FromThread =
  | { readonly nodeKey: string; readonly foreignNodeKey: string }
  | { readonly replies: readonly NodeReply[] }
  | { readonly receipts: readonly NodeReceiptOf[] }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const post = (message: FromThread): void => parentPort?.postMessage(message)

const { journalFile } = workerData as { journalFile: string }
const engine = openNodeEngine({
  journal: openJournal(journalFile),
  clock: Date.now,
  reply: (replies) => post({ replies }),
  tell: (receipts) => post({ receipts }),
})

parentPort?.on('message', (message: ToThread) => {
  if ('requests' in message) engine.submit(message.requests)
  else if ('listen' in message) engine.listen()
  else {
    engine.stop()
    parentPort?.close()
  }
})
post({ nodeKey: nodeKeyOf(engine.keys.own), foreignNodeKey: nodeKeyOf(engine.keys.foreign) })
