import type { FastifyRequest } from 'fastify'
import { BODY_BYTES } from './body-limits.ts'

/** Whether a long body is not read yet: Node would read all of it before the next request on the connection. */
export const hasUnreadBody = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_BYTES)
