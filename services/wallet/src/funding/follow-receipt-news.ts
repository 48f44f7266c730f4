import type { Receipt } from './funding-source.ts'
import { type FollowedSocketOptions, followNodeSocket } from './node-socket.ts'

export interface ReceiptNews extends FollowedSocketOptions {
  /** The payment hash of a message that speaks of a receipt. */
  hashOf(text: string): string | undefined
  /** What the node's books say of it; undefined = not paid. */
  lookUp(paymentHash: string): Promise<Receipt | undefined>
}

/**
 * A socket that only says that something has arrived; what, the node's books say, so that both tell the same. Returns
 * the way out.
 */
export function followReceiptNews(
  { hashOf, lookUp, ...socket }: ReceiptNews,
  listener: (receipt: Receipt) => void,
): () => void {
  let turnedAway = false
  const stop = followNodeSocket(socket, (text) => {
    const paymentHash = hashOf(text)
    if (paymentHash === undefined) return
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
