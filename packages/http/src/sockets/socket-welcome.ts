import type { FastifyRequest } from 'fastify'
import { badRequest, forbidden } from '../service-error.ts'

export const NOT_PLAIN = 'This is a WebSocket: connect with ws:// or wss://.'

/**
 * With a `publicUrl`, browsers may connect from pages of our own host only. Clients without an `Origin` header may
 * always connect.
 */
export function requireSocketWelcome(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!request.ws) throw badRequest(NOT_PLAIN, { code: 'web_socket_only' })
  const { origin } = request.headers
  if (publicUrl !== undefined && origin !== undefined && !isOwnPage(origin, publicUrl, request.host)) {
    throw forbidden('Pages of other sites may not connect.', { code: 'foreign_origin' })
  }
}

/** A page of the public URL, or of the request's own host, as for a phone in the same network. */
export const isOwnPage = (origin: string, publicUrl: string, host: string): boolean =>
  isOwnOrigin(origin, publicUrl) || (URL.canParse(origin) && new URL(origin).host === host)

/** All loopback names count as one host. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const [theirs, ours] = [new URL(origin), new URL(publicUrl)]
  const loopback = isLoopback(theirs.hostname) && isLoopback(ours.hostname)
  return theirs.host === ours.host || (loopback && theirs.port === ours.port)
}

export const isLoopback = (hostname: string): boolean => LOOPBACK.includes(hostname)

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
