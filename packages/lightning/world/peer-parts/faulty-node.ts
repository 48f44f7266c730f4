import type { Copy } from './copy-records.ts'
import type { PeerNode } from './peer-node.ts'
import type { FaultyServer, PeerServer } from './peer-server.ts'

/** A node that the whole service runs on, with everything that can go wrong between the two. */
export interface FaultyNode {
  /** SERVICE_FUNDING_SOURCE and what this source needs beside. */
  readonly env: Readonly<Record<string, string>>
  readonly node: PeerNode
  readonly server: Pick<FaultyServer, 'plan' | 'goDown' | 'comeUp' | 'cut'>
  /** The call that pays, as `server.plan` takes it: `METHOD /path`. */
  readonly payCall: string
  /** The call that makes an invoice. */
  readonly invoiceCall: string
  /** Its stream of receipts says nothing any more, though it stands; undone by `server.cut`. Absent = it has none. */
  muteStream?(): void
  /** Tells a receipt once more over the stream. Absent = it has none. */
  repeatReceipt?(paymentHash: string): void
  /** How often its stream was taken, where that comes a moment after one listens to it. */
  subscriptions?(): number
  /** A fee above the limit cannot come from a source that takes no limit. */
  readonly limitsFees: boolean
  /** Fees are reported in whole satoshis, rounded up. */
  readonly wholeSats?: boolean
  /** Of all that it has recorded: so it goes back. Absent = this peer cannot. */
  readonly copy?: Copy | undefined
  close(): Promise<void>
}

/** The same where the node speaks HTTP. */
export interface FaultyHttpNode extends FaultyNode {
  readonly server: PeerServer
}
