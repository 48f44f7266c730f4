// Caches the files of the app for a fast start and for offline use. Never caches answers of the service.
interface Lifetime extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Lifetime {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Pushed extends Lifetime {
  readonly data: { json(): unknown } | null
}
interface Clicked extends Lifetime {
  readonly notification: { readonly data: unknown; close(): void }
}
interface Window {
  readonly url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface Worker {
  readonly registration: {
    readonly scope: string
    showNotification(title: string, options: object): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<readonly Window[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Lifetime) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
  addEventListener(type: 'message', listener: (event: Lifetime & { readonly data: unknown }) => void): void
}

const worker = globalThis as unknown as Worker
/** Inserted by the build: the page, and all files up to Home. */
const SHELL = JSON.parse('__SHELL_FILES__') as readonly string[]
/** Each build has its own cache: file names contain hashes of their content. */
const CACHE = `shell ${hashOf(SHELL.join())}`
const PAGE = '/app/'

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(SHELL.map((url) => new Request(url, { cache: 'no-cache' })))),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  )
})

worker.addEventListener('message', (event) => {
  const { data } = event
  if (data === 'take over') void worker.skipWaiting()
  if (Array.isArray(data)) event.waitUntil(Promise.all(data.map((url) => answerFile(new Request(String(url))))))
})

/** Only this browser can decrypt a message (RFC 8291). A repeated id replaces its notification. */
worker.addEventListener('push', (event) => {
  const { id, title, text, path } = readPush(event)
  const options = { body: text, tag: id, icon: '/app/icon-192.png', data: path }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPlace(`/app${String(event.notification.data)}`))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(PAGE)) return
  if (request.mode === 'navigate') event.respondWith(answerPage(request))
  else if (pathname.startsWith('/app/assets/')) event.respondWith(answerFile(request))
})

/** Browsers require a notification for every push, even an unreadable one. */
function readPush({ data }: Pushed): Readonly<Record<'id' | 'title' | 'text' | 'path', string>> {
  const none = { id: '', title: 'Satchel', text: '', path: '/' }
  try {
    return { ...none, ...(data?.json() as object | undefined) }
  } catch {
    return none
  }
}

/** Reuses an open window of the app. */
async function openPlace(url: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: 'window' })
  if (window === undefined) await worker.clients.openWindow(url)
  else {
    await window.focus()
    await window.navigate(url)
  }
}

/** The cached page, for every path. */
async function answerPage(request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match(PAGE)) ?? fetch(request)
}

/** Cached on first use: hashed files never change. */
async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

function hashOf(text: string): string {
  let hash = 0
  for (const letter of text) hash = Math.trunc((hash * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647)
  return hash.toString(36)
}
