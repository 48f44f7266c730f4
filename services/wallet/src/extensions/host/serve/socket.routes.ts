import type { AnyExtension, Socket, SocketRequest } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import { clientKey } from '@satchel/http/limits/rate-limit'
import { type ErrorCode, ServiceError } from '@satchel/http/service-error'
import { createSocketBook } from '@satchel/http/sockets/socket-book'
import { openSocketDoor, type SocketRoute } from '@satchel/http/sockets/socket-door'
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { RawData, WebSocket } from 'ws'
import { newId } from '../../../ids.ts'
import { createPushHub, type Push } from '../stores/push-hub.ts'
import type { AnyCtx } from '../run/run-parts.ts'
import type { ServeDeps } from './serve-items.ts'
import { createSocketWatch } from './socket-watch.ts'

type AnySocket = Socket<AnyCtx>

export interface SocketRoutesDeps extends ServeDeps {
  readonly builtIns: readonly AnyExtension[]
}

const MAX_BYTES = 4096
const POLICY = 1008
const MAX_UNSENT_BYTES = 256 * 1024
const MAX_MESSAGES_A_BEAT = 100
/** The two segments that no other path has: `/tpos/ws/…`. */
const PATH = /^\/[a-z][a-z0-9_]{1,31}\/ws(?:[/?]|$)/

/** Live connections of pages and devices: what extensions push on the channel that they let a listener have. */
export function socketRoutes(app: HttpApp, deps: SocketRoutesDeps): void {
  const { db, clock, log, publicUrl } = deps.host.deps
  const hub = createPushHub(db, clock, log)
  const watch = createSocketWatch(hub, log)
  const book = createSocketBook()
  const channels = new WeakMap<FastifyRequest, string>()
  const close = (): void => {
    book.close()
    void hub.stop()
  }
  const routes = deps.builtIns.flatMap((extension) =>
    Object.entries(extension.sockets ?? {}).map(([path, given]): SocketRoute => {
      const extId = extension.manifest.id
      const socket = given as AnySocket
      return {
        url: `/${extId}${path}`,
        schema: schemaOf(path),
        async enter(request) {
          book.requireRoom(request)
          channels.set(request, await openChannel(deps, extension, socket, request))
        },
        connect(ws, request) {
          const channel = channels.get(request) ?? ''
          const connection = connect(deps, { extension, socket, ws, request, channel })
          book.add(ws, connection, request)
          const { last_id: last } = request.query as { last_id?: string }
          const after = last === undefined ? undefined : BigInt(last)
          const untilClosed = (forget: () => void): void =>
            void (ws.readyState === ws.CLOSED ? forget() : ws.on('close', forget))
          Promise.all([
            hub.listen(extId, channel, after, connection.hear).then(untilClosed),
            watch.add(extId, connection.check).then(untilClosed),
          ])
            .then(connection.opened)
            .catch(() => ws.close(POLICY, 'something went wrong'))
        },
      }
    }),
  )
  openSocketDoor(app, { path: PATH, mostBytes: MAX_BYTES, publicUrl, close, ofPages: true }, routes)
}

/** The channel a listener may hear; 403 if the extension rejects the listener. */
async function openChannel(
  { host, system }: ServeDeps,
  extension: AnyExtension,
  socket: AnySocket,
  request: FastifyRequest,
): Promise<string> {
  const present = system.find(extension.manifest.id)
  if (present === undefined || !present.available) throw new ServiceError('not_found', 'Not found.')
  const trigger = { by: 'visitor', address: clientKey(request.ip) } as const
  const channel = await host.run(extension, { trigger }, (ctx) => socket.open(toRequest(request), ctx))
  if (channel === null)
    throw new ServiceError('forbidden', 'The extension rejects this connection.', [], { word: 'connection_rejected' })
  return channel
}

const toRequest = (request: FastifyRequest): SocketRequest => ({
  params: request.params as Record<string, string>,
  query: (request.query ?? {}) as Record<string, string | undefined>,
  headers: request.headers as Record<string, string | undefined>,
})

interface Connecting {
  readonly extension: AnyExtension
  readonly socket: AnySocket
  readonly ws: WebSocket
  readonly request: FastifyRequest
  /** That it was given when it came. */
  readonly channel: string
}

