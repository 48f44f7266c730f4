import type { HttpApp } from '@satchel/http/http-app'
import type { Log } from '@satchel/http/log'
import { createSocketBook } from '@satchel/http/sockets/socket-book'
import { openSocketDoor } from '@satchel/http/sockets/socket-door'
import type { FastifyRequest } from 'fastify'
import { startLiveConnection } from '../notifications/live-connection.ts'
import type { LivePayments } from '../notifications/live-payments.ts'
import type { LiveTopic } from '../notifications/live-topic.ts'
import { PREFIX } from './dialect-url.ts'
import { type OwnPayment, toLnbitsPayment } from './lnbits-payment.ts'

export interface LiveRoutesDeps {
  readonly live: LivePayments
  readonly log: Log
  readonly publicUrl: string
}

interface Start {
  readonly topic: LiveTopic | undefined
  readonly position: bigint
}

/** `/api/v1/ws/{key or hash}`: successes as LNbits sends them. */
export function liveRoutes(app: HttpApp, { live, log, publicUrl }: LiveRoutesDeps): void {
  const sockets = createSocketBook()
  const starts = new WeakMap<FastifyRequest, Start>()
  const translated = translateLive(live)
  const idOf = (request: FastifyRequest): string => (request.params as { readonly id: string }).id
  const door = { path: PATH, mostBytes: 4096, publicUrl, close: () => sockets.close() }
  openSocketDoor(app, door, [
    {
      url: `${PREFIX}/api/v1/ws/:id`,
      schema: { hide: true },
      async enter(request) {
        const [position, topic] = await Promise.all([live.position(), live.findTopic(idOf(request))])
        sockets.requireRoom(request)
        starts.set(request, { topic, position })
      },
      connect(socket, request) {
        const { topic, position = 0n } = starts.get(request) ?? {}
        const client = { userId: undefined, resumeAfter: undefined }
        const connection = startLiveConnection(socket, { live: translated, log }, client)
        sockets.add(socket, connection, request)
        connection.open(topic, idOf(request), position)
      },
    },
  ])
}

const PATH = /^\/lnbits\/api\/v1\/ws\//

const translateLive = (live: LivePayments): LivePayments => ({
  ...live,
  subscribe: (topic, after, listener) =>
    live.subscribe(topic, after, {
      ...listener,
      send(message) {
        const said = toLnbitsMessage(JSON.parse(message) as OwnMessage)
        if (said !== undefined) listener.send(JSON.stringify(said))
      },
    }),
})

interface OwnMessage {
  readonly status: string
  readonly wallet_id?: string
  readonly balance?: number
  readonly payment?: OwnPayment
}

/** Only successes, because clients take every message for one. A listener by hash gets no data of the wallet. */
function toLnbitsMessage({ status, wallet_id: walletId, balance, payment }: OwnMessage): object | undefined {
  if (payment !== undefined && balance !== undefined) {
    return { wallet_balance: Math.trunc(balance / 1000), payment: toLnbitsPayment(payment) }
  }
  return status === 'success' && walletId === undefined ? { pending: false, status } : undefined
}
