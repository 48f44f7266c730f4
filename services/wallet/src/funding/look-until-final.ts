import { setTimeout as pause } from 'node:timers/promises'
import type { PayOutcome } from './funding-source.ts'

const PAUSES_MS = [0, 250, 500, 1000, 2000, 4000]

/** For services that only take an order and pay it later: looks a few times, then leaves it to whoever follows it up. */
export async function lookUntilFinal(look: () => Promise<PayOutcome>, closed: AbortSignal): Promise<PayOutcome> {
  for (const ms of PAUSES_MS) {
    await pause(ms, undefined, { signal: closed, ref: false })
    const outcome = await look()
    if (outcome.status !== 'pending') return outcome
  }
  return { status: 'pending' }
}
