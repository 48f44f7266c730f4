import type { Worker } from 'node:worker_threads'
import { giveBackThread, takeThread } from '@satchel/worker/spare-threads'
import { ControlError } from '../journal/control-error.ts'
import type { Answer, Ask, NodeCall, NodeReply, NodeRequest } from '../journal/node-calls.ts'
import type { NodeReceiptOf } from '../journal/node-state.ts'
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

const SCRIPT = new URL('./node-thread.ts', import.meta.url)
const CLOSED = 'The node is closed.'

/** The node on its own thread: its journal syncs without blocking the caller. Calls of one turn are sent together. */
export async function openNodeThread(journalFile: string, date: () => number): Promise<NodeThread> {
  // Flags of the process, such as `--input-type`, may not fit the thread's file.
  const worker = takeThread(SCRIPT, { execArgv: [] })
  const asked = new Map<number, Asked>()
  let listener: ((receipt: NodeReceiptOf) => void) | undefined
  let unsent: NodeRequest[] = []
  let lastId = 0
  let ended: string | undefined

  const post = (message: ToThread): void => {
    // After its end the thread may work for another node.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (ended === undefined) worker.postMessage(message)
  }
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
  const ready = firstMessage(worker)
  post({ journalFile })
  const keys = await ready
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  worker.on('message', (message: FromThread) => {
    if ('replies' in message) for (const reply of message.replies) answer(asked, reply)
    else if ('receipts' in message) for (const receipt of message.receipts) listener?.(receipt)
    else if ('stopped' in message) {
      giveBackThread(SCRIPT, worker)
      stop()
    }
  })
  worker.on('error', (error: Error) => end(`The node has stopped: ${error.message}`))
  worker.on('exit', () => {
    end('The node has stopped.')
    stop()
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
      post({ stop: true })
      end(CLOSED)
      await stopped
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
  else if ('wrong' in reply) call?.reject(new ControlError(reply.wrong, reply.detail))
  else call?.reject(new Error(reply.rejects))
}
