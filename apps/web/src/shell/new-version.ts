import { createStore } from '../store.ts'
import { trustedScriptUrl } from '../trusted-script-url.ts'

/** The service worker of a newer version that waits for its turn. */
export const newVersion = createStore<ServiceWorker | undefined>(undefined)

/** Keeps the app's files for the next start, and looks for new ones when the app comes to the front. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const url = trustedScriptUrl('/app/sw.js') as unknown as string
  const registration = await navigator.serviceWorker.register(url, { scope: '/app/' })
  const announce = (): void => {
    // The first worker ever replaces none.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
      newVersion.set(registration.waiting)
  }
  announce()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', announce)
  })
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(loadedFiles()))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
}

/** Reloads once the new worker serves the files. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newVersion.get()?.postMessage('take over')
}

/** Fetched before there was a worker to keep them: the catalogue of this language, for example. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/app/assets/`))
