import { type RawData, WebSocket } from 'ws'

export interface NodeSocketOptions {
  /** http or https, with its path. */
  readonly url: string
  /** The credential. */
  readonly headers: Readonly<Record<string, string>>
  /** Default 10 s: how often the node is pinged. Three of them without a sound mean that it is gone. */
  readonly pingMs?: number
}

const PING_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const MOST_BYTES = 1024 * 1024

/**
 * A node's websocket, opened again whenever it breaks off or falls silent. What is told meanwhile is lost: it is for
 * speed only. Returns the way out.
 */
export function followNodeSocket(
  { url, headers, pingMs = PING_MS }: NodeSocketOptions,
  onMessage: (text: string) => void,
): () => void {
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = FIRST_PAUSE_MS
  let stopped = false
  const open = (): void => {
    const opened = new WebSocket(url.replace(/^http/, 'ws'), {
      headers,
      handshakeTimeout: pingMs,
      maxPayload: MOST_BYTES,
    })
    socket = opened
    const endWatch = watchSilence(opened, pingMs)
    opened.on('open', () => {
      pauseMs = FIRST_PAUSE_MS
    })
    opened.on('message', (text: RawData) => {
      if (!stopped) onMessage((text as Buffer).toString())
    })
    // What follows is `close`, always.
    opened.on('error', () => undefined)
    opened.on('close', () => {
      endWatch()
      if (stopped) return
      timer = setTimeout(open, pauseMs)
      timer.unref()
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
  }
  open()
  return () => {
    stopped = true
    clearTimeout(timer)
    socket?.terminate()
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
