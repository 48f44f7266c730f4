import type { NostrEncryption } from '@satchel/bolt11/nostr-box'
import type { Event } from 'nostr-tools/pure'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { NotSentError } from '../../net/node-http.ts'
import { type Clock, unixSeconds } from '../../port/clock.ts'
import { createEnvelope, tagOf } from './envelope.ts'
import type { NwcConfig } from './read-nwc.ts'
import { createRelayLine, type RelayLine } from './relay-line.ts'

/** Requests to one wallet over all of its relays, each answered once. */
export interface NwcWire {
  /** Rejects with `NotSentError` when no relay was connected, and otherwise when the outcome is not known. */
  ask(method: string, params: object, timeoutMs?: number): Promise<NwcReply>
  /** The methods that the wallet has announced; undefined = it has not. */
  announced(): readonly string[] | undefined
  /** Counts every connection: events from before the latest one may have been missed. */
  connections(): number
  /** Calls back with hashes that the wallet reports as paid. Returns a function that removes the listener. */
  onPaid(listener: (paymentHash: string) => void): () => void
  close(): void
}

export type NwcReply = (
  | { readonly result: unknown }
  | { readonly error: { readonly code: string; readonly message: string } }
) & {
  /** When it was written, Unix seconds by the wallet's clock. */
  readonly at?: number
}

/** Sent, and not answered in time. */
export class UnansweredError extends Error {}