/** One open connection: its messages in both directions, in order. */
function connect(deps: ServeDeps, { extension, socket, ws, request, channel }: Connecting) {
  const { host } = deps
  let alive = true
  let said = 0
  let last: Promise<unknown> = Promise.resolve()
  const id = newId()
  const trigger = { by: 'visitor', address: clientKey(request.ip) } as const
  const obey = async (text: string): Promise<void> => {
    const { message } = socket
    if (message === undefined) return ws.close(POLICY, 'this connection only listens')
    const answer = await host.run(extension, { trigger }, (ctx) => message.call(socket, text, toRequest(request), ctx))
    if (answer !== undefined) write(ws, typeof answer === 'string' ? answer : JSON.stringify(answer))
  }
  /** In the order in which it happens; what goes wrong is put right by the next beat. */
  const tell = (what: 'heartbeat' | 'close'): void => {
    const hear = socket[what]
    if (hear === undefined) return
    const connection = { id, request: toRequest(request) }
    last = last
      .then(() => host.run(extension, { trigger }, (ctx) => hear.call(socket, connection, ctx)))
      .catch((error: unknown) =>
        host.deps.log.warn({ extension: extension.manifest.id, err: error }, `a socket's ${what} handler failed`),
      )
  }
  const check = async (): Promise<void> => {
    if (ws.readyState !== ws.OPEN) return
    if (!(await mayStay(deps, { extension, socket, ws, request, channel }))) ws.close(POLICY, 'there is nothing here')
  }
  ws.on('message', (data: RawData, isBinary: boolean) => {
    said += 1
    if (isBinary || said > MAX_MESSAGES_A_BEAT) return ws.close(POLICY, 'too many messages')
    last = last
      .then(() => obey(textOf(data)))
      .catch((error: unknown) => {
        const detail = error instanceof ServiceError ? error.detail : 'Something went wrong.'
        write(ws, JSON.stringify({ error: detail }))
      })
  })
  ws.on('pong', () => (alive = true))
  return {
    opened(): void {
      if (ws.readyState !== ws.OPEN) return
      tell('heartbeat')
      ws.on('close', () => tell('close'))
    },
    check,
    hear: (push: Push): void => write(ws, toMessage(push)),
    beat(): void {
      if (!alive) return ws.terminate()
      alive = false
      said = 0
      if (ws.readyState !== ws.OPEN) return
      ws.ping()
      void check()
      tell('heartbeat')
    },
  }
}

/** False once the item was deleted or switched off; what cannot be read now is checked at the next heartbeat. */
async function mayStay(deps: ServeDeps, { extension, socket, request, channel }: Connecting): Promise<boolean> {
  try {
    return (await openChannel(deps, extension, socket, request)) === channel
  } catch (error) {
    return !(error instanceof ServiceError && REFUSALS.has(error.code))
  }
}

const REFUSALS = new Set<ErrorCode>(['bad_request', 'unauthenticated', 'payment_required', 'forbidden', 'not_found'])

/** Objects with the id to resume from; text as it is, for devices that read no JSON. */
function toMessage({ id, body }: Push): string {
  const message = JSON.parse(body) as unknown
  if (typeof message === 'string') return message
  return typeof message === 'object' && message !== null && !Array.isArray(message)
    ? JSON.stringify({ ...message, event_id: Number(id) })
    : body
}

/** A reader that does not keep up is dropped before it costs memory. */
function write(ws: WebSocket, message: string): void {
  if (ws.readyState !== ws.OPEN) return
  ws.send(message)
  if (ws.bufferedAmount > MAX_UNSENT_BYTES) ws.terminate()
}

const textOf = (data: RawData): string =>
  Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()

/** Not in the manual: what is said there is for an extension's own pages and devices (its README). */
function schemaOf(path: string): { hide: boolean; params: TSchema; querystring: TSchema } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return {
    hide: true,
    params: Type.Object(Object.fromEntries(names.map((name) => [name, Type.String({ maxLength: 256 })]))),
    querystring: Type.Object({
      last_id: Type.Optional(Type.String({ pattern: '^\\d{1,16}$' })),
      token: Type.Optional(Type.String({ maxLength: 256 })),
    }),
  }
}
