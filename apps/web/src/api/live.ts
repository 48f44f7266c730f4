import { createStore } from '../store.ts'
import { call, serviceReached } from './call.ts'
import { queryClient } from './query-client.ts'
import { limitLeftMs } from './rate-limit.ts'

export interface LivePayment {
  /** Ascending. A new socket resumes after it. */
  readonly id: number
  readonly type: 'payment'
  readonly event: string
  readonly payment_hash: string
  readonly checking_id: string
  readonly wallet_id: string
  readonly amount: number
  readonly status: string
  readonly memo: string
  readonly balance: number
}

/** The payment that the socket reported last. */
export const lastPayment = createStore<LivePayment | undefined>(undefined)

const MIN_WAIT_MS = 500
const MAX_WAIT_MS = 30_000
/** Close code of the service when the session has ended. */
const POLICY_VIOLATION = 1008
/** A place starts its dependent reads within this time after its first read. */
const QUIET_MS = 300
/** Query keys that a payment invalidates. */
const AFFECTED = ['wallets', 'payments', 'payment', 'history']

/**
 * Opens the account's socket, which reconnects and resumes after the last message. Returns the function that closes it.
 */
export function openLive(): () => void {
  let socket: WebSocket | undefined
  let lastId: number | undefined
  let failures = 0
  /** Events may have been missed while the socket was closed. */
  let isBehind = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const connect = (): void => {
    clearTimeout(timer)
    if (closed || (socket !== undefined && socket.readyState <= WebSocket.OPEN)) return
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/v1/ws`)
    socket = opened
    opened.addEventListener('open', () => {
      opened.send(JSON.stringify({ subscribe: 'account', ...(lastId !== undefined && { last_id: lastId }) }))
      // After a gap, reload at once. The first socket reloads after the first reads, which events may have outdated.
      if (isBehind) void refresh()
      else if (lastId === undefined) void afterReads().then(refresh)
      isBehind = false
      failures = 0
    })
    opened.addEventListener('message', ({ data }) => {
      const message = readMessage(data)
      if (message === undefined) return
      lastId = message.id
      lastPayment.set(message)
      void refresh()
    })
    opened.addEventListener('close', ({ code }) => {
      if (closed || socket !== opened) return
      // The session has ended: this request opens the log-in.
      if (code === POLICY_VIOLATION) call('GET /api/v1/auth').catch(() => undefined)
      isBehind = true
      failures += 1
      const wait = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (failures - 1))
      timer = setTimeout(connect, limitLeftMs() + wait * (0.75 + Math.random() / 2))
    })
  }
  const wake = (): void => {
    if (document.visibilityState !== 'visible') return
    if (limitLeftMs() === 0) return connect()
    clearTimeout(timer)
    timer = setTimeout(connect, limitLeftMs())
  }
  /** Replaces a socket that may be dead after a network failure without having noticed. */
  const reconnect = (): void => {
    const former = socket
    socket = undefined
    former?.close()
    isBehind = true
    // The first attempts may come before the network is up: retry soon.
    failures = 0
    wake()
  }
  document.addEventListener('visibilitychange', wake)
  const stop = serviceReached.subscribe(() => {
    if (serviceReached.get()) reconnect()
  })
  connect()
  return () => {
    closed = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
    stop()
    socket?.close()
  }
}

function readMessage(data: unknown): LivePayment | undefined {
  if (typeof data !== 'string') return undefined
  const message = JSON.parse(data) as Partial<LivePayment>
  return message.type === 'payment' && typeof message.id === 'number' ? (message as LivePayment) : undefined
}

/** Resolves when no query is running: a place loads completely before it is reloaded. */
function afterReads(): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = (): void => {
      clearTimeout(timer)
      if (queryClient.isFetching() > 0) return
      timer = setTimeout(() => {
        stop()
        resolve()
      }, QUIET_MS)
    }
    const stop = queryClient.getQueryCache().subscribe(check)
    check()
  })
}

/** Invalidates what a payment changes; visible queries reload. */
export const refresh = (): Promise<unknown> =>
  Promise.all(AFFECTED.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
