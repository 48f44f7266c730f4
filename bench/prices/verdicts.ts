import { BARE, FASTAPI, SATCHEL, SATCHEL_LOGGING } from './contenders.ts'
import { type Measurement, medianRatio } from './measurements.ts'

interface Limit {
  readonly server: string
  readonly baseline: string
  readonly atMost?: number
  readonly atLeast?: number
}

/** The limits of CPU time per request, for every route. */
const LIMITS: readonly Limit[] = [
  { server: SATCHEL, baseline: BARE, atMost: 1.15 },
  { server: SATCHEL_LOGGING, baseline: BARE, atMost: 1.6 },
  { server: FASTAPI, baseline: SATCHEL, atLeast: 5 },
]

export interface Verdict {
  readonly kept: boolean
  readonly text: string
}

/** One verdict for each limit and route, without servers that did not run. */
export function judge(all: readonly Measurement[]): Verdict[] {
  return LIMITS.flatMap(({ server, baseline, atMost, atLeast }) => {
    const paths = new Set(all.filter((one) => one.server === server).map(({ path }) => path))
    return [...paths].map((path) => {
      const ratio = medianRatio(all, path, server, baseline)
      const kept = ratio <= (atMost ?? Number.POSITIVE_INFINITY) && ratio >= (atLeast ?? 0)
      const limit = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`
      return { kept, text: `\`${path}\`: ${server} = ${ratio.toFixed(2)} × ${baseline} (${limit})` }
    })
  })
}
