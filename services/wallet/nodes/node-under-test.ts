import type { ChainRpc } from './chain.ts'

/** The node that the service works with, of any kind. */
export interface NodeUnderTest {
  readonly name: string
  readonly version: string
  readonly nodeKey: string
  /** It can hold what arrives. */
  readonly holds: boolean
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
  /** Payments on its way through its channels. */
  onTheWay(): Promise<number>
  /** It tries again what has just failed. Absent where failures do not outlast their payment. */
  forgetFailures?(): Promise<void>
  /** Its channel works and it knows what the router asks for passing on, to whom it passes on. */
  knowsRoute(channelId: string, router: string, baseFeeMsat: bigint): Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface UnderTestOptions {
  /** Of the program. */
  readonly file: string
  readonly folder: string
  readonly rpc: ChainRpc
}
