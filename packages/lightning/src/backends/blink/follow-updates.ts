import { parseJson } from '@satchel/json/parse-json'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { FollowedSocketOptions } from '../../net/node-socket.ts'

const Message = Type.Object({ type: Type.String(), payload: Type.Optional(Type.Unknown()) })
const Received = Type.Object({
  data: Type.Object({
    myUpdates: Type.Object({
      update: Type.Object({
        transaction: Type.Object({
          direction: Type.Literal('RECEIVE'),
          initiationVia: Type.Object({ paymentHash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
        }),
      }),
    }),
  }),
})

const TRANSACTION = '{ transaction { direction initiationVia { ... on InitiationViaLn { paymentHash } } } }'
/** Blink reports a payment by another Blink user as an intra-ledger update. */
const SUBSCRIPTION = `subscription Updates {
  myUpdates { update { ... on LnUpdate ${TRANSACTION} ... on IntraLedgerUpdate ${TRANSACTION} } }
}`

/** Blink's socket speaks graphql-transport-ws: credential first, then one subscription; it has its own pings. */
export const updateSocket = (url: string, token: string): FollowedSocketOptions => ({
  url,
  headers: {},
  protocol: 'graphql-transport-ws',
  greeting: JSON.stringify({ type: 'connection_init', payload: { 'X-API-KEY': token } }),
  replyTo,
})

function replyTo(text: string): string | undefined {
  const type = readMessage(text)?.type
  if (type === 'ping') return JSON.stringify({ type: 'pong' })
  if (type !== 'connection_ack') return undefined
  return JSON.stringify({
    id: 'updates',
    type: 'subscribe',
    payload: { operationName: 'Updates', query: SUBSCRIPTION },
  })
}

/** The payment hash in a message about a received payment. */
export function hashOf(text: string): string | undefined {
  const message = readMessage(text)
  if (message?.type !== 'next' || !Value.Check(Received, message.payload)) return undefined
  return message.payload.data.myUpdates.update.transaction.initiationVia.paymentHash
}

function readMessage(text: string): { readonly type: string; readonly payload?: unknown } | undefined {
  try {
    const message: unknown = parseJson(text)
    return Value.Check(Message, message) ? message : undefined
  } catch {
    return undefined
  }
}
