import { createStore } from '../store.ts'
import { trustedScriptUrl } from '../trusted-script-url.ts'

/** A newer service worker waiting to take over. */
export const newVersion = createStore<ServiceWorker | undefined>(undefined)

/** Registers the service worker, and checks for a new version when the app becomes visible. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const url = trustedScriptUrl('/app/sw.js') as unknown as string
  const registration = await navigator.serviceWorker.register(url, { scope: '/app/' })
  const announce = (): void => {
    // The first worker replaces none.
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

/** Reloads once the new worker is active. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newVersion.get()?.postMessage('take over')
}

/** Loaded before the worker existed, such as the catalogue: the worker caches them now. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/app/assets/`))
