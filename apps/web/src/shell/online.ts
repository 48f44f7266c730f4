import { onlineManager } from '@tanstack/preact-query'
import { call, serviceReached } from '../api/call.ts'
import { limitLeftMs } from '../api/rate-limit.ts'
import { createStore } from '../store.ts'

/** Whether there is a network: any answer of the service proves it, whatever the browser says. */
export const online = createStore(true)

const ASK_EVERY_MS = 5000

/** Not every browser says that the network is back, so a service that was not reached is asked until it answers. */
export function watchNetwork(): void {
  let timer: ReturnType<typeof setInterval> | undefined
  const read = (): void => {
    online.set(navigator.onLine || serviceReached.get())
    clearInterval(timer)
    if (!serviceReached.get()) timer = setInterval(ask, ASK_EVERY_MS)
  }
  const ask = (): void => {
    // Within a rate limit a question would only wait for its end, beside all others.
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
  // What waits for a network goes on with the proof of one, too.
  onlineManager.setEventListener((set) => online.subscribe(() => set(online.get())))
  if (!navigator.onLine) serviceReached.set(false)
}
