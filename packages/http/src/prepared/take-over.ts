import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    /** Counts and logs the answer when it has ended (follow-up.ts). */
    followUpAtEnd(): void
  }
}

/** Node's own response, for code that bypasses Fastify's reply. The answer is still counted and logged. */
export function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack()
  reply.followUpAtEnd()
  return reply.raw
}
