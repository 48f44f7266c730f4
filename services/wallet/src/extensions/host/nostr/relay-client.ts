import { parseJson } from '@satchel/json/parse-json'
import type { Outbound } from '@satchel/outbound/outbound'
import { WebSocket } from 'ws'
import { isTrustworthyUrl } from '../../../config/extensions.ts'

export interface RelayDeps {
  readonly outbound: Outbound
  /** The rules by which plain `ws://` is allowed. */
  readonly rules: { readonly allowPrivate: boolean; readonly allow: readonly string[] }
  /** From the DNS lookup to the open socket, and to the relay's answer to an event. */
  readonly timeoutMs?: number
  /** How often a connection that stays open is pinged; it is closed when it was silent in between. */
  readonly pingMs?: number
}

/** Small enough that a relay is connected again within 30 s after it is reachable again. */
export const RELAY_DEADLINES = { timeoutMs: 10_000, pingMs: 10_000 } as const

export interface RelayOptions {
  /** `["OK", …]`, `["EVENT", …]`: messages of the relay (NIP-01). Anything else is ignored. */
  readonly onMessage: (message: readonly unknown[]) => void
  /** Called once, however it ends. */
  readonly onClose: () => void
  /** A long-lived connection, which is checked by pings. */
  readonly staysOpen?: boolean
}

/** An open connection to a relay. */
export interface Relay {
  send(message: readonly unknown[]): void
  close(): void
}

export type OpenedRelay = { readonly relay: Relay } | { readonly problem: string }

const MAX_MESSAGE_BYTES = 256 * 1024

/** Connects to a relay that a user has named, under the rules for such addresses (rule D9). Never rejects. */
export async function openRelay(
  deps: RelayDeps,
  url: string,
  { onMessage, onClose, staysOpen = false }: RelayOptions,
): Promise<OpenedRelay> {
  const { outbound, rules, timeoutMs, pingMs } = { ...RELAY_DEADLINES, ...deps }
  const begunAt = performance.now()
  const web = url.replace(/^ws(?=s?:)/i, 'http')
  if (web === url || !isTrustworthyUrl(web, rules)) return { problem: 'The relay must begin with wss://.' }
  const connected = await outbound.connect({ url: web, timeoutMs })
  if (connected.kind !== 'connected') return { problem: connected.message }
  const socket = new WebSocket(url, {
    createConnection: () => connected.socket,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
  const { promise, resolve } = Promise.withResolvers<OpenedRelay>()
  // The `handshakeTimeout` of ws works only for connections that it opens itself.
  const deadline = setTimeout(() => socket.terminate(), timeoutMs - (performance.now() - begunAt))
  const relay: Relay = {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.terminate(),
  }
  socket.on('open', () => {
    clearTimeout(deadline)
    resolve({ relay })
  })
  // The `close` event that follows reports the error.
  socket.on('error', () => resolve({ problem: 'The relay does not answer as one.' }))
  socket.on('message', (bytes: Buffer, isBinary) => {
    const message = isBinary ? undefined : readMessage(String(bytes))
    if (message !== undefined) onMessage(message)
  })
  if (staysOpen) endWhenSilent(socket, pingMs)
  socket.on('close', () => {
    clearTimeout(deadline)
    resolve({ problem: 'The relay has hung up.' })
    onClose()
  })
  return promise
}

/** Ends a connection whose other end does not answer pings. */
function endWhenSilent(socket: WebSocket, pingMs: number): void {
  let isHeard = true
  const timer = setInterval(() => {
    if (!isHeard) return socket.terminate()
    isHeard = false
    if (socket.readyState === socket.OPEN) socket.ping()
  }, pingMs)
  const heard = (): void => {
    isHeard = true
  }
  socket.on('pong', heard)
  socket.on('message', heard)
  socket.on('close', () => clearInterval(timer))
}

function readMessage(text: string): readonly unknown[] | undefined {
  try {
    const value = parseJson(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
