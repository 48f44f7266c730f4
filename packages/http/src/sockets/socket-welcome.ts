import type { FastifyRequest } from 'fastify'
import { badRequest, ServiceError } from '../service-error.ts'

export const NOT_PLAIN = 'This is a WebSocket: connect with ws:// or wss://.'

/**
 * Browsers may connect from pages of our own host only, unless there is no `publicUrl`; clients that name no origin from
 * everywhere.
 */
export function requireSocketWelcome(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!request.ws) throw badRequest(NOT_PLAIN, { word: 'web_socket_only' })
  const { origin } = request.headers
  if (publicUrl !== undefined && origin !== undefined && !isOwnOrigin(origin, publicUrl)) {
    throw new ServiceError('forbidden', 'Pages of other sites may not connect.', [], { word: 'foreign_origin' })
  }
}

/** The names of the own machine are one host. */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const [theirs, ours] = [new URL(origin), new URL(publicUrl)]
  const loopback = LOOPBACK.includes(theirs.hostname) && LOOPBACK.includes(ours.hostname)
  return theirs.host === ours.host || (loopback && theirs.port === ours.port)
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
