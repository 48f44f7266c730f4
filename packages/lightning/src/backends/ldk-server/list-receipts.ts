import { type DatedReceipt, readTimeCursor } from '../../lists/time-cursor.ts'
import type { FundingSource, Receipt } from '../../port/funding-source.ts'
import { giveBackAgain } from './give-back-again.ts'
import { type HeldPayments, receiptOf } from './held-payments.ts'
import type { LdkPayment } from './ldk-payment.ts'
import type { LdkServerCalls } from './ldk-server-calls.ts'
import { readPayments } from './read-payments.ts'

export interface ListReceiptsDeps {
  readonly calls: Pick<LdkServerCalls, 'listPayments' | 'payment' | 'fail'>
  readonly held: Pick<HeldPayments, 'add' | 'newsSince'>
  readonly clock: () => number
}

/** How far back the first scan searches for held payments: LDK's longest hold plus a day. */
const MAX_HOLD_MS = 15 * 86_400_000
/** At most this many pages of a hundred payments are searched for held ones; older ones were reported by events. */
const MAX_PAGES_FOR_HELD = 500

/**
 * LDK Server lists payments newest first, by the time at which it first recorded them: an ordinary receipt when it
 * arrived, a held one when it began to be held. So all payments that arrived after a time come before it in the list.
 */
export function createReceiptList({ calls, held, clock }: ListReceiptsDeps): Pick<FundingSource, 'receiptsSince'> {
  let hasPolledHeld = false
  const givenBack = new Set<string>()
  const readFrom = async (fromMs: number, maxPages?: number): Promise<readonly LdkPayment[]> =>
    (await readPayments(calls, fromMs, maxPages)).filter(({ direction }) => direction === 'inbound')
  return {
    async receiptsSince(text, limit, since) {
      const nowMs = clock()
      const cursor = readTimeCursor('ldk-server', text, nowMs, since)
      const payments = await readFrom(cursor.fromMs)
      const older = hasPolledHeld ? [] : await readFrom(nowMs - MAX_HOLD_MS, MAX_PAGES_FOR_HELD)
      for (const payment of [...payments, ...older]) {
        const { status, paymentHash, preimage, via } = payment
        if (via !== undefined) continue
        if (status === 'pending') held.add(payment)
        // Only payments that arrived after their hold was cancelled are listed as failed.
        if (status !== 'failed' || preimage !== undefined || givenBack.has(paymentHash)) continue
        await giveBackAgain(calls, paymentHash)
        givenBack.add(paymentHash)
      }
      hasPolledHeld = true
      const news = await held.newsSince(cursor.fromMs)
      const seen = new Set(news.map(({ receipt }) => receipt.receiptId))
      const settled = payments.flatMap((payment) => toDated(payment, cursor.fromMs) ?? [])
      return cursor.page([...news, ...settled.filter(({ receipt }) => !seen.has(receipt.receiptId))], limit)
    },
  }
}

function toDated(payment: LdkPayment, fromMs: number): DatedReceipt | undefined {
  const atMs = payment.updatedAt * 1000
  const receipt = atMs < fromMs ? undefined : toReceipt(payment)
  return receipt && { atMs, receipt }
}

/** Undefined: it has not arrived. */
export function toReceipt({ status, amountMsat, paymentHash, via }: LdkPayment): Receipt | undefined {
  if (status !== 'succeeded' || amountMsat === undefined) return undefined
  const receipt = receiptOf(paymentHash, 'settled', amountMsat)
  return via === undefined ? receipt : { ...receipt, receiptId: `${receipt.receiptId}:${via}`, via }
}
