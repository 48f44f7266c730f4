import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import type { Log } from '@satchel/http/log'
import { schemaRef } from '@satchel/http/schema-ref'
import { createSocketBook, type SocketLimits } from '@satchel/http/sockets/socket-book'
import { openSocketDoor } from '@satchel/http/sockets/socket-door'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WebSocket } from 'ws'
import { startLiveConnection, startOf } from './live-connection.ts'
import type { LivePayments } from './live-payments.ts'
import type { LiveTopic } from './live-topic.ts'
import { readEventId } from './read-client-message.ts'
import { type SessionsOfSockets, watchSessions } from './watch-sessions.ts'

export interface WebsocketRoutesDeps {
  readonly live: LivePayments
  readonly log: Log
  /** Browsers may connect from pages of this host only; clients without an `Origin` header may always connect. */
  readonly publicUrl: string
  readonly sessions: SessionsOfSockets
  readonly limits?: Partial<SocketLimits>
}

/** `/api/v1/ws` and `/api/v1/ws/{id}`: payments as they happen (rule S524). */
export function websocketRoutes(app: HttpApp, deps: WebsocketRoutesDeps): void {
  const { live } = deps
  const sockets = createSocketBook(deps.limits)
  const watch = watchSessions(deps.sessions, deps.log)
  const starts = new WeakMap<FastifyRequest, Start>()
  /** Reads the position first, so that no later event is missed. */
  const enter = async (request: FastifyRequest): Promise<void> => {
    const { id } = request.params as { id?: string }
    const [position, topic, session] = await Promise.all([
      live.position(),
      id === undefined ? undefined : live.findTopic(id),
      request.headers.cookie === undefined ? undefined : deps.sessions.findOfSocket(request),
    ])
    sockets.requireRoom(request)
    starts.set(request, { id, topic, position, session })
  }
  const connect = (socket: WebSocket, request: FastifyRequest): void => {
    const asked = readEventId((request.query as { last_id?: string }).last_id)
    const start = starts.get(request)
    const userId = start?.session?.user.id
    const connection = startLiveConnection(socket, deps, { userId, resumeAfter: asked })
    sockets.add(socket, connection, request)
    if (start?.session !== undefined) watch.add(socket, start.session.session.id)
    if (start?.id !== undefined) connection.open(start.topic, start.id, startOf(start.position, asked))
  }
  const close = async (): Promise<void> => {
    sockets.close()
    await Promise.all([live.stop(), watch.stop()])
  }
  openSocketDoor(app, { path: PATH, mostBytes: 4096, publicUrl: deps.publicUrl, close }, [
    { url: '/api/v1/ws', schema: BY_MESSAGE, enter, connect },
    { url: '/api/v1/ws/:id', schema: BY_PATH, enter, connect },
  ])
}

const PATH = /^\/api\/v1\/ws(?:[/?]|$)/

interface Start {
  readonly id: string | undefined
  readonly topic: LiveTopic | undefined
  readonly position: bigint
  readonly session: Awaited<ReturnType<SessionsOfSockets['findOfSocket']>>
}

const lastId = {
  last_id: Type.Optional(
    Type.String({ pattern: '^\\d{1,16}$', description: 'Resume: first sends events after this event id.' }),
  ),
}

const MESSAGES =
  'With a wallet key each message is `{id, type: "payment", event, payment_hash, checking_id, wallet_id, amount, fee, status, memo, time, balance}`: `event` is `payment_received`, `payment_sent`, `payment_failed` (also a hold invoice that was cancelled) or `payment_held`, `amount` satoshis (negative = outgoing), `fee` and `balance` millisatoshis, `time` when the payment was made in Unix seconds. When the status is `success` the message also has `payment`, the payment itself. With a payment hash it is `{id, type, event, payment_hash, amount, status, time}` of the incoming payment. Give the newest `id` as `last_id` when you connect again, and nothing is missed or sent twice. What cannot be done is answered with `{"error": text}`. Messages to the service are at most 4096 bytes; answer its pings.'

const answers = {
  101: Type.Null({ description: 'The connection is upgraded to a WebSocket.' }),
  400: schemaRef(ErrorBody, 'Not a WebSocket request.'),
  403: schemaRef(ErrorBody, 'The request is from a page of another site.'),
  429: schemaRef(ErrorBody, 'Too many open WebSockets.'),
}

const BY_MESSAGE = {
  operationId: 'openWebSocket',
  tags: ['notifications'],
  summary: 'Follow payments',
  description: `WebSocket. Send \`{"subscribe": id}\` or \`{"unsubscribe": id}\`; id is a wallet key or a payment hash, and an additional \`"last_id"\` resumes. With the cookie of a session, the id may be \`account\`: each wallet whose payments the user may view; the socket closes within two seconds after the session has ended. ${MESSAGES}`,
  querystring: Type.Object(lastId),
  response: answers,
} as const

const BY_PATH = {
  operationId: 'openWebSocketOf',
  tags: ['notifications'],
  summary: 'Follow the payments of one id',
  description: `WebSocket, subscribed to a wallet key or a payment hash when it opens; closed with 4404 if the id is neither. ${MESSAGES}`,
  params: Type.Object({ id: Type.String({ maxLength: 128, description: 'Wallet key or payment hash.' }) }),
  querystring: Type.Object(lastId),
  response: answers,
} as const
