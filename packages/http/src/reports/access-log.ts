import type { Log } from '../log.ts'

export const ACCESS_LOGS = ['off', 'sampled', 'all'] as const
/** `sampled`: every server error and every hundredth other answer. */
export type AccessLog = (typeof ACCESS_LOGS)[number]

const SAMPLE_EVERY = 100

export interface Answered {
  readonly id: string
  readonly method: string
}

type WriteLine = (request: Answered, route: string, status: number, milliseconds: number) => void

/** One line per answer. It names the matched route, never the URL: paths and queries can carry keys and tokens. */
export function createAccessLog(log: Log, mode: AccessLog): WriteLine | undefined {
  if (mode === 'off') return undefined
  let seen = 0
  return (request, route, status, milliseconds) => {
    seen += 1
    if (mode === 'sampled' && status < 500 && seen % SAMPLE_EVERY !== 0) return
    const facts = { id: request.id, method: request.method, route, status, ms: Math.round(milliseconds * 100) / 100 }
    log.info(facts, 'answered')
  }
}
