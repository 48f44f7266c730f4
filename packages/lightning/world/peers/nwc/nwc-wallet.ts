import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { signEvent } from '@satchel/bolt11/sign-event'
import { type SignedEvent, verifyEvent } from '@satchel/bolt11/verify-event'
import { decrypt as openNip04, encrypt as sealNip04 } from 'nostr-tools/nip04'
import { getConversationKey, decrypt as openNip44, encrypt as sealNip44 } from 'nostr-tools/nip44'
import { type Event, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { WebSocket } from 'ws'
import type { CallFault } from '../../peer-parts/peer-server.ts'

export type WalletReply =
  | { readonly result: object }
  | { readonly error: { readonly code: string; readonly message: string } }

/** The wallet's report about itself; a test changes it at run time. */
export interface WalletWords {
  methods: string[]
  encryptions: string[]
  /** Whether it publishes its info event. */
  announces: boolean
  /** No notifications are sent. */
  isMute: boolean
  /** How far its clock is ahead of ours. */
  aheadSeconds: number
}

/** The Nostr side of a wallet: it listens on relays and answers each request once, whichever relay delivers it. */
export interface NwcWallet {
  readonly pubkey: string
  /** The client's key of the only connection, in hex. */
  readonly secret: string
  readonly words: WalletWords
  /** Every request that was read, by method, oldest first. */
  readonly calls: readonly string[]
  plan(method: string, ...faults: readonly CallFault[]): void
  notify(notification: object): void
  /** Publishes on all relays, from now on. */
  connect(): Promise<void>
  close(): void
}

/** `answer` is called once for each request that the wallet understands. */
export function createNwcWallet(
  relays: readonly { readonly url: string }[],
  words: WalletWords,
  answer: (method: string, params: never, gone: AbortSignal) => Promise<WalletReply>,
): NwcWallet {
  const [key, clientKey] = [generateSecretKey(), generateSecretKey()]
  const [pubkey, client] = [getPublicKey(key), getPublicKey(clientKey)]
  const now = (): number => Math.floor(Date.now() / 1000) + words.aheadSeconds
  const letters = createLetters(key, client, now)
  const closed = new AbortController()
  const seen = new Set<string>()
  const calls: string[] = []
  const plans: { method: string; fault: CallFault }[] = []
  const takeFault = (method: string): CallFault | undefined => {
    const planned = plans.findIndex((plan) => plan.method === method)
    return planned < 0 ? undefined : plans.splice(planned, 1)[0]?.fault
  }

  const receive = async (event: Event): Promise<void> => {
    const tag = (name: string): string | undefined => event.tags.find(([one]) => one === name)?.[1]
    // A second copy, another sender, or too late.
    if (seen.has(event.id) || !verifyEvent(event) || event.pubkey !== client) return
    seen.add(event.id)
    if (Number(tag('expiration') ?? now() + 1) <= now()) return
    const encryption = tag('encryption') ?? 'nip04'
    const reply = (text: string): void => sockets.publish(letters.write(23195, text, { encryption, request: event.id }))
    const say = (method: string, body: WalletReply): void =>
      reply(JSON.stringify({ result_type: method, error: null, result: null, ...body }))
    if (!words.encryptions.includes(encryption)) return say('unknown', refusal('UNSUPPORTED_ENCRYPTION'))
    const { method, params } = JSON.parse(letters.read(event, encryption)) as { method: string; params: never }
    calls.push(method)
    if (!words.methods.includes(method)) return say(method, refusal('RESTRICTED'))
    const fault = takeFault(method)
    if (fault?.do === 'lose-request') return
    if (fault?.do === 'refuse') return say(method, refusal(codeOf(fault)))
    if (fault?.do === 'delay') await delay(fault.ms)
    const body = await answer(method, params, closed.signal)
    if (fault?.do === 'lose-answer') return
    if (fault?.do === 'deny') return say(method, refusal(codeOf(fault)))
    if (fault?.do === 'garble') return reply('{"result":{"pre')
    if (fault?.do === 'answer') return reply(fault.text)
    say(method, body)
  }
  const sockets = createSockets({
    filter: () => ({ kinds: [23194], '#p': [pubkey], since: now() - 60 }),
    announcement: () => (words.announces ? letters.announce(words) : undefined),
    onEvent: (event) => void receive(event).catch(() => undefined),
    closed: closed.signal,
  })
  return {
    pubkey,
    secret: Buffer.from(clientKey).toString('hex'),
    words,
    calls,
    plan: (method, ...faults) => void plans.push(...faults.map((fault) => ({ method, fault }))),
    notify(notification) {
      if (words.isMute) return
      const text = JSON.stringify({ notification_type: 'payment_received', notification })
      for (const encryption of words.encryptions) {
        sockets.publish(letters.write(encryption === 'nip04' ? 23196 : 23197, text, { encryption }))
      }
    },
    async connect() {
      await Promise.all(relays.map(({ url }) => sockets.connect(url)))
    },
    close: () => closed.abort(),
  }
}

/** Signing and encryption of the wallet. */
function createLetters(key: Uint8Array, client: string, now: () => number) {
  const conversation = getConversationKey(key, client)
  const sign = (kind: number, tags: string[][], content: string): SignedEvent =>
    signEvent({ kind, created_at: now(), tags, content }, key)
  return {
    read: ({ content }: Event, encryption: string): string =>
      encryption === 'nip04' ? openNip04(key, client, content) : openNip44(content, conversation),
    write(kind: number, text: string, { encryption, request }: { encryption: string; request?: string }): SignedEvent {
      const content = encryption === 'nip04' ? sealNip04(key, client, text) : sealNip44(text, conversation)
      return sign(kind, [['p', client], ...(request === undefined ? [] : [['e', request]])], content)
    },
    announce({ methods, encryptions }: WalletWords): SignedEvent {
      const tags = encryptions.includes('nip44_v2') ? [['encryption', encryptions.join(' ')]] : []
      return sign(13194, tags, [...methods, 'notifications'].join(' '))
    },
  }
}

interface SocketDuties {
  readonly filter: () => object
  readonly announcement: () => SignedEvent | undefined
  readonly onEvent: (event: Event) => void
  readonly closed: AbortSignal
}

/** The wallet's own connections. */
function createSockets({ filter, announcement, onEvent, closed }: SocketDuties) {
  const sockets = new Set<WebSocket>()
  closed.addEventListener('abort', () => {
    for (const socket of sockets) socket.terminate()
  })
  const connect = async (url: string): Promise<void> => {
    const socket = new WebSocket(url)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (bytes: Buffer) => {
      const [type, , event] = JSON.parse(String(bytes)) as [string, string, Event]
      if (type === 'EVENT') onEvent(event)
    })
    await once(socket, 'open')
    const announced = announcement()
    if (announced !== undefined) socket.send(JSON.stringify(['EVENT', announced]))
    socket.send(JSON.stringify(['REQ', 'wallet', filter()]))
    await listening(socket)
    // Reconnects immediately when a relay disconnects, while it is there.
    socket.on('close', () => void (closed.aborted || connect(url).catch(() => undefined)))
  }
  return {
    connect,
    publish(event: SignedEvent): void {
      for (const socket of sockets) {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(['EVENT', event]))
      }
    },
  }
}

export const refusal = (code: string): WalletReply => ({ error: { code, message: `${code.toLowerCase()} it is` } })

/** A text that is a code of NIP-47 is meant as one; HTTP statuses map to two codes. */
const codeOf = ({ status, text = '' }: { readonly status: number; readonly text?: string }): string =>
  /^[A-Z_]+$/.test(text) ? text : status === 500 ? 'INTERNAL' : 'OTHER'

/** Until the relay has sent all stored events. */
function listening(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const poll = (bytes: Buffer): void => {
      if ((JSON.parse(String(bytes)) as string[])[0] !== 'EOSE') return
      socket.off('message', poll)
      resolve()
    }
    socket.on('message', poll)
  })
}
