import { type Msat, msat } from '@satchel/money/units'
import type { DatedReceipt } from '../../lists/time-cursor.ts'
import type { Receipt } from '../../port/funding-source.ts'
import type { LdkPayment } from './ldk-payment.ts'
import type { LdkServerCalls } from './ldk-server-calls.ts'

/** LDK takes no HTLC that would last longer: two weeks of blocks. */
const MAX_HOLD_BLOCKS = 2016
const AT_ONCE = 16

type HoldCalls = Pick<LdkServerCalls, 'payment' | 'listPayments' | 'height'>

interface Held {
  readonly amountMsat: Msat
  /** Unix milliseconds: when this process learnt of it, by the system clock, which the node uses, too. */
  readonly sinceMs: number
  /** A block height; undefined = to be computed from the current height. */
  deadline: number | undefined
  /** The final event, once known. */
  end?: DatedReceipt
}

export interface HeldPayments {
  /** Adds a held payment. Undefined = it was already known. */
  add(payment: LdkPayment, deadline?: number): Receipt | undefined
  /** Whether a payment has arrived for a pending invoice. */
  isHeld(payment: LdkPayment): Promise<boolean>
  /** Whether the height is reached at which the payment returned to its payer automatically. */
  isOver(paymentHash: string): Promise<boolean>
  /** Looks up each payment that was held since then, and returns its events. */
  newsSince(fromMs: number): Promise<readonly DatedReceipt[]>
}

/**
 * LDK Server's record of a hold invoice is pending from creation to end, whether or not a payment has arrived. An
 * arrival is reported once by an event, and in the list of payments. An automatically returned payment leaves no trace:
 * it counts as released when its block height is reached.
 */
export function createHeldPayments(calls: HoldCalls): HeldPayments {
  const held = new Map<string, Held>()
  const pollOne = async (paymentHash: string, hold: Held): Promise<readonly DatedReceipt[]> => {
    const payment = hold.end === undefined ? await calls.payment(paymentHash) : undefined
    if (payment?.status === 'succeeded' || payment?.status === 'failed') hold.end = endOf(payment, hold)
    const receipt = receiptOf(paymentHash, 'held', hold.amountMsat)
    return [{ atMs: hold.sinceMs, receipt }, ...(hold.end === undefined ? [] : [hold.end])]
  }
  const add: HeldPayments['add'] = ({ paymentHash, amountMsat = msat(0n) }, deadline) => {
    const known = held.get(paymentHash)
    if (known !== undefined) {
      known.deadline ??= deadline
      return undefined
    }
    held.set(paymentHash, { amountMsat, sinceMs: Date.now(), deadline })
    return receiptOf(paymentHash, 'held', amountMsat)
  }
  const isHeld = async (payment: LdkPayment): Promise<boolean> => {
    // A record with a preimage is no hold: the node chose the preimage and claims the payment itself.
    if (payment.preimage !== undefined) return false
    if (held.has(payment.paymentHash)) return true
    // The event may be delayed or lost, so check the newest page of the list.
    const { payments } = await calls.listPayments(undefined)
    const hasArrived = payments.some(({ paymentHash }) => paymentHash === payment.paymentHash)
    if (hasArrived) add(payment)
    return hasArrived
  }
  const isOver = async (paymentHash: string): Promise<boolean> => {
    const hold = held.get(paymentHash)
    const height = await calls.height()
    if (hold === undefined) return false
    hold.deadline ??= height + MAX_HOLD_BLOCKS
    return height >= hold.deadline
  }
  return {
    add,
    isHeld,
    async newsSince(fromMs) {
      const news: DatedReceipt[] = []
      const all = [...held]
      for (let start = 0; start < all.length; start += AT_ONCE) {
        const some = all.slice(start, start + AT_ONCE).map(([paymentHash, hold]) => pollOne(paymentHash, hold))
        news.push(...(await Promise.all(some)).flat())
      }
      for (const [paymentHash, { end }] of all) if (end !== undefined && end.atMs < fromMs) held.delete(paymentHash)
      return news.filter(({ atMs }) => atMs >= fromMs)
    },
    isOver,
  }
}

function endOf({ paymentHash, status, amountMsat, updatedAt }: LdkPayment, hold: Held): DatedReceipt {
  const kind = status === 'succeeded' ? 'settled' : 'released'
  // LDK Server records whole seconds, which may lie before our milliseconds.
  const atMs = Math.max(updatedAt * 1000, hold.sinceMs + 1)
  return { atMs, receipt: receiptOf(paymentHash, kind, amountMsat ?? hold.amountMsat) }
}

/** A second payment of one invoice looks the same as a repeated event: both count once. */
export const receiptOf = (paymentHash: string, kind: Receipt['kind'], amountMsat: Msat): Receipt => ({
  receiptId: kind === 'settled' ? `ldk-server:${paymentHash}` : `ldk-server:${paymentHash}:${kind}`,
  paymentHash,
  kind,
  amountMsat,
})
