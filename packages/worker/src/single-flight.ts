export interface SingleFlight<T> {
  /** The run in flight, or a new one. */
  join(): Promise<T>
  /** A run that starts after this call; waiting callers share it. */
  next(): Promise<T>
  /** Resolves when no run is in flight and none is queued. Never rejects. */
  idle(): Promise<void>
}

/** Runs `work` one run at a time, however many callers ask for it. */
export function createSingleFlight<T>(work: () => Promise<T>): SingleFlight<T> {
  let running: Promise<T> | undefined
  let queued: Promise<T> | undefined

  const start = (): Promise<T> => {
    const run = work().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    return run
  }
  const next = (): Promise<T> => {
    if (queued !== undefined) return queued
    if (running === undefined) return start()
    queued = running
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return start()
      })
    return queued
  }
  return {
    join: () => running ?? queued ?? start(),
    next,
    async idle() {
      for (let last = queued ?? running; last !== undefined; last = queued ?? running) await last.catch(() => undefined)
    },
  }
}
