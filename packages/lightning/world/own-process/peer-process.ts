import type { FaultyNode } from '../peer-parts/faulty-node.ts'
import type { PayPlan } from '../peer-parts/peer-node.ts'

/** The parts of a peer that the process needs. */
type RunningPeer = Pick<FaultyNode, 'env' | 'node' | 'subscriptions'>

/** Core Lightning 24.08. */
const OLD_CLN = { without: ['xpay', 'holdinvoice'], withoutParameters: ['index', 'start', 'limit'] }

/** Every peer that plays a node or a service; only the requested one is loaded. */
const PEERS = {
  blink: async () => (await import('../peers/blink/blink-peer.ts')).openBlinkPeer(),
  cln: async () => (await import('../peers/cln/cln-peer.ts')).openClnPeer(),
  'cln-old': async () => (await import('../peers/cln/cln-peer.ts')).openClnPeer(OLD_CLN),
  eclair: async () => (await import('../peers/eclair/eclair-peer.ts')).openEclairPeer(),
  'ldk-server': async () => (await import('../peers/ldk-server/ldk-server-peer.ts')).openLdkServerPeer(),
  lnbits: async () => (await import('../peers/lnbits/lnbits-peer.ts')).openLnbitsPeer(),
  lnd: async () => (await import('../peers/lnd/lnd-peer.ts')).openLndPeer(),
  nwc: async () => (await import('../peers/nwc/nwc-peer.ts')).openNwcPeer(),
  opennode: async () => (await import('../peers/opennode/opennode-peer.ts')).openOpenNodePeer(),
  'opennode-proving': async () =>
    (await import('../peers/opennode/opennode-peer.ts')).openOpenNodePeer({ showsPreimages: true }),
  phoenixd: async () => (await import('../peers/phoenixd/phoenixd-peer.ts')).openPhoenixdPeer(),
  strike: async () => (await import('../peers/strike/strike-peer.ts')).openStrikePeer(),
} satisfies Readonly<Record<string, () => Promise<RunningPeer>>>

export type PeerName = keyof typeof PEERS

/** Commands to a process with a peer: an outside event, or the behaviour of the next payment. */
export interface PeerAsk {
  readonly id: number
  readonly call: keyof ReturnType<typeof callsOf>
  readonly given: readonly unknown[]
}

export type PeerMessage =
  | { readonly env: Readonly<Record<string, string>> }
  | { readonly id: number; readonly answer?: unknown; readonly problem?: string }

/** One peer in a separate process: nothing is shared with it but its port. Its name is the first argument. */
async function main(): Promise<void> {
  const peer: RunningPeer = await PEERS[process.argv[2] as PeerName]()
  const calls = callsOf(peer)
  const tell = (message: PeerMessage): void => void process.send?.(message)
  process.on('message', ({ id, call, given }: PeerAsk) => {
    const ask = calls[call] as (...words: readonly unknown[]) => Promise<unknown>
    ask(...given).then(
      (answer) => tell({ id, answer }),
      (error: unknown) => tell({ id, problem: String(error) }),
    )
  })
  // Also when the parent process has died.
  process.on('disconnect', () => process.exit(0))
  tell({ env: peer.env })
}

function callsOf({ node, subscriptions }: RunningPeer) {
  const { expireHeld, ...outside } = node.outside
  return {
    ...outside,
    expireHeld: async (paymentHash: string) => expireHeld?.(paymentHash),
    plan: async (paymentHash: string, plan: PayPlan) => node.plan(paymentHash, plan),
    sends: async (paymentHash: string) => node.sends(paymentHash),
    subscriptions: async () => subscriptions?.(),
  }
}

await main()
