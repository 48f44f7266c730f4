import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGlobals } from '../../browser-globals.ts'
import { serviceReached } from './call.ts'
import { lastPayment, openLive } from './live.ts'
import { queryClient } from './query-client.ts'

let sockets: Socket[] = []
let requests: string[] = []
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

/** The part of a WebSocket that the app uses. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  readonly sent: unknown[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    sockets.push(this)
  }
  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  report(message: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }))
  }
  close(code = 1006): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

useGlobals({
  WebSocket: Socket,
  document: page,
  location: { origin: 'https://pay.example' },
  fetch: (url: string) => {
    requests.push(url)
    return Promise.resolve(new Response('{}'))
  },
})

let stop: () => void = () => undefined
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  sockets = []
  requests = []
  stop = openLive()
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
})

const socket = (at = -1): Socket => sockets.at(at) as Socket
const read = (): void => void queryClient.setQueryData(['wallets'], [])
const isStale = (): boolean => queryClient.getQueryState(['wallets'])?.isInvalidated === true
const payment = (id: number) => ({ type: 'payment', id, checking_id: `c${id}` })

test('the first socket subscribes to the account, and reloads after the first reads', async () => {
  read()
  expect(socket().url).toBe('wss://pay.example/api/v1/ws')
  socket().open()
  expect(socket().sent).toEqual([{ subscribe: 'account' }])
  await vi.advanceTimersByTimeAsync(299)
  expect(isStale()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isStale()).toBe(true)
})

test('a reported payment reloads what it affects, and a new socket resumes after it', async () => {
  socket().open()
  await vi.advanceTimersByTimeAsync(1000)
  read()
  socket().report(payment(7))
  expect([lastPayment.get()?.checking_id, isStale()]).toEqual(['c7', true])
  socket().close()
  await vi.advanceTimersByTimeAsync(1000)
  read()
  socket().open()
  expect([socket().sent, isStale()]).toEqual([[{ subscribe: 'account', last_id: 7 }], true])
})

test('socket messages that report no payment are ignored', async () => {
  socket().open()
  await vi.advanceTimersByTimeAsync(1000)
  read()
  const before = lastPayment.get()
  socket().report({ type: 'hello', id: 9 })
  socket().report({ type: 'payment' })
  socket().dispatchEvent(Object.assign(new Event('message'), { data: new Blob() }))
  expect([lastPayment.get(), isStale()]).toEqual([before, false])
})

test('failed sockets are replaced after waits that double up to half a minute, give or take a quarter', async () => {
  for (const wait of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    const count = sockets.length
    socket().close()
    await vi.advanceTimersByTimeAsync(wait * 0.75 - 1)
    expect(sockets).toHaveLength(count)
    await vi.advanceTimersByTimeAsync(wait / 2 + 1)
    expect(sockets).toHaveLength(count + 1)
  }
})

test('a socket closed because the session ended asks for the session, so that the log-in opens', async () => {
  socket().close()
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toEqual([])
  socket().close(1008)
  await vi.advanceTimersByTimeAsync(0)
  expect(requests).toEqual(['/api/v1/auth'])
})

test('a restored network replaces a socket that seems open', () => {
  socket().open()
  serviceReached.set(false)
  expect(sockets).toHaveLength(1)
  serviceReached.set(true)
  expect([sockets.length, socket(0).readyState]).toEqual([2, 3])
})

test('a page that becomes visible reconnects at once, and a hidden one does not', () => {
  socket().close()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(2)
})

test('a closed connection opens no further socket', async () => {
  stop()
  expect(socket().readyState).toBe(3)
  page.dispatchEvent(new Event('visibilitychange'))
  serviceReached.set(false)
  serviceReached.set(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets).toHaveLength(1)
})
