import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { canonicalAddress } from './judge-address.ts'

/** Where to connect: to these checked addresses only. */
export interface Pinned {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly addresses: readonly string[]
}

type Connected = (...outcome: [error: null, socket: Socket] | [error: Error, socket: null]) => void

/** The code of the error when the other end is not one of the judged addresses. */
export const WRONG_PEER = 'SATCHEL_WRONG_PEER'

/**
 * Opens connections for undici to the pinned addresses only, without a DNS lookup, and checks the peer address again.
 */
export function guardedConnector(pinned: Pinned, connectTimeoutMs: number, stop: AbortSignal) {
  const peers = new Set(pinned.addresses.map(canonicalAddress))
  return (_options: unknown, connected: Connected): void => {
    const socket = openSocket(pinned)
    const timer = setTimeout(() => socket.destroy(codedError('ETIMEDOUT')), connectTimeoutMs)
    const onStop = () => socket.destroy(codedError('ECONNABORTED'))
    stop.addEventListener('abort', onStop, { once: true })
    const settle = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    }
    const onError = (error: Error) => {
      settle()
      connected(error, null)
    }
    socket.once('error', onError)
    // Checked before the TLS handshake: a wrong peer must not learn the host name.
    socket.once('connect', () => {
      if (!peers.has(canonicalAddress(socket.remoteAddress ?? ''))) socket.destroy(codedError(WRONG_PEER))
    })
    socket.once(pinned.secure ? 'secureConnect' : 'connect', () => {
      if (socket.destroyed) return
      settle()
      socket.off('error', onError)
      connected(null, socket)
    })
  }
}

/** One such connection for another protocol; rejects with an error that has a `code`. */
export function connectPinned(pinned: Pinned, connectTimeoutMs: number, stop: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const open = guardedConnector(pinned, connectTimeoutMs, stop)
  open({}, (error, socket) => {
    if (error !== null) return reject(error)
    // Until its new owner listens, an error must not end the process; `close` follows it.
    socket.on('error', () => {})
    resolve(socket)
  })
  return promise
}

/** Node does not call `lookup` for a literal address; the literal was checked like any other address. */
function openSocket({ host, port, secure, addresses }: Pinned): Socket {
  const lookup: LookupFunction = (_host, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
  // Tries several addresses in turn, as browsers do; with this option Node calls `lookup` with `all`.
  const options = { host, port, lookup, autoSelectFamily: true, noDelay: true }
  if (!secure) return connect(options)
  return connectTls({
    ...options,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // Set explicitly: an environment variable can turn the default off.
    rejectUnauthorized: true,
  })
}

function codedError(code: string): Error {
  return Object.assign(new Error(code), { code })
}
