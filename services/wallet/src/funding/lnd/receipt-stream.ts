import { setTimeout as pause } from 'node:timers/promises'
import type { Receipt } from '../funding-source.ts'
import { type LndCalls, toPathBytes } from './lnd-calls.ts'
import { isReceipt, type LndInvoice, readInvoiceFields, toReceipt } from './lnd-invoice.ts'

/** LND says nothing while nothing happens: a stream that is silent for so long is opened anew, which costs nothing. */
const SILENCE_MS = 60_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** Each has a connection of its own; more than these are found by the sweep. */
const MOST_HOLDS = 64

export interface ReceiptStream {
  listen(listener: (receipt: Receipt) => void): () => void
  /** Tells what becomes of this hold invoice, while somebody listens. */
  watchHold(paymentHash: string): void
  close(): void
}

/** Fast news of what arrives: one stream for what is settled, and one for each open hold invoice made here. */
export function openReceiptStream(calls: LndCalls): ReceiptStream {
  const listeners = new Set<(receipt: Receipt) => void>()
  const watched = new Set<string>()
  let stop: AbortController | undefined
  let lastSettled = 0
  const tell = (receipt: Receipt): void => {
    for (const listener of listeners) listener(receipt)
  }
  const followSettled = (signal: AbortSignal): Promise<void> =>
    keepFollowing(signal, calls, {
      path: () => `/v1/invoices/subscribe?settle_index=${lastSettled}`,
      onInvoice(invoice) {
        if (!isReceipt(invoice)) return 'goes-on'
        lastSettled = Math.max(lastSettled, invoice.settleIndex)
        tell(toReceipt(invoice, 'settled'))
        return 'goes-on'
      },
    })
  const followHold = (paymentHash: string, signal: AbortSignal): Promise<void> =>
    keepFollowing(signal, calls, {
      path: () => `/v2/invoices/subscribe/${toPathBytes(paymentHash)}`,
      onInvoice(invoice) {
        if (invoice.state === 'ACCEPTED') tell(toReceipt(invoice, 'held'))
        if (invoice.wasHeld) tell(toReceipt(invoice, 'released'))
        return invoice.state === 'SETTLED' || invoice.state === 'CANCELED' ? 'is-over' : 'goes-on'
      },
    })
  const close = (): void => {
    listeners.clear()
    watched.clear()
    stop?.abort()
    stop = undefined
  }
  return {
    listen(listener) {
      listeners.add(listener)
      if (stop === undefined) {
        stop = new AbortController()
        void followSettled(stop.signal)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) close()
      }
    },
    watchHold(paymentHash) {
      if (stop === undefined || watched.size >= MOST_HOLDS) return
      watched.add(paymentHash)
      void followHold(paymentHash, stop.signal).finally(() => watched.delete(paymentHash))
    },
    close,
  }
}

interface Following {
  path(): string
  onInvoice(invoice: LndInvoice): 'goes-on' | 'is-over'
}

/** Opens a stream again whenever it ends, until it is over or nobody wants it. Never rejects. */
async function keepFollowing(signal: AbortSignal, calls: LndCalls, { path, onInvoice }: Following): Promise<void> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  let pauseMs = FIRST_PAUSE_MS
  while (!either.aborted) {
    const request = { method: 'GET', path: path(), silenceMs: SILENCE_MS, signal: either } as const
    await calls
      .follow(request, (fields) => {
        pauseMs = FIRST_PAUSE_MS
        if (!either.aborted && onInvoice(readInvoiceFields(fields)) === 'is-over') over.abort()
      })
      .catch(() => undefined)
    await pause(pauseMs, undefined, { signal: either, ref: false }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
}
