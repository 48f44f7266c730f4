import { parseJson } from '@satchel/json/parse-json'
import { type NodeSocket, openNodeSocket, SOCKET_DEADLINES } from '../../net/node-socket.ts'

/** One relay: a connection that is reopened whenever it ends, and subscribed before anything is sent over it. */
export interface RelayLine {
  /** Connects immediately when there is no connection. False: the relay cannot be reached now. */
  ready(): Promise<boolean>
  isOpen(): boolean
  /** False: there is no connection, and nothing has left. */
  say(message: readonly unknown[]): boolean
  close(): void
}

export interface RelayLineOptions {
  readonly url: string
  /** What to subscribe to, sent again on each connection (NIP-01). */
  readonly filters: readonly object[]
  readonly onEvent: (event: unknown) => void
  /** Listening, from now on. */
  readonly onOpen: () => void
  /** The relay has rejected this event. */
  readonly onRefusal: (eventId: string) => void
  readonly onClose: () => void
}

const SUBSCRIPTION = 'satchel'
const FIRST_BACKOFF_MS = 500
/** A relay that has not sent all its stored events by then nevertheless counts as subscribed. */
const LISTENING_MS = 3000

export function createRelayLine({ url, filters, onEvent, onOpen, onRefusal, onClose }: RelayLineOptions): RelayLine {
  let socket: NodeSocket | undefined
  let opening: Promise<boolean> | undefined
  let isOpen = false
  let closed = false
  let backoffMs = FIRST_BACKOFF_MS
  let timer: NodeJS.Timeout | undefined

  const open = (): Promise<boolean> => {
    clearTimeout(timer)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const listens = (): void => {
      if (isOpen || socket === undefined) return
      isOpen = true
      backoffMs = FIRST_BACKOFF_MS
      onOpen()
      resolve(true)
    }
    let patience: NodeJS.Timeout | undefined
    const opened = openNodeSocket(
      { url, headers: {} },
      {
        onOpen() {
          opened.say(JSON.stringify(['REQ', SUBSCRIPTION, ...filters]))
          patience = setTimeout(listens, LISTENING_MS)
          patience.unref()
        },
        onMessage(text) {
          const [type, name, event] = readMessage(text)
          if (type === 'OK' && event === false) onRefusal(String(name))
          if (name !== SUBSCRIPTION) return
          if (type === 'EVENT') onEvent(event)
          else if (type === 'EOSE') listens()
          // A connection without a subscription is useless.
          else if (type === 'CLOSED') opened.close()
        },
        onClose() {
          clearTimeout(patience)
          const wasOpen = isOpen
          ;[socket, opening, isOpen] = [undefined, undefined, false]
          resolve(false)
          if (wasOpen) onClose()
          if (closed) return
          timer = setTimeout(() => void again(), backoffMs)
          timer.unref()
          backoffMs = Math.min(backoffMs * 2, SOCKET_DEADLINES.maxBackoffMs)
        },
      },
    )
    socket = opened
    return promise
  }
  const again = (): Promise<boolean> => (opening ??= open())
  void again()
  return {
    ready: () => (closed ? Promise.resolve(false) : again()),
    isOpen: () => isOpen,
    say: (message) => isOpen && socket?.say(JSON.stringify(message)) === true,
    close() {
      closed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}

function readMessage(text: string): readonly unknown[] {
  try {
    const message: unknown = parseJson(text)
    return Array.isArray(message) ? message : []
  } catch {
    return []
  }
}
