import type { ChainRpc } from './chain.ts'
import type { NodePrograms } from './node-programs.ts'

/** A kind of node that stories are run on. */
export interface NodeKind {
  readonly name: string
  readonly programs: NodePrograms
  /** Of the node under test; undefined = it is not there, and its stories are skipped. */
  readonly file: string | undefined
  /** Which says where it is. */
  readonly variable: string
  readonly start: (options: UnderTestOptions) => Promise<NodeUnderTest>
}

/** A payment, as a node's own records have it. */
export interface NodePayment {
  readonly paymentHash: string
  readonly status: 'settled' | 'in_flight' | 'failed'
  readonly amountMsat: bigint
  /** 0 until it is settled. */
  readonly feeMsat: bigint
  /** '' until it is settled. */
  readonly preimage: string
}

/** The node that the service works with, of any kind. */
export interface NodeUnderTest {
  readonly name: string
  readonly version: string
  readonly nodeKey: string
  /** It can hold what arrives. */
  readonly holds: boolean
  /** It rejects outside payers of an invoice that was paid inside. */
  readonly closesInvoices: boolean
  /** Where other nodes reach it. */
  readonly address: string
  /** Variables of a service that uses this node with the rights that our guide says; `port`: where its interface is. */
  env(port?: number): Readonly<Record<string, string>>
  /** Of the interface that the service uses. */
  readonly port: number
  /** The newest block that it has seen. */
  height(): Promise<number>
  /** The block at which it gives back by itself what it holds. Absent where that is not known. */
  holdsUntil?(paymentHash: string): Promise<number>
  /** Our side of its channels to the millisatoshi; what is in transit counts for neither side. */
  balanceMsat(): Promise<bigint>
  /** Payments on its way through its channels. Absent: it does not list them; its neighbour does. */
  onTheWay?(): Promise<number>
  /** The payments that it has made; some nodes list those, too, that have failed or are in flight. */
  listSent(): Promise<readonly NodePayment[]>
  /** Undefined: it does not know the payment. */
  findSent(paymentHash: string): Promise<NodePayment | undefined>
  /** Hashes of the payments in its channels. Absent: it does not list them. */
  listCarried?(): Promise<readonly string[]>
  /** It tries again what has just failed. Absent where failures do not outlast their payment. */
  forgetFailures?(): Promise<void>
  /** It drops a channel behind which a payee was away from its graph, until it starts again. */
  readonly dropsChannels?: boolean
  /** Its channel works and it knows what the router asks for passing on, to whom it passes on. */
  knowsRoute(channelId: string, router: string, baseFeeMsat: bigint): Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Its operator, or another program, pays an invoice at the node itself. Rejects when it fails. */
  payByHand(bolt11: string, label?: string): Promise<void>
  /**
   * Keeps a copy of its database; the function that it returns puts the copy in the place of what came since. Absent: such a
   * node does not start again.
   */
  copy?(): Promise<() => Promise<void>>
  /** Where it wants coins before it accepts a channel. */
  onChainAddress?(): Promise<string>
}

export interface UnderTestOptions {
  /** Of the program. */
  readonly file: string
  readonly folder: string
  readonly rpc: ChainRpc
}
