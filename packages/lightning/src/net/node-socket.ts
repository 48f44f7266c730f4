import { type RawData, WebSocket } from 'ws'

export interface NodeSocketOptions {
  /** http or https, ws or wss, with its path. */
  readonly url: string
  /** The credential. */
  readonly headers: Readonly<Record<string, string>>
  /** The requested sub-protocol, if any. */
  readonly protocol?: string | undefined
  /** Interval of pings. Three without an answer mean that the node is gone. */
  readonly pingMs?: number
  /** From the DNS lookup to the open socket. */
  readonly handshakeMs?: number
}

/** For nodes that need a message before they send anything. */
export interface FollowedSocketOptions extends NodeSocketOptions {
  /** The first message on every new connection. */
  readonly greeting?: string | undefined
  /** The answer to a message of the node; undefined = none. */
  readonly replyTo?: ((text: string) => string | undefined) | undefined
}

/** Small enough that a socket is open again within 30 s after the other side is reachable. */
export const SOCKET_DEADLINES = { pingMs: 5000, handshakeMs: 10_000, maxBackoffMs: 10_000 } as const
const FIRST_BACKOFF_MS = 500
const MAX_BYTES = 1024 * 1024

export interface NodeSocketEvents {
  readonly onOpen: () => void
  readonly onMessage: (text: string) => void
  /** Once, however it ends; also when it never stood. */
  readonly onClose: () => void
}

/** One connection; it is given up when the other end falls silent. */
export interface NodeSocket {
  /** False: there is no connection. True does not mean that the node has read it. */
  say(text: string): boolean
  close(): void
}

export function openNodeSocket(
  options: NodeSocketOptions,
  { onOpen, onMessage, onClose }: NodeSocketEvents,
): NodeSocket {
  const { url, headers, protocol, pingMs, handshakeMs } = { ...SOCKET_DEADLINES, ...options }
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocol === undefined ? [] : [protocol], {
    headers,
    maxPayload: MAX_BYTES,
  })
  const endWatch = watchSilence(socket, pingMs)
  // The `handshakeTimeout` of ws restarts with each byte.
  const deadline = setTimeout(() => socket.terminate(), handshakeMs)
  socket.on('open', () => {
    clearTimeout(deadline)
    onOpen()
  })
  socket.on('message', (text: RawData) => onMessage((text as Buffer).toString()))
  // `close` always follows.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(deadline)
    endWatch()
    onClose()
  })
  return {
    say(text) {
      if (socket.readyState !== WebSocket.OPEN) return false
      socket.send(text)
      return true
    },
    close: () => socket.terminate(),
  }
}

/**
 * A node's websocket, reopened whenever it breaks off or falls silent. Messages in between are lost: it only speeds
 * things up. Returns a function that closes it.
 */
export function followNodeSocket(options: FollowedSocketOptions, onMessage: (text: string) => void): () => void {
  const { greeting, replyTo } = options
  let socket: NodeSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let backoffMs = FIRST_BACKOFF_MS
  let stopped = false
  const open = (): void => {
    socket = openNodeSocket(options, {
      onOpen() {
        backoffMs = FIRST_BACKOFF_MS
        if (greeting !== undefined) socket?.say(greeting)
      },
      onMessage(text) {
        if (stopped) return
        const reply = replyTo?.(text)
        if (reply !== undefined) socket?.say(reply)
        onMessage(text)
      },
      onClose() {
        if (stopped) return
        timer = setTimeout(open, backoffMs)
        timer.unref()
        backoffMs = Math.min(backoffMs * 2, SOCKET_DEADLINES.maxBackoffMs)
      },
    })
  }
  open()
  return () => {
    stopped = true
    clearTimeout(timer)
    socket?.close()
  }
}

/** Detects a connection that died silently: closes it after three unanswered pings. */
function watchSilence(socket: WebSocket, pingMs: number): () => void {
  let unanswered = 0
  const heard = (): void => {
    unanswered = 0
  }
  for (const sign of ['open', 'message', 'ping', 'pong'] as const) socket.on(sign, heard)
  const timer = setInterval(() => {
    unanswered += 1
    if (unanswered > 3) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, pingMs)
  timer.unref()
  return () => clearInterval(timer)
}
