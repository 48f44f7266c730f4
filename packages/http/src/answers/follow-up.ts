import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpApp } from '../http-app.ts'
import type { Answered } from '../reports/access-log.ts'

/** Records the count, the duration and the log line of an answer. Runs once for every answer, cached ones included. */
export type FollowUp = (request: Answered, route: string, status: number, milliseconds: number) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** In milliseconds of `performance.now()`. */
    arrivedAt: number
  }
}

/**
 * Follows up a complete answer when it is sent: waiting for its end would cost each request two listeners. Follows up a
 * stream when either side has ended it.
 */
export function installFollowUp(app: HttpApp, followUp: FollowUp): void {
  const leave = (request: FastifyRequest, reply: FastifyReply): void =>
    followUp(
      request,
      request.routeOptions.url ?? 'unknown',
      reply.raw.statusCode,
      performance.now() - request.arrivedAt,
    )
  app.decorateRequest('arrivedAt', 0)
  app.decorateReply('followUpAtEnd', function (this: FastifyReply) {
    this.raw.once('close', () => leave(this.request, this))
  })
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now()
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isWhole(payload)) leave(request, reply)
    else reply.followUpAtEnd()
    done(null, payload)
  })
}

const isWhole = (payload: unknown): boolean =>
  payload === null || typeof payload !== 'object' || Buffer.isBuffer(payload)
