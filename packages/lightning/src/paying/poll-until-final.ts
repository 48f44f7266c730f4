import { setTimeout as delay } from 'node:timers/promises'
import type { PayOutcome } from '../port/funding-source.ts'

const POLL_DELAYS_MS = [0, 250, 500, 1000, 2000, 4000]

/** For services that only take an order and pay it later: polls a few times, then leaves the rest to the reconciler. */
export async function pollUntilFinal(poll: () => Promise<PayOutcome>, closed: AbortSignal): Promise<PayOutcome> {
  for (const ms of POLL_DELAYS_MS) {
    await delay(ms, undefined, { signal: closed, ref: false })
    const outcome = await poll()
    if (outcome.status !== 'pending') return outcome
  }
  return { status: 'pending' }
}
