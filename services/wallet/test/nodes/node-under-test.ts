import type { ChainRpc } from './chain.ts'
import type { NodePrograms } from './node-programs.ts'

/** A kind of node under test. */
export interface NodeKind {
  readonly name: string
  readonly programs: NodePrograms
  /** The path of the node's program; undefined: its stories are skipped. */
  readonly file: string | undefined
  /** The variable with this path. */
  readonly variable: string
  readonly start: (options: UnderTestOptions) => Promise<NodeUnderTest>
}

/** A payment in a node's own records. */
export interface NodePayment {
  readonly paymentHash: string
  readonly status: 'settled' | 'in_flight' | 'failed'
  readonly amountMsat: bigint
  /** 0 until it is settled. */
  readonly feeMsat: bigint
  /** '' until it is settled. */
  readonly preimage: string
}

/** The node of the service, of any kind. */
export interface NodeUnderTest {
  readonly name: string
  readonly version: string
  readonly nodeKey: string
  /** Supports hold invoices. */
  readonly holds: boolean
  /** Can close an invoice, so that it rejects external payments of an invoice that was paid internally. */
  readonly closesInvoices: boolean
  /** The address for other nodes. */
  readonly address: string
  /** Variables of a service that uses this node with the rights that the guide names; `port`: the port of its interface. */
  env(port?: number): Readonly<Record<string, string>>
  /** The port of the interface that the service uses. */
  readonly port: number
  /** The newest block that it has seen. */
  height(): Promise<number>
  /** The block at which it cancels its holds by itself. Absent if unknown. */
  holdsUntil?(paymentHash: string): Promise<number>
  /** Our side of its channels to the millisatoshi; what is in transit counts for neither side. */
  balanceMsat(): Promise<bigint>
  /** Payments on its way through its channels. Absent: it does not list them; its neighbour does. */
  onTheWay?(): Promise<number>
  /** Its outgoing payments; some nodes also list failed ones and those in flight. */
  listSent(): Promise<readonly NodePayment[]>
  /** Undefined if it does not know the payment. */
  findSent(paymentHash: string): Promise<NodePayment | undefined>
  /** Hashes of the payments in its channels. Absent: it does not list them. */
  listCarried?(): Promise<readonly string[]>
  /** Forgets failures of channels, so that it retries them. Absent if failures do not affect later payments. */
  forgetFailures?(): Promise<void>
  /** It drops a channel behind which a payee was away from its graph, until it starts again. */
  readonly dropsChannels?: boolean
  /** Resolves when its channel is active and it knows the router's fees and channels. */
  knowsRoute(channelId: string, router: string, baseFeeMsat: bigint): Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Pays an invoice at the node without the service, as an operator or another program does. Rejects if that fails. */
  payByHand(bolt11: string, label?: string): Promise<void>
  /**
   * Copies its database; the returned function replaces the database by the copy. Absent: such a
   * node does not start again.
   */
  copy?(): Promise<() => Promise<void>>
  /** The address to fund before it accepts a channel. */
  onChainAddress?(): Promise<string>
}

export interface UnderTestOptions {
  /** The path of the program. */
  readonly file: string
  readonly folder: string
  readonly rpc: ChainRpc
}
