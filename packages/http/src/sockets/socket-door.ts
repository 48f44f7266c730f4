import fastifyWebsocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyRequest, FastifySchema } from 'fastify'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { acceptUpgrades } from './accept-upgrades.ts'
import type { HttpApp } from '../http-app.ts'
import { badRequest } from '../service-error.ts'
import { NOT_PLAIN, requireSocketWelcome } from './socket-welcome.ts'

export interface SocketDoor {
  /** Which requests may become connections. */
  readonly path: RegExp
  /** The longest message that is read. */
  readonly mostBytes: number
  /** Browsers may connect from its pages only; unset = from everywhere. */
  readonly publicUrl?: string
  /** Before the service stops: says goodbye to who is there. */
  close(): void | Promise<void>
  /** Pages open them, and count as visits. */
  readonly ofPages?: boolean
}

export interface SocketRoute {
  readonly url: string
  readonly schema: FastifySchema & { readonly hide?: boolean }
  /** Called before the connection counts as open; rejects with a status for a client without access. */
  enter(request: FastifyRequest): Promise<void>
  connect(socket: WebSocket, request: FastifyRequest): void
}

/** `closeTimeout`: for clients that do not answer when we close. */
const SOCKETS = { perMessageDeflate: false, closeTimeout: 2000 }

/**
 * WebSockets on some paths, public as far as Fastify's access rules go: `enter` decides. What the plugin
 * does with each request stays with these routes; the other routes of the service are not affected.
 */
export function openSocketDoor(app: HttpApp, door: SocketDoor, routes: readonly SocketRoute[]): void {
  const accepted = new EventEmitter()
  acceptUpgrades(app.server, door.path, accepted)
  app.register(async (scope) => {
    await scope.register(fastifyWebsocket, {
      // Not the server itself: only what `acceptUpgrades` lets through.
      options: { ...SOCKETS, maxPayload: door.mostBytes, server: accepted as Server },
      // `ws` closes the socket itself, with the code for what was wrong.
      errorHandler: () => undefined,
      preClose: async () => door.close(),
    })
    for (const { url, schema, enter, connect } of routes) {
      scope.route({
        method: 'GET',
        url,
        schema,
        config: { access: 'anyone', ...(door.ofPages === true && { rateLimited: 'visit' }) },
        onRequest: async (request: FastifyRequest) => requireSocketWelcome(request, door.publicUrl),
        preHandler: enter,
        handler: () => {
          throw badRequest(NOT_PLAIN, { word: 'web_socket_only' })
        },
        wsHandler: connect,
      })
    }
  })
}
