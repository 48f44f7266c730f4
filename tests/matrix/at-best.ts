/** Money-safety F: no bad request keeps the service longer than this. */
export const MOST_MS = 100
const TRIES = 5

/** An answer and how long it takes: a busy machine makes one of them slow, a slow service all of them. */
export async function atBest<T>(ask: () => Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 1; ; tries += 1) {
    const began = performance.now()
    const answer = await ask()
    best = Math.min(best, performance.now() - began)
    if (best <= MOST_MS || tries === TRIES) return { answer, ms: Math.round(best) }
  }
}
