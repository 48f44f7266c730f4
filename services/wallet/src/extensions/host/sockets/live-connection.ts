import { ServiceError } from '@satchel/http/service-error'
import { isBlameful, SandboxEnded } from '@satchel/sandbox/sandbox-ended'
import type { RawData, WebSocket } from 'ws'
import type { Push } from '../stores/push-hub.ts'
import type { SocketRuns } from './socket-runs.ts'

export interface LiveConnection {
  /** The extension is notified from now on. */
  opened(): void
  /** Asks the extension whether the listener is still allowed. Never rejects. */
  check(): Promise<void>
  /** Closes it when this version of the extension is no longer in use. */
  follow(): void
  send(push: Push): void
  beat(): void
}

export interface ConnectionOptions {
  /** The channel that it got on connecting. */
  readonly channel: string
  readonly runs: SocketRuns
  /** Runs the periodic work of connections in turn. */
  inTurn(work: () => Promise<void>): Promise<void>
  onError(what: string, error: unknown): void
}

/** Closing codes of RFC 6455; 1012 is "Service Restart" in IANA's list. */
const CLOSE = { policy: 1008, failed: 1011, restart: 1012 } as const
const NOTHING_HERE = 'there is nothing here'
const MAX_UNSENT_BYTES = 256 * 1024
const MAX_MESSAGES_A_BEAT = 100

/** One open connection: its messages in both directions, in order. */
export function openLiveConnection(
  ws: WebSocket,
  { channel, runs, inTurn, onError }: ConnectionOptions,
): LiveConnection {
  let alive = true
  let said = 0
  let isBeating = false
  let last: Promise<unknown> = Promise.resolve()
  const closing = createClosing(ws)
  const { end, endAfter } = closing
  const isOpen = (): boolean => ws.readyState === ws.OPEN
  const check = async (): Promise<void> => {
    if (!isOpen()) return
    try {
      if ((await runs.open()) !== channel) end(CLOSE.policy, NOTHING_HERE)
    } catch (error) {
      endAfter(error)
    }
  }
  /** In order; an error is made up for by the next heartbeat. */
  const tell = (what: 'heartbeat' | 'close'): Promise<unknown> => {
    last = last
      .then(() => (what === 'close' || isOpen() ? runs[what]() : undefined))
      .catch((error: unknown) => {
        onError(what, error)
        if (hasFailed(error)) endAfter(error)
      })
    return last
  }
  /** Skips an extension that has not answered the previous question. */
  const attend = async (): Promise<void> => {
    if (isBeating) return
    isBeating = true
    await inTurn(async () => {
      await check()
      await tell('heartbeat')
    })
    isBeating = false
  }
  ws.on('message', (data: RawData, isBinary: boolean) => {
    said += 1
    if (isBinary || said > MAX_MESSAGES_A_BEAT) return end(CLOSE.policy, 'too many messages')
    last = last.then(() => obey(ws, runs, closing, textOf(data)))
  })
  ws.on('pong', () => (alive = true))
  return {
    opened(): void {
      if (!isOpen()) return
      void tell('heartbeat')
      ws.on('close', () => void tell('close'))
    },
    check,
    follow(): void {
      const state = runs.state()
      if (state === 'gone') end(CLOSE.policy, NOTHING_HERE)
      if (state === 'other') end(CLOSE.restart, 'another version was installed: connect again')
    },
    send: (push: Push): void => write(ws, toMessage(push)),
    beat(): void {
      if (!alive) return ws.terminate()
      alive = false
      said = 0
      if (!isOpen()) return
      ws.ping()
      void attend()
    },
  }
}

/**
 * Answers a message. A message sent before the client closed counts; after the service has closed, messages are
 * ignored.
 */
async function obey(ws: WebSocket, runs: SocketRuns, closing: Closing, text: string): Promise<void> {
  if (closing.isEnded() || runs.state() !== 'in use') return
  if (!runs.hasMessages()) return closing.end(CLOSE.policy, 'this connection only listens')
  try {
    const answer = await runs.message(text)
    if (answer !== undefined) write(ws, typeof answer === 'string' ? answer : JSON.stringify(answer))
  } catch (error) {
    if (hasFailed(error)) return closing.endAfter(error)
    const detail = error instanceof ServiceError ? error.detail : 'Something went wrong.'
    write(ws, JSON.stringify({ error: detail }))
  }
}

type Closing = ReturnType<typeof createClosing>

/** How the service closes a connection. */
function createClosing(ws: WebSocket) {
  let isEnded = false
  const end = (code: number, reason: string): void => {
    isEnded = true
    ws.close(code, reason)
  }
  return {
    end,
    endAfter(error: unknown): void {
      if (hasFailed(error)) end(CLOSE.failed, 'the extension has failed')
      else if (isRefusal(error)) end(CLOSE.policy, NOTHING_HERE)
    },
    isEnded: () => isEnded,
  }
}

/** Whether the listener is no longer allowed. After other errors the next heartbeat checks again. */
const isRefusal = (error: unknown): boolean => error instanceof ServiceError && REFUSALS.has(error.status)

/** The item was deleted or switched off. */
const REFUSALS = new Set([400, 401, 402, 403, 404])

/** Whether the sandbox has ended the run because of the code itself. */
const hasFailed = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause instanceof SandboxEnded && isBlameful(error.cause.reason)

/** Not the code's fault: the next run may succeed. */

/** Objects with the id to resume from; text unchanged, for devices that read no JSON. */
function toMessage({ id, body }: Push): string {
  const message = JSON.parse(body) as unknown
  if (typeof message === 'string') return message
  return typeof message === 'object' && message !== null && !Array.isArray(message)
    ? JSON.stringify({ ...message, event_id: Number(id) })
    : body
}

/** Drops a reader that does not keep up, to bound memory. */
function write(ws: WebSocket, message: string): void {
  if (ws.readyState !== ws.OPEN) return
  ws.send(message)
  if (ws.bufferedAmount > MAX_UNSENT_BYTES) ws.terminate()
}

const textOf = (data: RawData): string =>
  Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()
