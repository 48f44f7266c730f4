import type { FundingSource, Receipt } from '../port/funding-source.ts'
import { type FollowedSocketOptions, followNodeSocket } from '../net/node-socket.ts'

export interface SocketNews extends FollowedSocketOptions {
  /** The payment hash of a message that speaks of a receipt. */
  hashOf(text: string): string | undefined
  /** What the node's books say of it; undefined = not paid. */
  lookUp(paymentHash: string): Promise<Receipt | undefined>
}

export interface ReceiptNews extends Pick<FundingSource, 'onReceipt'> {
  /** Removes all listeners. */
  close(): void
}

/** A socket that only says that a payment has arrived; the node's books say which, so that both report the same. */
export function createReceiptNews({ hashOf, lookUp, ...socket }: SocketNews): ReceiptNews {
  const streams = new Set<() => void>()
  return {
    onReceipt(listener) {
      const turnAway = tellOfHashes(
        (hear) =>
          followNodeSocket(socket, (text) => {
            const paymentHash = hashOf(text)
            if (paymentHash !== undefined) hear(paymentHash)
          }),
        lookUp,
        listener,
      )
      streams.add(turnAway)
      return () => {
        streams.delete(turnAway)
        turnAway()
      }
    },
    close() {
      for (const turnAway of streams) turnAway()
    },
  }
}

/** Reports what the node's books say of each hash from `follow`. Returns a function that stops it. */
export function tellOfHashes(
  follow: (hear: (paymentHash: string) => void) => () => void,
  lookUp: SocketNews['lookUp'],
  listener: (receipt: Receipt) => void,
): () => void {
  let turnedAway = false
  const stop = follow((paymentHash) => {
    lookUp(paymentHash)
      .then((receipt) => {
        if (receipt !== undefined && !turnedAway) listener(receipt)
      })
      // The sweep finds it.
      .catch(() => undefined)
  })
  return () => {
    turnedAway = true
    stop()
  }
}
