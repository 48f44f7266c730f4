import { type RawData, WebSocket } from 'ws'

export interface NodeSocketOptions {
  /** http or https, ws or wss, with its path. */
  readonly url: string
  /** The credential. */
  readonly headers: Readonly<Record<string, string>>
  /** The sub-protocol asked for; without one none is. */
  readonly protocol?: string | undefined
  /** Default 10 s: how often the node is pinged. Three of them without a sound mean that it is gone. */
  readonly pingMs?: number
}

/** For nodes that want to be talked to before they tell anything. */
export interface FollowedSocketOptions extends NodeSocketOptions {
  /** The first thing said on every new connection. */
  readonly greeting?: string | undefined
  /** What has to be said to a message of the node's; undefined = nothing. */
  readonly replyTo?: ((text: string) => string | undefined) | undefined
}

const PING_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const MOST_BYTES = 1024 * 1024

export interface NodeSocketEvents {
  readonly onOpen: () => void
  readonly onMessage: (text: string) => void
  /** Once, however it ends; also when it never stood. */
  readonly onClose: () => void
}

/** One connection; it is given up when the other end falls silent. */
export interface NodeSocket {
  /** False: there is no connection. True says nothing about whether anybody has read it. */
  say(text: string): boolean
  close(): void
}

export function openNodeSocket(
  { url, headers, protocol, pingMs = PING_MS }: NodeSocketOptions,
  { onOpen, onMessage, onClose }: NodeSocketEvents,
): NodeSocket {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocol === undefined ? [] : [protocol], {
    headers,
    handshakeTimeout: pingMs,
    maxPayload: MOST_BYTES,
  })
  const endWatch = watchSilence(socket, pingMs)
  socket.on('open', onOpen)
  socket.on('message', (text: RawData) => onMessage((text as Buffer).toString()))
  // What follows is `close`, always.
  socket.on('error', () => undefined)
  socket.on('close', () => {
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
 * A node's websocket, opened again whenever it breaks off or falls silent. What is told meanwhile is lost: it is for
 * speed only. Returns the way out.
 */
export function followNodeSocket(options: FollowedSocketOptions, onMessage: (text: string) => void): () => void {
  const { greeting, replyTo } = options
  let socket: NodeSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = FIRST_PAUSE_MS
  let stopped = false
  const open = (): void => {
    socket = openNodeSocket(options, {
      onOpen() {
        pauseMs = FIRST_PAUSE_MS
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
        timer = setTimeout(open, pauseMs)
        timer.unref()
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
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

/** A connection may be gone without a word: who does not answer three pings is given up. */
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
