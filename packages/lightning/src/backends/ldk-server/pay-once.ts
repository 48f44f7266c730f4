import { setTimeout as delay } from 'node:timers/promises'
import { notSent } from '../../paying/keeps-from-paying.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { sendOrder } from '../../paying/send-order.ts'
import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { LdkServerCalls } from './ldk-server-calls.ts'
import { GAVE_UP, type PolledPayment, readSendAnswer, type SendAnswer, toOutcome, toPolled } from './to-outcome.ts'

/** Longer than LDK tries; a payment that is still pending then is polled later. */
const MAX_WAIT_MS = 90_000
const FIRST_BACKOFF_MS = 25
const MAX_BACKOFF_MS = 3000

export interface PayOnce extends Required<Pick<FundingSource, 'attemptMark' | 'pay' | 'outgoingStatus'>> {
  /** A payment of this hash has changed: waiting callers poll it immediately. */
  wake(paymentHash: string): void
  close(): void
}

/**
 * LDK Server answers as soon as a payment is pending; its record of the hash shows the end. Each attempt overwrites the
 * record, so a failure is attributed by the state of the record before the attempt.
 */
export function createPayOnce(calls: Pick<LdkServerCalls, 'payment' | 'send'>): PayOnce {
  const guard = createOnceGuard()
  const waiting = new Map<string, AbortController>()
  const stopped = new AbortController()
  const poll = async (paymentHash: string): Promise<PolledPayment> => toPolled(await calls.payment(paymentHash))

  const untilFinal = async (paymentHash: string): Promise<PolledPayment | undefined> => {
    const endsAt = performance.now() + MAX_WAIT_MS
    for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      const woken = new AbortController()
      waiting.set(paymentHash, woken)
      const found = await poll(paymentHash).catch(() => undefined)
      // It had a record: a node without one was restored, which our own open call would hide.
      if (found !== undefined && found.status !== 'pending') return found
      if (stopped.signal.aborted || performance.now() > endsAt) return found
      const signal = AbortSignal.any([woken.signal, stopped.signal])
      await delay(backoffMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    const before = await poll(paymentHash).catch(() => undefined)
    if (before === undefined) return notSent('node_unreachable')
    if (before.status === 'settled') return notSent('paid_before')
    // Both directions share one record: a receipt for the invoice would overwrite the payment.
    if (before.status === 'own') return notSent('own_invoice')
    if (before.status === 'pending') return { status: 'pending' }
    const answer = await send(calls, order)
    return toOutcome(answer, await pollAfter(answer, paymentHash))
  }
  const pollAfter = async (answer: SendAnswer, paymentHash: string): Promise<PolledPayment | undefined> => {
    try {
      if (answer.says === 'begun') return await untilFinal(paymentHash)
      return answer.says === 'refused' ? await poll(paymentHash) : undefined
    } catch {
      return undefined
    } finally {
      waiting.delete(paymentHash)
    }
  }
  return {
    async attemptMark(paymentHash) {
      const found = await poll(paymentHash)
      // The record could not distinguish its outcome from that of our payment.
      if (found.status === 'pending') throw new Error('LDK Server is paying this invoice already')
      return found.status === 'failed' ? String(found.updatedAt) : ''
    },
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.poll(query, async () => {
        const found = await poll(query.paymentHash)
        if (found.status === 'own') throw new Error('LDK Server shows an invoice of its own for this hash')
        return found.status === 'failed' ? toFailure(query, found.updatedAt) : found
      }),
    wake: (paymentHash) => waiting.get(paymentHash)?.abort(),
    close: () => stopped.abort(),
  }
}

/** The record's time changes only with an attempt or an end. */
function toFailure({ attemptId, mark }: OutgoingQuery, updatedAt: number): OutgoingStatus {
  if (mark === undefined) return { status: 'not_found', unattributed: true }
  if (mark === String(updatedAt)) return { status: 'not_found' }
  return { status: 'failed', reason: GAVE_UP, attemptId }
}

const send = (calls: Pick<LdkServerCalls, 'send'>, order: PayOrder): Promise<SendAnswer> =>
  sendOrder(async () => readSendAnswer(await calls.send(order)))
