import { setTimeout as delay } from 'node:timers/promises'
import type { Receipt } from '../../port/funding-source.ts'
import { type LndCalls, toPathBytes } from './lnd-calls.ts'
import { isReceipt, type LndInvoice, readSettlements, toReceipt } from './lnd-invoice.ts'

/** A stream that is silent for this long is reopened: LND sends nothing while nothing happens. */
const SILENCE_MS = 60_000
const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 10_000
/** Each has its own connection; holds above this number are left to the sweep. */
const MAX_HOLDS = 64

export interface ReceiptStream {
  listen(listener: (receipt: Receipt) => void): () => void
  /** Reports what becomes of this hold invoice, while there is a listener. */
  watchHold(paymentHash: string): void
  close(): void
}

/** Fast events of receipts: one stream for settled invoices, and one for each open hold invoice made here. */
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
      if (stop === undefined || watched.size >= MAX_HOLDS) return
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

/** Reopens a stream whenever it ends, until it is stopped or has no listener. Never rejects. */
async function keepFollowing(signal: AbortSignal, calls: LndCalls, { path, onInvoice }: Following): Promise<void> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  let backoffMs = FIRST_BACKOFF_MS
  while (!either.aborted) {
    const request = { method: 'GET', path: path(), silenceMs: SILENCE_MS, signal: either } as const
    await calls
      .follow(request, (fields) => {
        backoffMs = FIRST_BACKOFF_MS
        for (const invoice of readSettlements(fields)) {
          if (!either.aborted && onInvoice(invoice) === 'is-over') over.abort()
        }
      })
      .catch(() => undefined)
    await delay(backoffMs, undefined, { signal: either, ref: false }).catch(() => undefined)
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
  }
}
