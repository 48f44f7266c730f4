import { onlineManager } from '@tanstack/preact-query'
import { call, serviceReached } from '../api/call.ts'
import { limitLeftMs } from '../api/rate-limit.ts'
import { createStore } from '../store.ts'

/** Any answer of the service counts as online, whatever the browser reports. */
export const online = createStore(true)

const ASK_EVERY_MS = 5000

/** Not every browser fires `online`: polls an unreachable service until it answers. */
export function watchNetwork(): void {
  let timer: ReturnType<typeof setInterval> | undefined
  const read = (): void => {
    online.set(navigator.onLine || serviceReached.get())
    clearInterval(timer)
    if (!serviceReached.get()) timer = setInterval(ask, ASK_EVERY_MS)
  }
  const ask = (): void => {
    // During a rate limit, the request would only wait for its end.
    if (document.visibilityState === 'visible' && limitLeftMs() === 0) call('GET /api/v1/status').catch(() => undefined)
  }
  serviceReached.subscribe(read)
  addEventListener('offline', () => {
    serviceReached.set(false)
    read()
  })
  addEventListener('online', () => {
    read()
    ask()
  })
  // Paused queries resume when the service answers, too.
  onlineManager.setEventListener((set) => online.subscribe(() => set(online.get())))
  if (!navigator.onLine) serviceReached.set(false)
}