const Reply = Type.Object({
  error: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ code: Type.String(), message: Type.Optional(Type.String()) })]),
  ),
  result: Type.Optional(Type.Unknown()),
})
const Paid = Type.Object({
  notification_type: Type.Literal('payment_received'),
  notification: Type.Object({ payment_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
})

const ASK_MS = 10_000
/** A wallet that reads a request later than this leaves it alone. */
export const EXPIRES_AFTER_SECONDS = 60

export function createNwcWire(config: NwcConfig, clock: Clock): NwcWire {
  const { walletPubkey, relays, secret } = config
  const envelope = createEnvelope(walletPubkey, secret)
  const speech = createSpeech()
  const waiting = createWaiting(speech)
  const notices = createNotices()
  let connections = 0

  /** A second copy of an answer is ignored. */
  const isWanted = (event: Event): boolean => event.kind !== 23195 || waiting.has(tagOf(event, 'e') ?? '')
  const receive = (received: unknown): void => {
    const event = envelope.verify(received, isWanted)
    if (event === undefined) return
    const open = (): unknown => attempt(() => envelope.open(event))
    if (event.kind === 13194) speech.announce(event)
    else if (event.kind === 23195) waiting.answer(event, open)
    else if (event.kind === speech.noticeKind()) notices.receive(event.id, open)
  }
  const lines = relays.map((url) => {
    const line: RelayLine = createRelayLine({
      url,
      // Without a start time: otherwise events of a wallet whose clock is behind would be missed.
      filters: [
        { kinds: [23195, 23196, 23197], authors: [walletPubkey], '#p': [envelope.ownPubkey], limit: 1 },
        { kinds: [13194], authors: [walletPubkey], limit: 1 },
      ],
      onEvent: receive,
      onOpen: () => void (connections += 1),
      onRefusal: (id) => waiting.giveUp(line, 'the relays do not take the request', id),
      onClose: () => waiting.giveUp(line, 'the relays have hung up'),
    })
    return line
  })
  return {
    async ask(method, params, timeoutMs = ASK_MS) {
      await anyReady(lines)
      const now = unixSeconds(clock)
      const expiresAt = now + EXPIRES_AFTER_SECONDS
      const event = envelope.seal({ method, params, encryption: speech.encryption(), createdAt: now, expiresAt })
      return waiting.wait(event.id, {
        patience: { ms: timeoutMs, problem: `the wallet has not answered ${method} for ${timeoutMs} ms` },
        send: () => lines.filter((line) => line.say(['EVENT', event])),
      })
    },
    announced: speech.methods,
    connections: () => connections,
    onPaid: notices.follow,
    close() {
      for (const line of lines) line.close()
      waiting.close()
    },
  }
}

interface Waiting {
  readonly over: Set<RelayLine>
  resolve(reply: NwcReply): void
  reject(error: Error): void
}

interface Wait {
  readonly patience: { readonly ms: number; readonly problem: string }
  /** The relays it has left over. */
  readonly send: () => readonly RelayLine[]
}

/** Requests that have no answer yet. */
function createWaiting(speech: Speech) {
  const waiting = new Map<string, Waiting>()
  return {
    wait(id: string, { patience, send }: Wait): Promise<NwcReply> {
      const { promise, resolve, reject } = Promise.withResolvers<NwcReply>()
      const over = new Set<RelayLine>()
      // Registered before sending: an immediate answer must find it.
      waiting.set(id, { over, resolve, reject })
      const timer = setTimeout(() => {
        speech.unanswered()
        reject(new UnansweredError(patience.problem))
      }, patience.ms)
      for (const line of send()) over.add(line)
      if (over.size === 0) reject(new NotSentError('no relay can be reached'))
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
    has: (id: string): boolean => waiting.has(id),
    answer(event: Event, open: () => unknown): void {
      const asked = waiting.get(tagOf(event, 'e') ?? '')
      if (asked === undefined) return
      const reply = readReply(open())
      if (reply === undefined) return asked.reject(new Error('the wallet answers with an undocumented answer'))
      speech.understood(reply)
      asked.resolve({ ...reply, at: event.created_at })
    },
    /** Rejects the requests that no relay is left to answer. */
    giveUp(line: RelayLine, why: string, only?: string): void {
      for (const [id, { over, reject }] of waiting) {
        if (only !== undefined && only !== id) continue
        if (over.delete(line) && over.size === 0) reject(new Error(why))
      }
    },
    close(): void {
      for (const { reject } of waiting.values()) reject(new Error('the connection to the wallet is closed'))
    },
  }
}

/** One open relay is enough; otherwise all are tried concurrently. */
async function anyReady(lines: readonly RelayLine[]): Promise<void> {
  if (lines.some((line) => line.isOpen())) return
  const tried = lines.map(async (line) => {
    if (!(await line.ready())) throw new NotSentError('the relay cannot be reached')
  })
  await Promise.any(tried).catch(() => {
    throw new NotSentError('no relay can be reached')
  })
}

/** The wallet's encryption: as announced, else by trying (NIP-47). */
type Speech = ReturnType<typeof createSpeech>

function createSpeech() {
  let announcement: Event | undefined
  let encryption: NostrEncryption = 'nip44_v2'
  let isSettled = false
  const other = (): void => {
    if (!isSettled) encryption = encryption === 'nip04' ? 'nip44_v2' : 'nip04'
  }
  return {
    encryption: () => encryption,
    noticeKind: () => (encryption === 'nip04' ? 23196 : 23197),
    methods: () => announcement?.content.split(/\s+/).filter((word) => word !== ''),
    announce(event: Event): void {
      if (event.created_at < (announcement?.created_at ?? 0)) return
      announcement = event
      // Without the tag the wallet predates NIP-44.
      encryption = (tagOf(event, 'encryption') ?? 'nip04').split(/\s+/).includes('nip44_v2') ? 'nip44_v2' : 'nip04'
      isSettled = true
    },
    understood(reply: NwcReply): void {
      if ('error' in reply && reply.error.code === 'UNSUPPORTED_ENCRYPTION') other()
      else isSettled = true
    },
    unanswered: other,
  }
}

/** Every relay delivers the same notification. */
function createNotices() {
  const heard = new Set<string>()
  const listeners = new Set<(paymentHash: string) => void>()
  return {
    receive(id: string, open: () => unknown): void {
      if (heard.has(id)) return
      if (heard.size >= MAX_REMEMBERED) heard.clear()
      heard.add(id)
      const body = open()
      if (!Value.Check(Paid, body)) return
      for (const listener of listeners) listener(body.notification.payment_hash)
    },
    follow(listener: (paymentHash: string) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const MAX_REMEMBERED = 1000

function readReply(body: unknown): NwcReply | undefined {
  if (!Value.Check(Reply, body)) return undefined
  const { error, result } = body
  if (error !== undefined && error !== null) return { error: { code: error.code, message: error.message ?? '' } }
  return result === undefined || result === null ? undefined : { result }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
