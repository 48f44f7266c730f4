import { createSingleFlight } from './single-flight.ts'

export interface WorkerOptions {
  /** May reject: that is logged, and the next run tries again. */
  readonly work: () => Promise<unknown>
  /** From the end of one run to the start of the next. Unset = runs only when woken. */
  readonly everyMs?: number | (() => number)
  /** Waits this long after each run, so that one run serves many wakes. */
  readonly minGapMs?: number
  /** What fails, for the log: "<what> failed; retrying". */
  readonly what: string
  readonly log: { warn(fields: object, message: string): void }
}

export interface Worker {
  /** Starts a run, or one more after the run in flight. */
  wake(): void
  /** Resolves when a run that began after this call has ended. Never rejects. */
  caughtUp(): Promise<void>
  /** Starts no further run and resolves when the one in flight has ended. */
  stop(): Promise<void>
}

/** Repeats work in the background: one run at a time, no wake is lost, and an error never ends it. */
export function createWorker({ work, everyMs, minGapMs = 0, what, log }: WorkerOptions): Worker {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const planNext = (): void => {
    clearTimeout(timer)
    if (isStopped || everyMs === undefined) return
    timer = setTimeout(wake, typeof everyMs === 'number' ? everyMs : everyMs())
  }
  const runs = createSingleFlight(async () => {
    if (isStopped) return
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, `${what} failed; retrying`)
    }
    if (minGapMs > 0) await rest(minGapMs)
    planNext()
  })
  const wake = (): void => void runs.next()
  planNext()
  return {
    wake,
    caughtUp: () => runs.next(),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await runs.idle()
    },
  }
}

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
