import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OutsideWorld } from '../peer-parts/outside-world.ts'
import type { PayPlan } from '../peer-parts/peer-node.ts'
import type { PeerAsk, PeerMessage, PeerName } from './peer-process.ts'

export interface PeerProcess {
  /** SERVICE_FUNDING_SOURCE and the other variables of this source. */
  readonly env: Readonly<Record<string, string>>
  readonly outside: OutsideWorld
  plan(paymentHash: string, plan: PayPlan): Promise<void>
  sends(paymentHash: string): Promise<number>
  /** How often its stream was taken; undefined where it does not matter. */
  subscriptions(): Promise<number | undefined>
  /** Kills it, as by a crash; a second call does nothing. */
  kill(): Promise<void>
}

/** Starts a peer in a separate process; callers wait for its answers. */
export async function openPeerProcess(name: PeerName): Promise<PeerProcess> {
  const file = fileURLToPath(new URL('peer-process.ts', import.meta.url))
  const child = fork(file, [name], { serialization: 'advanced', execArgv: [] })
  const asked = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const started = new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
    child.on('message', (message: PeerMessage) => {
      if ('env' in message) return resolve(message.env)
      const waiting = asked.get(message.id)
      asked.delete(message.id)
      if (message.problem === undefined) waiting?.resolve(message.answer as never)
      else waiting?.reject(new Error(message.problem))
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
      payOurInvoice: (bolt11, chosenMsat) => ask('payOurInvoice', bolt11, chosenMsat),
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
