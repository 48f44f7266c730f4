import { Worker } from 'node:worker_threads'
import { ServiceError } from '@satchel/http/service-error'
import type { Answer, Ask, NodeCall, NodeReply, NodeRequest } from './node-calls.ts'
import type { NodeReceiptOf } from './node-state.ts'
import type { FromThread, ToThread } from './node-thread.ts'

export interface NodeThread {
  readonly nodeKey: string
  readonly foreignNodeKey: string
  ask<K extends NodeCall>(call: K, ask: Ask<K>): Promise<Answer<K>>
  /** All receipts of the node's stream from now on. */
  listen(listener: (receipt: NodeReceiptOf) => void): void
  close(): Promise<void>
}

interface Asked {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

const CLOSED = 'The node is closed.'

/** The node on its own thread: syncing its journal never holds up whoever asks. What is asked in one turn goes together. */
export async function openNodeThread(journalFile: string, date: () => number): Promise<NodeThread> {
  // Flags of the process, such as `--input-type`, may not fit the thread's file.
  const worker = new Worker(new URL('./node-thread.ts', import.meta.url), { workerData: { journalFile }, execArgv: [] })
  const asked = new Map<number, Asked>()
  let listener: ((receipt: NodeReceiptOf) => void) | undefined
  let unsent: NodeRequest[] = []
  let lastId = 0
  let ended: string | undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: ToThread): void => worker.postMessage(message)
  const send = (): void => {
    const requests = unsent
    unsent = []
    post({ requests })
  }
  const end = (reason: string): void => {
    ended ??= reason
    for (const { reject } of asked.values()) reject(new Error(ended))
    asked.clear()
  }
  const keys = await firstMessage(worker)
  worker.on('message', (message: FromThread) => {
    if ('replies' in message) for (const reply of message.replies) answer(asked, reply)
    else if ('receipts' in message) for (const receipt of message.receipts) listener?.(receipt)
  })
  worker.on('error', (error: Error) => end(`The node has stopped: ${error.message}`))
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      end('The node has stopped.')
      resolve()
    })
  })
  return {
    ...keys,
    async ask<K extends NodeCall>(call: K, ask: Ask<K>): Promise<Answer<K>> {
      if (ended !== undefined) throw new Error(ended)
      lastId += 1
      if (unsent.length === 0) queueMicrotask(send)
      unsent.push({ id: lastId, call, ask, date: date() })
      return await new Promise<Answer<K>>((resolve, reject) => asked.set(lastId, { resolve, reject }))
    },
    listen(wanted) {
      listener = wanted
      post({ listen: true })
    },
    async close() {
      if (ended === undefined) post({ stop: true })
      end(CLOSED)
      await exited
    },
  }
}

function firstMessage(worker: Worker): Promise<{ nodeKey: string; foreignNodeKey: string }> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message: { nodeKey: string; foreignNodeKey: string }) => {
      worker.off('error', reject)
      resolve(message)
    })
  })
}

function answer(asked: Map<number, Asked>, reply: NodeReply): void {
  const call = asked.get(reply.id)
  asked.delete(reply.id)
  if ('answer' in reply) call?.resolve(reply.answer as never)
  else if ('wrong' in reply) call?.reject(new ServiceError(reply.wrong, reply.detail))
  else call?.reject(new Error(reply.rejects))
}
