import type { Copy } from './copy-records.ts'
import type { PeerNode } from './peer-node.ts'
import type { FaultyServer, PeerServer } from './peer-server.ts'

/** A node that the whole service runs on, with everything that can go wrong between the two. */
export interface FaultyNode {
  /** SERVICE_FUNDING_SOURCE and the other variables of this source. */
  readonly env: Readonly<Record<string, string>>
  readonly node: PeerNode
  readonly server: Pick<FaultyServer, 'plan' | 'goDown' | 'comeUp' | 'cut'>
  /** The call that pays, as `server.plan` takes it: `METHOD /path`. */
  readonly payCall: string
  /** The call that makes an invoice. */
  readonly invoiceCall: string
  /** Its stream of receipts goes silent, though it stays connected; undone by `server.cut`. Absent = it has none. */
  muteStream?(): void
  /** Repeats a receipt over the stream. Absent = it has none. */
  repeatReceipt?(paymentHash: string): void
  /** How often its stream was connected, if that happens slightly after a listener is added. */
  subscriptions?(): number
  /** A source without fee limits cannot exceed one. */
  readonly limitsFees: boolean
  /** Fees are reported in whole satoshis, rounded up. */
  readonly wholeSats?: boolean
  /** A copy of its records, to which it can be restored. Absent = this peer cannot. */
  readonly copy?: Copy | undefined
  close(): Promise<void>
}

/** The same for a node over HTTP. */
export interface FaultyHttpNode extends FaultyNode {
  readonly server: PeerServer
}
