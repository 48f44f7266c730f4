const TRIED = 'satchel.reloaded'
const AGAIN_AFTER_MS = 60_000

/** A chunk is missing because of a new release: clears the caches and reloads, once. */
export async function reloadForChunk(error: unknown): Promise<void> {
  const last = Number(sessionStorage.getItem(TRIED) ?? '0')
  if (!navigator.onLine || Date.now() - last < AGAIN_AFTER_MS) throw error
  sessionStorage.setItem(TRIED, String(Date.now()))
  await forgetShell()
  location.reload()
}

/** Deletes the caches of the service worker. */
async function forgetShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  for (const name of await caches.keys()) await caches.delete(name)
  const registration = await navigator.serviceWorker.getRegistration('/app/')
  await registration?.unregister()
}
