import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { NetworkAnswer, NetworkCall, ThreadGiven } from './ldk-thread.ts'
import type { LdkNetwork } from './network.ts'

/** In rounds, so that a machine that stood still for a while does not end it. */
const PATIENCE_ROUNDS = 15
const ROUND_MS = 1000
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
 * The network on a separate thread: LDK's module has one memory per thread, and a second start in the same thread would
 * invalidate all existing objects. Callers wait for the answer.
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
  let end: Error | undefined
  const failed = new Promise<never>((_resolve, reject) => worker.once('error', reject))
  failed.catch((error: unknown) => {
    end = error instanceof Error ? error : new Error(String(error))
  })
  await Promise.race([Atomics.waitAsync(turn, 0, 0).value, failed])
  receiveMessageOnPort(port1)

  let calls = 0
  /** An answer that came too late for its own call is not the answer to the next one. */
  const takeAnswer = (number: number): NetworkAnswer | undefined => {
    for (;;) {
      const answer = receiveMessageOnPort(port1)?.message as NetworkAnswer | undefined
      if (answer === undefined || answer.number === number) return answer
    }
  }
  const ask = (call: string, words: readonly unknown[]): unknown => {
    calls += 1
    const number = calls
    let before = Atomics.load(turn, 0)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    port1.postMessage({ number, call, given: words } satisfies NetworkCall)
    for (let round = 0; round < PATIENCE_ROUNDS; round += 1) {
      Atomics.wait(turn, 0, before, ROUND_MS)
      before = Atomics.load(turn, 0)
      const answer = takeAnswer(number)
      if (answer === undefined) continue
      if ('problem' in answer) throw new Error(answer.problem)
      return answer.answer
    }
    throw new Error(`the LDK nodes do not answer to ${call}`, { cause: end })
  }
  const network = Object.fromEntries(
    Object.keys(CALLS).map((call) => [call, (...words: readonly unknown[]) => ask(call, words)]),
  ) as unknown as LdkNetwork
  return {
    ...network,
    async close() {
      port1.close()
      await worker.terminate()
    },
  }
}
