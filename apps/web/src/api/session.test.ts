import { beforeEach, expect, test, vi } from 'vitest'
import { useGlobals } from '../../browser-globals.ts'

/** A socket that opens when the test says so. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  readyState = 1
  readonly sent: unknown[] = []
  constructor() {
    super()
    sockets.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(code = 1000): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

let sockets: Socket[] = []
/** Answers of the service that a test delays. */
let delayed: Readonly<Record<string, Promise<Response>>> = {}
const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
}
useGlobals({
  WebSocket: Socket,
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  location: { origin: 'https://pay.example' },
  localStorage: storage,
  sessionStorage: storage,
  fetch: (url: string) => delayed[url] ?? Promise.resolve(Response.json({ detail: 'Log in.' }, { status: 401 })),
})
beforeEach(() => {
  sockets = []
  kept.clear()
})

/** The app of a logged-in person, who has seen a payment. */
async function open() {
  const [{ openLive }, { logOut, session }, { authPrompt }, { queryClient }] = await Promise.all([
    import('./live.ts'),
    import('./session.ts'),
    import('./auth-prompt.ts'),
    import('./query-client.ts'),
  ])
  session.set({ id: 'ann' } as never)
  queryClient.setQueryData(['wallets'], [{ id: 'w' }])
  const stop = openLive()
  sockets[0]?.dispatchEvent(new Event('open'))
  sockets[0]?.dispatchEvent(
    Object.assign(new Event('message'), { data: JSON.stringify({ type: 'payment', id: 7, checking_id: 'c' }) }),
  )
  return { openLive, logOut, session, authPrompt, queryClient, stop }
}

test('a log-out opens no log-in when the service ends the socket, whichever answer comes first', async () => {
  for (const first of ['/api/v1/auth', '/api/v1/auth/logout']) {
    const { logOut, session, authPrompt, queryClient, stop } = await open()
    const answer = Promise.withResolvers<Response>()
    const late = first === '/api/v1/auth' ? '/api/v1/auth/logout' : '/api/v1/auth'
    delayed = { [late]: answer.promise }
    const leaving = logOut()
    sockets.at(-1)?.close(1008)
    if (first === '/api/v1/auth') await vi.waitFor(() => expect(authPrompt.get()?.kind).toBe('log-in'))
    else await leaving
    answer.resolve(Response.json({ detail: 'Log in.' }, { status: 401 }))
    await leaving
    stop()
    await new Promise(setImmediate)
    expect([authPrompt.get(), session.get(), queryClient.getQueryData(['wallets'])]).toEqual([
      undefined,
      'none',
      undefined,
    ])
  }
})

test('the socket of the next account resumes nothing of the former one', async () => {
  delayed = {}
  const { openLive, logOut, stop } = await open()
  await logOut()
  stop()
  const end = openLive()
  sockets.at(-1)?.dispatchEvent(new Event('open'))
  expect([sockets.length, sockets[1]?.sent]).toEqual([2, [{ subscribe: 'account' }]])
  end()
})

test('a log-out that does not reach the service keeps the session and its data', async () => {
  delayed = { '/api/v1/auth/logout': Promise.reject(new TypeError('fetch failed')) }
  const { logOut, session, queryClient, stop } = await open()
  await expect(logOut()).rejects.toMatchObject({ status: 0 })
  expect([session.get(), queryClient.getQueryData(['wallets'])]).toEqual([{ id: 'ann' }, [{ id: 'w' }]])
  stop()
})
