import type { Log } from '@satchel/http/log'
import type { LdkEvent, LdkServerCalls } from './ldk-server-calls.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * LDK Server's events, followed again whenever they break off; whether it is still there, pings of the connection say.
 * What is told meanwhile is lost: it is for speed only. Returns the way out.
 */
export function followEvents(
  { calls, log }: { readonly calls: Pick<LdkServerCalls, 'follow'>; readonly log: Pick<Log, 'warn'> },
  onEvent: (event: LdkEvent) => void,
): () => void {
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let pauseMs = FIRST_PAUSE_MS
  const follow = (): void => {
    let stood = false
    const open = (): void => {
      stood = true
      pauseMs = FIRST_PAUSE_MS
    }
    calls
      .follow(stopped.signal, { open, event: onEvent })
      .catch((error: unknown) => {
        // A node that is away is told of elsewhere.
        if (stood && !stopped.signal.aborted)
          log.warn({ err: error }, 'the events of LDK Server break off; they are followed again')
      })
      .finally(() => {
        if (stopped.signal.aborted) return
        timer = setTimeout(follow, pauseMs)
        timer.unref()
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      })
  }
  follow()
  return () => {
    clearTimeout(timer)
    stopped.abort(new Error('nobody listens any more'))
  }
}
