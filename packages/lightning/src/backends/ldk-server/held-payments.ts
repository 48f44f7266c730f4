import { type Msat, msat } from '@satchel/money/units'
import type { Receipt } from '../../port/funding-source.ts'
import type { DatedReceipt } from '../../lists/time-cursor.ts'
import type { LdkPayment } from './ldk-payment.ts'
import type { LdkServerCalls } from './ldk-server-calls.ts'

/** LDK takes no HTLC that would last longer: two weeks of blocks. */
const LONGEST_HOLD_BLOCKS = 2016
const AT_ONCE = 16

type HoldCalls = Pick<LdkServerCalls, 'payment' | 'listPayments' | 'height'>

interface Held {
  readonly amountMsat: Msat
  /** Unix milliseconds: when this process learnt of it, by the clock on the wall, which the node goes by, too. */
  readonly sinceMs: number
  /** A height; undefined = to be reckoned from the height of now. */
  deadline: number | undefined
  /** What has become of it, once that is known. */
  end?: DatedReceipt
}

export interface HeldPayments {
  /** It has arrived and waits. Undefined = it was known. */
  add(payment: LdkPayment, deadline?: number): Receipt | undefined
  /** Of an invoice that is pending: whether anything has arrived for it. */
  isHeld(payment: LdkPayment): Promise<boolean>
  /** The height at which it went back by itself is reached. */
  isOver(paymentHash: string): Promise<boolean>
  /** News of all that is, or was, held since then, after looking each one up. */
  newsSince(fromMs: number): Promise<readonly DatedReceipt[]>
}

/**
 * LDK Server's record of a hold invoice is pending from its making to its end, whether anything has arrived or not: that
 * it has, an event says once, and the list of what has happened. What goes back by itself leaves no trace at all; its
 * time is over when the height says so.
 */
export function createHeldPayments(calls: HoldCalls): HeldPayments {
  const held = new Map<string, Held>()
  const lookAt = async (paymentHash: string, hold: Held): Promise<readonly DatedReceipt[]> => {
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
    // The node chose the preimages of all others, and claims those immediately.
    if (payment.preimage !== undefined) return false
    if (held.has(payment.paymentHash)) return true
    // The event may be on its way, or lost; the newest of the list are enough for a moment.
    const { payments } = await calls.listPayments(undefined)
    const hasArrived = payments.some(({ paymentHash }) => paymentHash === payment.paymentHash)
    if (hasArrived) add(payment)
    return hasArrived
  }
  const isOver = async (paymentHash: string): Promise<boolean> => {
    const hold = held.get(paymentHash)
    const height = await calls.height()
    if (hold === undefined) return false
    hold.deadline ??= height + LONGEST_HOLD_BLOCKS
    return height >= hold.deadline
  }
  return {
    add,
    isHeld,
    async newsSince(fromMs) {
      const news: DatedReceipt[] = []
      const all = [...held]
      for (let start = 0; start < all.length; start += AT_ONCE) {
        const some = all.slice(start, start + AT_ONCE).map(([paymentHash, hold]) => lookAt(paymentHash, hold))
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
  // Their seconds may be over before our milliseconds.
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
