import { setTimeout as delay } from 'node:timers/promises'
import type { FundingSource, Receipt } from '../../port/funding-source.ts'
import type { Log } from '../../port/log.ts'
import type { ClnRest } from './cln-rest.ts'
import { nextPaid, type ReceiptPages } from './receipts.ts'

export interface ReceiptStream {
  readonly onReceipt: FundingSource['onReceipt']
  close(): void
}

export interface ReceiptStreamDeps {
  readonly rest: ClnRest
  readonly log: Log
  readonly pages: ReceiptPages
}

const POLL_SECONDS = 30
/** A poll without any answer, not even an empty one, counts as dead. */
const SILENCE_MS = (POLL_SECONDS + 10) * 1000
const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 30_000

/** The node is asked for the next receipt and answers when it comes: one long poll after the other, from the end on. */
export function createReceiptStream({ rest, log, pages }: ReceiptStreamDeps): ReceiptStream {
  const listeners = new Set<(receipt: Receipt) => void>()
  const stopped = new AbortController()
  let isFollowing = false
  let payIndex: number | undefined

  const followOnce = async (): Promise<void> => {
    payIndex ??= pages.end() ?? (await findEnd(rest))
    const paid = await nextPaid(rest, payIndex, POLL_SECONDS, SILENCE_MS)
    if (paid === undefined) return
    payIndex = paid.payIndex
    for (const listener of listeners) listener(paid.receipt)
  }
  const follow = async (): Promise<void> => {
    let backoffMs = FIRST_BACKOFF_MS
    while (listeners.size > 0 && !stopped.signal.aborted) {
      try {
        await followOnce()
        backoffMs = FIRST_BACKOFF_MS
      } catch (error) {
        if (stopped.signal.aborted) break
        log.warn({ err: error }, 'the node does not report receipts; it is polled again, and sweeps go on')
        await delay(backoffMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined)
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
      }
    }
    isFollowing = false
    // Receipts that arrive without a listener are left to the sweep.
    payIndex = undefined
  }
  return {
    onReceipt(listener) {
      listeners.add(listener)
      if (!isFollowing) {
        isFollowing = true
        void follow()
      }
      return () => void listeners.delete(listener)
    },
    close: () => stopped.abort(),
  }
}

/** Finds the last index. The node does not return it, but reports whether a receipt follows an index. */
async function findEnd(rest: ClnRest): Promise<number> {
  let [last, beyond] = [0, 1]
  for (;;) {
    const paid = await nextPaid(rest, beyond, 0)
    if (paid === undefined) break
    last = paid.payIndex
    beyond = last * 2
  }
  while (last < beyond) {
    const middle = Math.floor((last + beyond) / 2)
    const paid = await nextPaid(rest, middle, 0)
    if (paid === undefined) beyond = middle
    else last = paid.payIndex
  }
  return last
}
