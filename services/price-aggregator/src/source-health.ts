import type { SourceAnswer } from './exchanges/source.ts'

/** How one exchange has been doing, and whether it should be asked in this cycle. */
export interface SourceHealth {
  readonly lastSuccessAt: number | null
  /** Null when the last request succeeded. */
  readonly lastError: string | null
  readonly consecutiveFailures: number
  /** Decides for one cycle: ask it once per cycle, it counts the cycles skipped. */
  shouldAsk(now: number): boolean
  record(answer: SourceAnswer, at: number): void
}

/** A source is asked in every cycle for its first failures, and later skips at most four in a row (rule S214). */
const PATIENT_FAILURES = 5
const MAX_SKIPPED = 4

/** `random` in [0, 1) spreads the retries, so that many installations do not return to an exchange in step. */
export function createSourceHealth(random: () => number): SourceHealth {
  let lastSuccessAt: number | null = null
  let lastError: string | null = null
  let consecutiveFailures = 0
  let cyclesToSkip = 0
  let restUntil = 0
  return {
    get lastSuccessAt() {
      return lastSuccessAt
    },
    get lastError() {
      return lastError
    },
    get consecutiveFailures() {
      return consecutiveFailures
    },
    shouldAsk(now) {
      if (now < restUntil) return false
      if (cyclesToSkip === 0) return true
      cyclesToSkip -= 1
      return false
    },
    record(answer, at) {
      restUntil = at + (answer.retryAfterMs ?? 0)
      const cells = [...answer.cells.values()]
      if (cells.some((cell) => cell.ok)) {
        lastSuccessAt = at
        lastError = null
        consecutiveFailures = 0
        return
      }
      consecutiveFailures += 1
      lastError = answer.error ?? cells.find((cell) => !cell.ok)?.error ?? 'no answer'
      const most = Math.min(MAX_SKIPPED, consecutiveFailures - PATIENT_FAILURES)
      cyclesToSkip = most > 0 ? 1 + Math.floor(random() * most) : 0
    },
  }
}
