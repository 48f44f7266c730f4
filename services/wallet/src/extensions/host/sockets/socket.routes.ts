import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import { clientKey } from '@satchel/http/limits/rate-limit'
import { notFound, rateLimited } from '@satchel/http/service-error'
import { createSocketBook } from '@satchel/http/sockets/socket-book'
import { openSocketDoor, type SocketRoute } from '@satchel/http/sockets/socket-door'
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { createTurns } from '../../../throttle/turns.ts'
import { PACKAGE_PREFIX } from '../serve/package-prefix.ts'
import type { ServeDeps } from '../serve/serve-items.ts'
import { createPushHub } from '../stores/push-hub.ts'
import { type LiveConnection, openLiveConnection } from './live-connection.ts'
import { openChannel, type PlacedSocket, type SocketVisit, socketRuns, takeQuota } from './socket-runs.ts'
import { createSocketWatch } from './socket-watch.ts'

export interface SocketRoutesDeps extends ServeDeps {
  readonly builtIns: readonly AnyExtension[]
  /** `url`: as `packageUrl` has rewritten it. */
  readonly findPackageSocket: (url: string) => FoundSocket | undefined
}

/** A socket of a package that has the path of a request. */
export interface FoundSocket extends PlacedSocket {
  readonly params: Readonly<Record<string, string>>
}

const MAX_BYTES = 4096
/** Connections of one package: its code checks them in sequence. */
const MAX_OF_PACKAGE = 1000
const MAX_PARAM = 256
/** Socket paths, which no other route has: `/tpos/ws/…`. */
const PATH = /^\/[a-z][a-z0-9_]{1,31}\/ws(?:[/?]|$)/

/** Live connections of pages and devices, which receive what extensions push on a listener's channel. */
export function socketRoutes(app: HttpApp, deps: SocketRoutesDeps): void {
  const { publicUrl } = deps.host.deps
  const sockets = createSockets(deps)
  const routes = deps.builtIns.flatMap((extension) =>
    Object.keys(extension.sockets ?? {}).map((path): SocketRoute => {
      const placed = { extension, path }
      return {
        url: `/${extension.manifest.id}${path}`,
        schema: { hide: true, params: paramsOf(path), querystring: QUERY },
        enter: (request) => sockets.enter(request, placed),
        connect: sockets.connect,
      }
    }),
  )
  const ofPackages: SocketRoute = {
    url: `${PACKAGE_PREFIX}/socket/:ext_id/*`,
    schema: { hide: true, querystring: QUERY },
    async enter(request) {
      const found = deps.findPackageSocket(request.url)
      const isOne = ([, value]: readonly [string, string]) => value !== '' && value.length <= MAX_PARAM
      if (found === undefined || !Object.entries(found.params).every(isOne)) {
        throw notFound('Not found.')
      }
      request.params = { ...found.params }
      await sockets.enterPackage(request, found)
    },
    connect: sockets.connect,
  }
  const door = { path: PATH, mostBytes: MAX_BYTES, publicUrl, close: sockets.close, ofPages: true }
  openSocketDoor(app, door, [...routes, ofPackages])
}

interface Entered {
  readonly placed: PlacedSocket
  readonly channel: string
}

/** All open connections. */
function createSockets(deps: SocketRoutesDeps) {
  const { host, system } = deps
  const { db, clock, log, visitors } = host.deps
  const hub = createPushHub(db, clock, log)
  const watch = createSocketWatch(hub, log)
  const book = createSocketBook()
  const entered = new WeakMap<FastifyRequest, Entered>()
  const open = new Map<string, Set<LiveConnection>>()
  const turns = createTurns({ maxAtOnce: 1 })
  const stopFollowing = system.onChange(() => {
    for (const connections of open.values()) for (const connection of connections) connection.follow()
  })
  const inTurnOf = (extId: string) => async (work: () => Promise<void>) => {
    // The sandbox executes four runs of an extension at once: leave three for its visitors.
    const leave = system.find(extId)?.runtime === 'js' ? await turns.enter(extId) : undefined
    try {
      await work()
    } finally {
      leave?.()
    }
  }
  const enter = async (request: FastifyRequest, placed: PlacedSocket): Promise<void> => {
    book.requireRoom(request)
    entered.set(request, { placed, channel: await openChannel(deps, placed, toVisit(request)) })
  }
  return {
    enter,
    async enterPackage(request: FastifyRequest, placed: PlacedSocket): Promise<void> {
      const extId = placed.extension.manifest.id
      if ((open.get(extId)?.size ?? 0) >= MAX_OF_PACKAGE) {
        throw rateLimited('Too many open WebSockets.', { code: 'too_many_connections' })
      }
      takeQuota(deps, `${extId} ${placed.path} ${clientKey(request.ip)}`, visitors.requests)
      await enter(request, placed)
    },
    connect: ((ws, request) => {
      const { placed, channel } = entered.get(request)!
      const extId = placed.extension.manifest.id
      const onError = (what: string, error: unknown): void =>
        log.warn({ extension: extId, err: error }, `a socket's ${what} handler failed`)
      const runs = socketRuns(deps, placed, toVisit(request))
      const connection = openLiveConnection(ws, { channel, runs, inTurn: inTurnOf(extId), onError })
      const untilClosed = (forget: () => void): void =>
        void (ws.readyState === ws.CLOSED ? forget() : ws.on('close', forget))
      book.add(ws, connection, request)
      untilClosed(addTo(open, extId, connection))
      connection.follow()
      const { last_id: last } = request.query as { last_id?: string }
      const after = last === undefined ? undefined : BigInt(last)
      Promise.all([
        hub.listen(extId, channel, after, connection.send).then(untilClosed),
        watch.add(extId, connection.check).then(untilClosed),
      ])
        .then(connection.opened)
        .catch(() => ws.close(1008, 'something went wrong'))
    }) satisfies SocketRoute['connect'],
    close(): void {
      stopFollowing()
      book.close()
      void hub.stop()
    },
  }
}

const toVisit = (request: FastifyRequest): SocketVisit => ({
  request: {
    params: request.params as Record<string, string>,
    query: (request.query ?? {}) as Record<string, string | undefined>,
    headers: request.headers as Record<string, string | undefined>,
  },
  address: clientKey(request.ip),
})

/** Returns a function that removes it. */
function addTo(open: Map<string, Set<LiveConnection>>, extId: string, connection: LiveConnection): () => void {
  const all = open.get(extId) ?? new Set()
  open.set(extId, all.add(connection))
  return () => {
    all.delete(connection)
    if (all.size === 0 && open.get(extId) === all) open.delete(extId)
  }
}

const paramsOf = (path: string): TSchema =>
  Type.Object(
    Object.fromEntries(
      [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, Type.String({ maxLength: MAX_PARAM })]),
    ),
  )

/** Not in the manual: sockets are for an extension's own pages and devices (see its README). */
const QUERY = Type.Object({
  last_id: Type.Optional(Type.String({ pattern: '^\\d{1,16}$' })),
  token: Type.Optional(Type.String({ maxLength: 256 })),
})
