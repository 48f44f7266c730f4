import { type WrittenField, writeMessage } from '../../../src/backends/ldk-server/protobuf.ts'
import type { PeerInvoice, PeerNode } from '../../peer-parts/peer-node.ts'

/**
 * Where the payment of an invoice is. `peer-away`: in a channel whose other side is not connected. `closing`: in one whose
 * closing transaction is in no block. `unclaimed`, `claimed`: on chain. `over`: that is over, and nothing shows its end.
 */
export type LdkPlace = 'peer-away' | 'closing' | 'unclaimed' | 'claimed' | 'over'

export const EXPIRY_HEIGHT = 1144

export interface LdkMood {
  network: number
  clockAhead: number
  onChainSat: bigint
  /** When it last read the chain for its channels, and for its coins, Unix seconds. */
  syncedAt: readonly [number | undefined, number | undefined]
  /** By payment hash; without a place it is in an open channel, or has left it. */
  readonly places: Map<string, LdkPlace>
}

export const createMood = (): LdkMood => ({
  network: 4,
  clockAhead: 0,
  onChainSat: 100_000n,
  syncedAt: [now(), now()],
  places: new Map(),
})

/** Each invoice is paid over a channel of its own. */
export const channelOf = (paymentHash: string): string => `c4${paymentHash.slice(2)}`

const IS_OPEN: ReadonlySet<LdkPlace | undefined> = new Set([undefined, 'peer-away'])

/** `ListChannels`: one with all the money, and those of the paid invoices. */
export function writeChannels(node: PeerNode, { places }: LdkMood): Uint8Array {
  const whole: WrittenField[] = [
    [1, 'aa'.repeat(32)],
    [8, node.balanceMsat()],
    [9, 40_000n],
    [13, 1n],
    [14, 1n],
  ]
  const others = paid(node)
    .filter(({ paymentHash }) => IS_OPEN.has(places.get(paymentHash)))
    .map(({ paymentHash }): WrittenField[] => [
      [1, channelOf(paymentHash)],
      [13, 1n],
      [14, places.get(paymentHash) === undefined ? 1n : undefined],
    ])
  return writeMessage([whole, ...others].map((channel) => [1, writeMessage(channel)]))
}

/** `GetBalances`. */
export function writeBalances(node: PeerNode, { places, onChainSat }: LdkMood): Uint8Array {
  const balances = paid(node).flatMap((invoice) => writeBalance(invoice, places.get(invoice.paymentHash)))
  return writeMessage([
    [1, onChainSat === 0n ? undefined : onChainSat],
    ...balances.map((balance) => [5, writeMessage([balance])] as const),
  ])
}

function writeBalance(invoice: PeerInvoice, place: LdkPlace | undefined): WrittenField[] {
  const { paymentHash, state, receivedMsat, preimage } = invoice
  const amountSat = receivedMsat / 1000n
  const ofChannel: WrittenField[] = [
    [1, channelOf(paymentHash)],
    [3, amountSat === 0n ? undefined : amountSat],
  ]
  const onClose: WrittenField = [1, writeMessage(ofChannel)]
  const height: WrittenField = [4, BigInt(EXPIRY_HEIGHT)]
  const hash: WrittenField = [5, paymentHash]
  const withoutPreimage: WrittenField = [5, writeMessage([...ofChannel, height, hash])]
  switch (place) {
    case 'over':
      return []
    case 'claimed':
      return [[2, writeMessage([...ofChannel, height, [5, 3n]])]]
    case 'unclaimed':
      return state === 'held' ? [withoutPreimage] : [[3, writeMessage([...ofChannel, height, hash, [6, preimage]])]]
    default:
      return state === 'held' ? [onClose, withoutPreimage] : [onClose]
  }
}

const paid = ({ invoices }: PeerNode): PeerInvoice[] =>
  [...invoices.values()].filter(({ receivedMsat }) => receivedMsat > 0n)

const now = (): number => Math.floor(Date.now() / 1000)
