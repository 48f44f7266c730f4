import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OutsideWorld } from '../../src/funding/contract-world.ts'
import type { PayPlan } from './peer-node.ts'
import type { PeerAsk, PeerName, PeerTold } from './peer-process.ts'

export interface PeerProcess {
  /** SERVICE_FUNDING_SOURCE and what this source needs beside. */
  readonly env: Readonly<Record<string, string>>
  readonly outside: OutsideWorld
  plan(paymentHash: string, plan: PayPlan): Promise<void>
  sends(paymentHash: string): Promise<number>
  /** How often its stream was taken; undefined where it does not matter. */
  subscriptions(): Promise<number | undefined>
  /** At once, as by a crash; nothing happens the second time. */
  kill(): Promise<void>
}

/** Starts a peer in a process of its own; whoever asks it waits for its answer. */
export async function openPeerProcess(name: PeerName): Promise<PeerProcess> {
  const file = fileURLToPath(new URL('peer-process.ts', import.meta.url))
  const child = fork(file, [name], { serialization: 'advanced', execArgv: [] })
  const asked = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const started = new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
    child.on('message', (told: PeerTold) => {
      if ('env' in told) return resolve(told.env)
      const waiting = asked.get(told.id)
      asked.delete(told.id)
      if (told.problem === undefined) waiting?.resolve(told.answer as never)
      else waiting?.reject(new Error(told.problem))
    })
    child.on('exit', () => {
      reject(new Error("the peer's process has ended"))
      for (const { reject: end } of asked.values()) end(new Error("the peer's process has ended"))
    })
  })
  const ask = <Answer>(call: PeerAsk['call'], ...given: readonly unknown[]): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      lastId += 1
      asked.set(lastId, { resolve, reject })
      child.send({ id: lastId, call, given } satisfies PeerAsk)
    })
  return {
    env: await started,
    outside: {
      makeInvoice: (amountMsat) => ask('makeInvoice', amountMsat),
      setFee: (paymentHash, feeMsat) => ask('setFee', paymentHash, feeMsat),
      refusePayment: (paymentHash) => ask('refusePayment', paymentHash),
      payOurInvoice: (bolt11) => ask('payOurInvoice', bolt11),
      expireHeld: (paymentHash) => ask('expireHeld', paymentHash),
    },
    plan: (paymentHash, plan) => ask('plan', paymentHash, plan),
    sends: (paymentHash) => ask('sends', paymentHash),
    subscriptions: () => ask('subscriptions'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
