import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import fastifyWebsocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyRequest, FastifySchema } from 'fastify'
import type { HttpApp } from '../http-app.ts'
import { badRequest } from '../service-error.ts'
import { acceptUpgrades } from './accept-upgrades.ts'
import { NOT_PLAIN, requireSocketWelcome } from './socket-welcome.ts'

export interface SocketDoor {
  /** Paths whose upgrade requests are accepted. */
  readonly path: RegExp
  /** The longest message that is read. */
  readonly mostBytes: number
  /** Browsers may connect from its pages only; unset = from everywhere. */
  readonly publicUrl?: string
  /** Closes the open connections before the service stops. */
  close(): void | Promise<void>
  /** Opened by pages: their upgrade requests count as visits. */
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
 * Opens WebSockets on some paths. Fastify's access rules let all requests pass: `enter` decides. The plugin affects
 * only these routes.
 */
export function openSocketDoor(app: HttpApp, door: SocketDoor, routes: readonly SocketRoute[]): void {
  const accepted = new EventEmitter()
  acceptUpgrades(app.server, door.path, accepted)
  app.register(async (scope) => {
    await scope.register(fastifyWebsocket, {
      // An emitter instead of the server: it emits only the upgrades that `acceptUpgrades` accepts.
      options: { ...SOCKETS, maxPayload: door.mostBytes, server: accepted as Server },
      // `ws` closes the socket itself, with the code of the error.
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
          throw badRequest(NOT_PLAIN, { code: 'web_socket_only' })
        },
        wsHandler: connect,
      })
    }
  })
}
