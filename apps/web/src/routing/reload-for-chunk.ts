const TRIED = 'satchel.reloaded'
const AGAIN_AFTER_MS = 60_000

/** A file of the app is gone, because a new version is there: once, everything is fetched again. */
export async function reloadForChunk(error: unknown): Promise<void> {
  const last = Number(sessionStorage.getItem(TRIED) ?? '0')
  if (!navigator.onLine || Date.now() - last < AGAIN_AFTER_MS) throw error
  sessionStorage.setItem(TRIED, String(Date.now()))
  await forgetShell()
  location.reload()
}

/** The files that the service worker keeps. */
async function forgetShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  for (const name of await caches.keys()) await caches.delete(name)
  const registration = await navigator.serviceWorker.getRegistration('/app/')
  await registration?.unregister()
}
