import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Creates ids that are unique across processes, cheaply. Keeps the caller's `X-Request-Id` if it is safe in a log and a
 * header.
 */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return (request) => {
    const given = request.headers['x-request-id']
    if (typeof given === 'string' && HARMLESS.test(given)) return given
    count += 1
    return `${prefix}-${count}`
  }
}

/** Cannot break a log line or a header. */
const HARMLESS = /^[\w.-]{8,64}$/
