import fc from 'fast-check'
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
const NAMES = ['wallets', 'payments', 'payment', 'history', 'contacts']
const read = (): void => NAMES.forEach((name) => queryClient.setQueryData([name], []))
const stale = () => NAMES.filter((name) => queryClient.getQueryState([name])?.isInvalidated === true)
const isStale = (): boolean => stale().includes('wallets')
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

test('a gap before the first payment reloads what payments affect, and nothing else', () => {
  socket().close()
  vi.advanceTimersByTime(1000)
  read()
  socket().open()
  expect([socket().sent, stale()]).toEqual([[{ subscribe: 'account' }], ['wallets', 'payments', 'payment', 'history']])
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

type Step = 'open' | 'report' | 'close' | 'away' | 'back' | 'hide' | 'show' | 'wait'
const STEPS: readonly Step[] = ['open', 'report', 'close', 'away', 'back', 'hide', 'show', 'wait']

test('whatever happens, one socket at a time resumes after the last payment, and the page is current in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 30 }), async (steps) => {
      stop()
      sockets = []
      stop = openLive()
      let lastId: number | undefined
      const live = () => sockets.filter(({ readyState }) => readyState <= Socket.OPEN)
      const show = (state: 'visible' | 'hidden'): void => {
        page.visibilityState = state
        page.dispatchEvent(new Event('visibilitychange'))
      }
      const act: Readonly<Record<Step, () => void>> = {
        open() {
          const next = live().find(({ readyState }) => readyState < Socket.OPEN)
          next?.open()
          const expected = { subscribe: 'account', ...(lastId !== undefined && { last_id: lastId }) }
          if (next !== undefined) expect(next.sent).toEqual([expected])
        },
        report() {
          const [open] = live()
          if (open?.readyState !== Socket.OPEN) return
          lastId = (lastId ?? 0) + 1
          open.report(payment(lastId))
        },
        close: () => live()[0]?.close(),
        away: () => serviceReached.set(false),
        back: () => serviceReached.set(true),
        hide: () => show('hidden'),
        show: () => show('visible'),
        wait: () => vi.advanceTimersByTime(1000),
      }
      for (const step of steps) {
        act[step]()
        expect(live().length).toBeLessThanOrEqual(1)
      }
      live()[0]?.close()
      read()
      act.show()
      act.open()
      expect([live().length, isStale()]).toEqual([1, true])
      act.back()
    }),
    { numRuns: 50 },
  )
})
