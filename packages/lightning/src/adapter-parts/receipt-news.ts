import { type FollowedSocketOptions, followNodeSocket } from '../net/node-socket.ts'
import type { FundingSource, Receipt } from '../port/funding-source.ts'

export interface SocketNews extends FollowedSocketOptions {
  /** The payment hash in a message that reports a receipt. */
  hashOf(text: string): string | undefined
  /** Looks the receipt up in the node's database; undefined = not paid. */
  lookUp(paymentHash: string): Promise<Receipt | undefined>
}

export interface ReceiptNews extends Pick<FundingSource, 'onReceipt'> {
  /** Removes all listeners. */
  close(): void
}

/**
 * Follows a socket that reports arrivals, and looks each one up in the node's database, so that stream and sweep report
 * the same.
 */
export function createReceiptNews({ hashOf, lookUp, ...socket }: SocketNews): ReceiptNews {
  const streams = new Set<() => void>()
  return {
    onReceipt(listener) {
      const turnAway = tellOfHashes(
        (receive) =>
          followNodeSocket(socket, (text) => {
            const paymentHash = hashOf(text)
            if (paymentHash !== undefined) receive(paymentHash)
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

/**
 * Looks up each hash from `follow` in the node's database and reports its receipt. Returns a function that stops it.
 */
export function tellOfHashes(
  follow: (receive: (paymentHash: string) => void) => () => void,
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
