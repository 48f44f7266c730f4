import type { Log } from '../../port/log.ts'
import type { LdkEvent, LdkServerCalls } from './ldk-server-calls.ts'

const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 30_000

/**
 * LDK Server's events, subscribed again whenever the stream breaks off; pings show whether the connection is alive.
 * Events during an interruption are lost: the stream only speeds things up. Returns a function that stops it.
 */
export function followEvents(
  { calls, log }: { readonly calls: Pick<LdkServerCalls, 'follow'>; readonly log: Pick<Log, 'warn'> },
  onEvent: (event: LdkEvent) => void,
): () => void {
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let backoffMs = FIRST_BACKOFF_MS
  const follow = (): void => {
    let stood = false
    const open = (): void => {
      stood = true
      backoffMs = FIRST_BACKOFF_MS
    }
    calls
      .follow(stopped.signal, { open, event: onEvent })
      .catch((error: unknown) => {
        // An unreachable node is logged elsewhere.
        if (stood && !stopped.signal.aborted)
          log.warn({ err: error }, 'the events of LDK Server break off; they are followed again')
      })
      .finally(() => {
        if (stopped.signal.aborted) return
        timer = setTimeout(follow, backoffMs)
        timer.unref()
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)
      })
  }
  follow()
  return () => {
    clearTimeout(timer)
    stopped.abort(new Error('the event stream has no listener left'))
  }
}
