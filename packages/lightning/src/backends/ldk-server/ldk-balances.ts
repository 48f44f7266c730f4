import type { ReadMessage } from './protobuf.ts'

/** An HTLC that arrived, in one channel. */
export interface LdkHtlc {
  readonly channelId: string
  readonly amountSat: bigint
}

/** One that is not the node's own yet, with the block height from which its payer can take it back. */
export interface LdkOpenHtlc extends LdkHtlc {
  readonly paymentHash: string
  readonly expiryHeight: number
}

/** The part of LDK Server's report about its money that we need. */
export interface LdkBalances {
  readonly onChainSat: bigint
  /** Channels without a confirmed closing transaction: open ones, and those that start to close. */
  readonly unconfirmedClosings: ReadonlySet<string>
  /** In an open channel, or on chain: the node does not know the preimage. */
  readonly withoutPreimage: readonly LdkOpenHtlc[]
  /** On chain: the node knows the preimage, and has not claimed them. */
  readonly unclaimed: readonly LdkOpenHtlc[]
  /** On chain, claimed a few blocks ago. */
  readonly claimed: readonly LdkHtlc[]
}

/** By their fields in `LightningBalance`. */
const [ON_CLOSE, AWAITING, CONTENTIOUS, WITHOUT_PREIMAGE] = [1, 2, 3, 5]
const SOURCE_IS_HTLC = 3n

export function readBalances(message: ReadMessage): LdkBalances {
  const balances = message.messages(5)
  const of = (field: number): ReadMessage[] => balances.flatMap((balance) => balance.message(field) ?? [])
  return {
    onChainSat: message.count(1),
    unconfirmedClosings: new Set(of(ON_CLOSE).map((balance) => balance.text(1) ?? '')),
    withoutPreimage: of(WITHOUT_PREIMAGE).map(toOpenHtlc),
    unclaimed: of(CONTENTIOUS).map(toOpenHtlc),
    claimed: of(AWAITING)
      .filter((balance) => balance.number(5) === SOURCE_IS_HTLC)
      .map(toHtlc),
  }
}

const toHtlc = (balance: ReadMessage): LdkHtlc => ({ channelId: balance.text(1) ?? '', amountSat: balance.count(3) })

const toOpenHtlc = (balance: ReadMessage): LdkOpenHtlc => ({
  ...toHtlc(balance),
  expiryHeight: Number(balance.count(4)),
  paymentHash: balance.text(5) ?? '',
})
