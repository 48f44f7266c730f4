import type { Log } from '@satchel/http/log'
import type { RawData, WebSocket } from 'ws'
import type { LivePayments } from './live-payments.ts'
import type { LiveListener, LostBecause } from './live-subscription.ts'
import type { LiveTopic } from './live-topic.ts'
import { readClientMessage } from './read-client-message.ts'

export interface LiveConnectionDeps {
  readonly live: LivePayments
  readonly log: Log
}

export interface LiveConnection {
  /** Closes the connection if the client has not answered since the last beat; else pings it again. */
  beat(): void
  /** For a socket that was opened for one id: closed when there is no such topic. */
  open(topic: LiveTopic | undefined, id: string, after: bigint): void
}

export interface LiveClient {
  /** The user whose session opened the socket; it may subscribe to `account`. */
  readonly userId: string | undefined
  readonly resumeAfter: bigint | undefined
}

/** Codes from 4000 on are ours (RFC 6455); 4404 as the HTTP status. */
const CLOSE = { policy: 1008, failed: 1011, tryAgain: 1013, notFound: 4404 } as const
const MAX_TOPICS = 50
const MAX_MISTAKES = 20
/** Each may cost a lookup. */
const MAX_MESSAGES_A_BEAT = 200
const MAX_UNSENT_BYTES = 256 * 1024

/** Serves one client, which subscribes by ids that it knows, and cannot publish (rule D10). */
export function startLiveConnection(socket: WebSocket, deps: LiveConnectionDeps, client: LiveClient): LiveConnection {
  const { live, log } = deps
  const subscriptions = new Map<string, { close(): void }>()
  let mistakes = 0
  let messages = 0
  let alive = true

  const complain = (error: string): void => write(socket, JSON.stringify({ error }))
  const mistake = (error: string): void => {
    complain(error)
    mistakes += 1
    if (mistakes >= MAX_MISTAKES) socket.close(CLOSE.policy, 'too many mistakes')
  }
  const listenerFor = (id: string): LiveListener => ({
    send: (message) => write(socket, message),
    flushed: () => flushed(socket),
    lost(why) {
      subscriptions.delete(id)
      complain(LOST[why].error)
      if (subscriptions.size === 0) socket.close(LOST[why].code, LOST[why].error)
    },
  })
  const add = (topic: LiveTopic, id: string, after: bigint): void => {
    subscriptions.set(id, live.subscribe(topic, after, listenerFor(id)))
  }
  const subscribe = async (id: string, asked: bigint | undefined): Promise<void> => {
    if (subscriptions.has(id)) return
    if (subscriptions.size >= MAX_TOPICS) return mistake(`At most ${MAX_TOPICS} subscriptions.`)
    const [position, topic] = await Promise.all([live.position(), findTopic(live, id, client.userId)])
    if (topic === undefined) return mistake(id === ACCOUNT ? NO_SESSION : UNKNOWN)
    if (socket.readyState === socket.OPEN) add(topic, id, startOf(position, asked ?? client.resumeAfter))
  }
  const obey = async (data: RawData, isBinary: boolean): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return
    const message = isBinary ? undefined : readClientMessage(textOf(data))
    if (message === undefined) return mistake(NOT_UNDERSTOOD)
    if (message.kind === 'subscribe') return subscribe(message.id, message.lastId)
    const known = subscriptions.get(message.id)
    if (known === undefined) return mistake('Subscription not found.')
    known.close()
    subscriptions.delete(message.id)
  }
  const inOrder = createQueue((error) => {
    log.error({ error: String(error) }, 'a subscription failed')
    socket.close(CLOSE.failed, 'something went wrong')
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    messages += 1
    if (messages > MAX_MESSAGES_A_BEAT) socket.close(CLOSE.policy, 'too many messages')
    else inOrder(() => obey(data, isBinary))
  })
  socket.on('pong', () => (alive = true))
  socket.on('close', () => {
    for (const subscription of subscriptions.values()) subscription.close()
    subscriptions.clear()
  })
  return {
    beat() {
      if (!alive) return socket.terminate()
      alive = false
      messages = 0
      if (socket.readyState === socket.OPEN) socket.ping()
    },
    open(topic, id, after) {
      if (topic !== undefined) return add(topic, id, after)
      complain(UNKNOWN)
      socket.close(CLOSE.notFound, 'unknown id')
    },
  }
}

async function findTopic(live: LivePayments, id: string, userId: string | undefined): Promise<LiveTopic | undefined> {
  if (id !== ACCOUNT) return live.findTopic(id)
  return userId === undefined ? undefined : { kind: 'account', userId }
}

/** Handles a client's messages in order. */
function createQueue(onError: (error: unknown) => void): (work: () => Promise<void>) => void {
  let last = Promise.resolve()
  return (work) => {
    last = last.then(work).catch(onError)
  }
}

const ACCOUNT = 'account'
const NO_SESSION = 'Only a session of the web app may subscribe to its account.'
const UNKNOWN = 'Unknown id; subscribe with a wallet key or a payment hash of this service.'
const NOT_UNDERSTOOD = 'Send {"subscribe": id} or {"unsubscribe": id}, with "last_id" to resume.'

const LOST: Record<LostBecause, { readonly error: string; readonly code: number }> = {
  'key-revoked': { error: 'The key is no longer valid.', code: CLOSE.policy },
  'too-far-behind': { error: 'Too far behind; subscribe again with the last id as last_id.', code: CLOSE.tryAgain },
  failed: { error: 'Internal error; subscribe again with the last id as last_id.', code: CLOSE.failed },
}

/** Caps the start at the newest event: a larger id must not suppress new events. */
export const startOf = (position: bigint, asked: bigint | undefined): bigint =>
  asked !== undefined && asked < position ? asked : position

/** Drops a reader that does not keep up, to bound memory; the client can resume. */
function write(socket: WebSocket, message: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(message)
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate()
}

function flushed(socket: WebSocket): Promise<boolean> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve(false)
  // The callback of a frame runs when it and all earlier ones are written; a ping is the smallest frame.
  return new Promise((resolve) => socket.ping('', false, (error?: Error | null) => resolve(!error)))
}

const textOf = (data: RawData): string =>
  Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()
