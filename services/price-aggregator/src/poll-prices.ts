import type { SourceAnswer, SourceId } from './exchanges/source.ts'
import type { PriceBook } from './price-book.ts'
import type { SourceHealth } from './source-health.ts'

export interface PolledSource {
  readonly id: SourceId
  readonly health: SourceHealth
  /** One round of requests; never rejects, ends by the source's own deadlines. */
  fetch(signal: AbortSignal): Promise<SourceAnswer>
}

export interface PollPricesDeps {
  readonly sources: readonly PolledSource[]
  readonly book: PriceBook
  readonly intervalMs: number
  readonly now: () => number
  /** Resolves after the time, or immediately when aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Takes the finished cycle: its completion time and when the next one starts. */
  readonly publish: (completedAt: number, nextCycleAt: number) => void
}

export interface Poller {
  /** One cycle: ask, wait a bounded time, publish. */
  runCycle(nextCycleAt: number): Promise<void>
  /** Cycles at a fixed rate until `signal` aborts; a cycle never starts before the previous one has ended. */
  run(signal: AbortSignal): Promise<void>
}

/** However slow the exchanges, a cycle ends: later answers are published with the next one. */
const MAX_CYCLE_MS = 20_000
/** The longest wait for a source that failed last time, so that a hanging source does not delay the cycle. */
const DOUBTFUL_WAIT_MS = 1_000

/**
 * Queries every exchange once per cycle and publishes the known prices at its end. A source has at most one set of
 * requests in flight, so a late answer can never overwrite a newer one.
 */
export function createPoller(deps: PollPricesDeps): Poller {
  const underWay = new Map<SourceId, Promise<void>>()
  const stopped = new AbortController()

  const ask = (source: PolledSource): Promise<void> => {
    const round = source
      .fetch(stopped.signal)
      .then((answer) => {
        const at = deps.now()
        deps.book.record(source.id, answer, at)
        source.health.record(answer, at)
      })
      .finally(() => underWay.delete(source.id))
    underWay.set(source.id, round)
    return round
  }

  async function runCycle(nextCycleAt: number): Promise<void> {
    const started = deps.sources.filter((source) => !underWay.has(source.id) && source.health.shouldAsk(deps.now()))
    const rounds = started.map((source) => ({ doubtful: source.health.consecutiveFailures > 0, done: ask(source) }))
    const trusted = rounds.filter(({ doubtful }) => !doubtful).map(({ done }) => done)
    const all = Promise.all(rounds.map(({ done }) => done))
    await within(Math.min(deps.intervalMs, MAX_CYCLE_MS), async (signal) => {
      const patience = within(DOUBTFUL_WAIT_MS, () => all)
      await Promise.race([all, Promise.all([...trusted, patience]), aborted(signal)])
    })
    // A cycle that the end of the process cut short says nothing about the exchanges.
    if (!stopped.signal.aborted) deps.publish(deps.now(), nextCycleAt)
  }

  /** Waits for the work, but no longer than `ms`. */
  async function within(ms: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const timer = new AbortController()
    const done = AbortSignal.any([timer.signal, stopped.signal])
    await Promise.race([work(done), deps.sleep(ms, done)])
    timer.abort()
  }

  async function run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => stopped.abort(), { once: true })
    let next = deps.now()
    while (!signal.aborted) {
      next += deps.intervalMs
      await runCycle(next)
      // After a suspended machine wakes up, missed cycles are not made up for.
      if (next < deps.now()) next = deps.now()
      await deps.sleep(next - deps.now(), signal)
    }
  }

  return { runCycle, run }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
