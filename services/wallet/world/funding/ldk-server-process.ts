import { openLdkServerPeer } from './ldk-server-peer.ts'
import type { PayPlan } from './peer-node.ts'

/** What a process with a peer is asked to do: something that happens outside, or what the next payment does. */
export interface PeerAsk {
  readonly id: number
  readonly call: 'makeInvoice' | 'setFee' | 'refusePayment' | 'payOurInvoice' | 'expireHeld' | 'plan' | 'sends'
  readonly given: readonly unknown[]
}

export type PeerTold =
  | { readonly env: Readonly<Record<string, string>> }
  | { readonly id: number; readonly answer?: unknown; readonly problem?: string }

/** The peer that plays LDK Server, in a process of its own: nothing is shared with it but its port. */
async function main(): Promise<void> {
  const peer = await openLdkServerPeer()
  const { node } = peer
  const { expireHeld, ...outside } = node.outside
  const calls = {
    ...outside,
    expireHeld: async (paymentHash: string) => expireHeld?.(paymentHash),
    plan: async (paymentHash: string, plan: PayPlan) => node.plan(paymentHash, plan),
    sends: async (paymentHash: string) => node.sends(paymentHash),
  }
  const tell = (told: PeerTold): void => void process.send?.(told)
  process.on('message', ({ id, call, given }: PeerAsk) => {
    const ask = calls[call] as (...words: readonly unknown[]) => Promise<unknown>
    ask(...given).then(
      (answer) => tell({ id, answer }),
      (error: unknown) => tell({ id, problem: String(error) }),
    )
  })
  // Also when whoever started it has died.
  process.on('disconnect', () => process.exit(0))
  tell({ env: peer.env })
}

await main()
