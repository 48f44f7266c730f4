import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MessagePort, workerData } from 'node:worker_threads'
import { initializeWasmFromBinary } from 'lightningdevkit'
import { openNetwork } from './network.ts'

/** The messages to the thread: `turn` goes up by one with every message that it has posted. */
export interface ThreadGiven {
  readonly port: MessagePort
  readonly turn: Int32Array<SharedArrayBuffer>
}

export interface NetworkCall {
  readonly number: number
  readonly call: string
  readonly given: readonly unknown[]
}

/** `number`: that of the call; 0 = the network is ready. */
export type NetworkAnswer = { readonly number: number } & ({ readonly answer: unknown } | { readonly problem: string })

const { port, turn } = workerData as ThreadGiven
const reply = (answer: NetworkAnswer): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.postMessage(answer)
  Atomics.add(turn, 0, 1)
  Atomics.notify(turn, 0)
}

await initializeWasmFromBinary(
  readFileSync(fileURLToPath(new URL('liblightningjs.wasm', import.meta.resolve('lightningdevkit')))),
)
const calls = openNetwork() as unknown as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>
port.on('message', ({ number, call, given }: NetworkCall) => {
  try {
    reply({ number, answer: calls[call]?.(...given) })
  } catch (error) {
    reply({ number, problem: error instanceof Error ? error.message : String(error) })
  }
})
reply({ number: 0, answer: 'ready' })
