import { hash as digest } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FundingSource } from '../../port/funding-source.ts'
import type { HeldPayments } from './held-payments.ts'
import type { HoldClaims } from './hold-claims.ts'
import type { LdkServerCalls } from './ldk-server-calls.ts'

const SETTLE_WAIT_MS = 5000
const SETTLE_POLL_MS = 50

export interface DecideHoldDeps {
  readonly calls: Pick<LdkServerCalls, 'payment' | 'claim' | 'fail'>
  readonly held: Pick<HeldPayments, 'isHeld' | 'isOver'>
  readonly claims: HoldClaims
}

/**
 * LDK Server answers every decision with success, even if it did nothing: only its record before and after counts, and for a
 * settlement whether the node has the money.
 */
export function createHoldDecisions({
  calls,
  held,
  claims,
}: DecideHoldDeps): Pick<FundingSource, 'settleHold' | 'cancelHold'> {
  /** Payments that were claimed, while no record shows that they succeeded. */
  const claimed = new Set<string>()
  /** False: the payment was no longer held. */
  const take = async (paymentHash: string, preimage: string): Promise<boolean> => {
    await claims.noteHold(paymentHash)
    claimed.add(paymentHash)
    await calls.claim(paymentHash, preimage)
    const endsAt = performance.now() + SETTLE_WAIT_MS
    while ((await calls.payment(paymentHash))?.status !== 'succeeded') {
      // Check only after a delay: LDK Server records a claim slightly later.
      if (performance.now() > endsAt && (await held.isOver(paymentHash))) return false
      if (performance.now() > endsAt) throw new Error('LDK Server has not taken a held payment yet')
      await delay(SETTLE_POLL_MS, undefined, { ref: false })
    }
    claimed.delete(paymentHash)
    return true
  }
  const whenTaken = async (paymentHash: string): Promise<'settled' | 'gone'> => {
    const claim = await claims.find(paymentHash)
    if (claim === 'taken') return 'settled'
    if (claim === 'lost') return 'gone'
    throw new Error('LDK Server has settled a held payment, and has not received it yet')
  }
  return {
    async settleHold(preimage) {
      const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
      const payment = await calls.payment(paymentHash)
      if (payment?.direction !== 'inbound') throw new Error('LDK Server knows no such hold invoice')
      if (payment.status === 'succeeded') return whenTaken(paymentHash)
      if (payment.status === 'failed') return 'gone'
      // LDK Server would answer success for a claim without a payment, too.
      if (!(await held.isHeld(payment))) throw new Error('LDK Server has not reported this payment as held')
      const isOver = !claimed.has(paymentHash) && (await held.isOver(paymentHash))
      if (isOver || !(await take(paymentHash, preimage))) return 'gone'
      return whenTaken(paymentHash)
    },
    async cancelHold(paymentHash) {
      const payment = await calls.payment(paymentHash)
      // A fail call would also mark an outgoing payment as failed.
      if (payment?.direction !== 'inbound' || payment.status === 'failed') return 'cancelled'
      // A fail call would mark a claimed payment as failed.
      if (payment.status === 'succeeded') return 'settled'
      if (claimed.has(paymentHash)) throw new Error('LDK Server is taking this payment')
      await calls.fail(paymentHash)
      const after = await calls.payment(paymentHash)
      if (after?.status === 'failed') return 'cancelled'
      throw new Error('LDK Server has not given back a held payment')
    },
  }
}
