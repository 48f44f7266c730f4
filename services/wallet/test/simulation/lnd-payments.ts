import type { Nature } from './install-virtual-time.ts'
import type { LndTry, PayRequest, TryPlan } from './lnd-records.ts'
import type { Trace } from './trace.ts'
import { WORLD } from './virtual-time.ts'

const REASONS = ['no_route', 'timeout', 'incorrect_payment_details', 'insufficient_balance'] as const

/** The node's payments: `recorded` is what the node knows of them, `tries` is what really happened. */
export function createPayments({ time, chance }: Nature, trace: Trace, nowMs: () => number) {
  const tries: LndTry[] = []
  let recorded = new Map<string, LndTry>()
  let lastIndex = 0
  const listeners = new Map<LndTry, (() => void)[]>()
  let sent = 0n
  const end = (attempt: LndTry, as: 'settled' | 'failed', feeLimitMsat: bigint): void => {
    if (attempt.state !== 'in_flight') return
    // A payee accepts one payment of a hash, even if the payer's node has forgotten the first.
    const isPaid = tries.some(({ paymentHash, state }) => paymentHash === attempt.paymentHash && state === 'settled')
    attempt.state = isPaid ? 'failed' : as
    attempt.endedAtMs = time.now()
    attempt.feeMsat = attempt.state === 'settled' ? BigInt(chance.int(Number(feeLimitMsat) + 1)) : 0n
    attempt.reason = chance.pick(REASONS)
    if (attempt.state === 'settled') sent += attempt.amountMsat + attempt.feeMsat
    trace.note(
      `node: try ${attempt.index} of ${attempt.paymentHash.slice(0, 8)} ${attempt.state} for ${attempt.attemptId ?? 'hand'}`,
    )
    for (const listener of listeners.get(attempt) ?? []) listener()
    listeners.delete(attempt)
  }
  const limits = new Map<LndTry, bigint>()
  return {
    tries,
    sentMsat: () => sent,
    lastTry: (paymentHash: string) => recorded.get(paymentHash),
    listTries: () => [...recorded.values()].toSorted((one, other) => one.index - other.index),
    pay(request: PayRequest, plan: TryPlan): LndTry | { readonly code: number; readonly message: string } {
      const known = recorded.get(request.paymentHash)
      if (known?.state === 'in_flight') return { code: 6, message: 'payment is in transition' }
      if (known?.state === 'settled') return { code: 6, message: 'invoice is already paid' }
      if (Math.floor(nowMs() / 1000) >= request.expiresAt) {
        return { code: 2, message: `invoice expired. Valid until ${request.expiresAt}` }
      }
      const { paymentHash, attemptId, feeLimitMsat } = request
      lastIndex += 1
      const attempt = newTry(request, lastIndex, nowMs())
      tries.push(attempt)
      recorded.set(paymentHash, attempt)
      limits.set(attempt, feeLimitMsat)
      trace.note(`node: try ${attempt.index} of ${paymentHash.slice(0, 8)} begins for ${attemptId ?? 'hand'}`)
      time.schedule(WORLD, plan.afterMs, () => end(attempt, plan.ends, feeLimitMsat))
      return attempt
    },
    copy: (): { readonly recorded: ReadonlyMap<string, LndTry>; readonly lastIndex: number } => ({
      // A restored node counts payments in flight as failed, because their channels have changed.
      recorded: new Map([...recorded].map(([hash, known]) => [hash, { ...known, ...isOver(known) }])),
      lastIndex,
    }),
    restore(copy: { readonly recorded: ReadonlyMap<string, LndTry>; readonly lastIndex: number } | undefined): void {
      recorded = new Map(copy?.recorded)
      lastIndex = copy?.lastIndex ?? 0
    },
    onEnd(attempt: LndTry, listener: () => void): void {
      if (attempt.state !== 'in_flight') return listener()
      listeners.set(attempt, [...(listeners.get(attempt) ?? []), listener])
    },
    endAll(): void {
      for (const attempt of tries) end(attempt, chance.percent(50) ? 'settled' : 'failed', limits.get(attempt) ?? 0n)
    },
  }
}

const newTry = ({ paymentHash, attemptId, amountMsat }: PayRequest, index: number, nowMs: number): LndTry => ({
  index,
  paymentHash,
  attemptId,
  amountMsat,
  feeMsat: 0n,
  state: 'in_flight',
  reason: '',
  beganNs: BigInt(Math.floor(nowMs * 1000)) * 1000n,
  endedAtMs: 0,
  reports: 0,
})

const isOver = ({ state }: LndTry): Partial<LndTry> =>
  state === 'in_flight' ? { state: 'failed', reason: 'error' } : {}
