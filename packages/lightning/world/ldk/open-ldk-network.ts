import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { NetworkAnswer, NetworkCall, ThreadGiven } from './ldk-thread.ts'
import type { LdkNetwork } from './network.ts'

const PATIENCE_MS = 15_000
const CALLS = {
  nodeKey: true,
  nodeSecret: true,
  spendableMsat: true,
  writeInvoice: true,
  pay: true,
  claim: true,
  giveBack: true,
  setFee: true,
  mineTo: true,
  takeNews: true,
} as const satisfies Record<keyof LdkNetwork, true>

/**
 * The network on a separate thread: LDK's module holds one memory per thread, and a second start in the same thread
 * would invalidate everything that is there. Callers wait for the answer.
 */
export async function openLdkNetwork(): Promise<LdkNetwork & { close(): Promise<void> }> {
  const { port1, port2 } = new MessageChannel()
  const turn = new Int32Array(new SharedArrayBuffer(4))
  const given: ThreadGiven = { port: port2, turn }
  const worker = new Worker(new URL('./ldk-thread.ts', import.meta.url), {
    workerData: given,
    transferList: [port2],
    // Flags of the process may not fit the thread's file, and LDK prints a greeting on the console.
    execArgv: [],
    stdout: true,
  })
  const failed = new Promise<never>((_resolve, reject) => worker.once('error', reject))
  // Once the network stands, a thread that ends is noticed by the call that gets no answer.
  failed.catch(() => undefined)
  await Promise.race([Atomics.waitAsync(turn, 0, 0).value, failed])
  receiveMessageOnPort(port1)

  const ask = (call: NetworkCall): unknown => {
    const before = Atomics.load(turn, 0)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    port1.postMessage(call)
    Atomics.wait(turn, 0, before, PATIENCE_MS)
    const answer = receiveMessageOnPort(port1)?.message as NetworkAnswer | undefined
    if (answer === undefined) throw new Error(`the LDK nodes do not answer to ${call.call}`)
    if ('problem' in answer) throw new Error(answer.problem)
    return answer.answer
  }
  const network = Object.fromEntries(
    Object.keys(CALLS).map((call) => [call, (...words: readonly unknown[]) => ask({ call, given: words })]),
  ) as unknown as LdkNetwork
  return {
    ...network,
    async close() {
      port1.close()
      await worker.terminate()
    },
  }
}
