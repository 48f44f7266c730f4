import { hash } from 'node:crypto'
import type { HttpApp } from '@satchel/http/http-app'
import { badRequest, invalid } from '@satchel/http/service-error'
import type { Outbound } from '@satchel/outbound/outbound'
import { Type } from 'typebox'
import { sessionIdOf, userIdOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { arePushKeys } from './encrypt-push.ts'
import { addSubscription, removeSubscription } from './subscription-store.ts'

export interface PushRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  readonly outbound: Pick<Outbound, 'checkUrl'>
  readonly messages: {
    /** Undefined: the operator sends no messages. */
    readonly pushPublicKey: string | undefined
    /** Whether there is a mail server. */
    readonly sendsMail: boolean
  }
}

/** Web Push (RFC 8030, 8291, 8292): the browsers that show a user's messages. */
export function pushRoutes(app: HttpApp, deps: PushRoutesDeps): void {
  const { db, vault, clock, outbound } = deps
  const { pushPublicKey, sendsMail } = deps.messages
  app.get('/api/v1/push/key', { config: { access: 'user' }, schema: KEY }, async () => ({
    key: pushPublicKey ?? null,
    mail: sendsMail,
  }))
  app.post('/api/v1/push/subscriptions', { config: { access: 'user' }, schema: ADD }, async (request, reply) => {
    if (pushPublicKey === undefined) throw badRequest('This service sends no messages.', { code: 'messages_off' })
    const { endpoint, keys, locale = 'en' } = request.body
    const problem = outbound.checkUrl(endpoint)
    if (problem !== undefined) throw wrong('endpoint', problem.message)
    if (!arePushKeys(keys)) throw wrong('keys', 'not the keys of a push subscription')
    const id = newId()
    await db.transact(addSubscription, {
      id,
      userId: userIdOf(request),
      sessionId: sessionIdOf(request),
      digest: digestOf(endpoint),
      sealed: vault.seal(JSON.stringify({ endpoint, keys })),
      locale: Intl.getCanonicalLocales(locale)[0] ?? 'en',
      createdAt: unixSeconds(clock),
      shown: shownBy(request),
    })
    reply.code(201)
    return { id }
  })
  app.delete('/api/v1/push/subscriptions', { config: { access: 'user' }, schema: REMOVE }, async (request) => {
    await db.transact(removeSubscription, { digest: digestOf(request.body.endpoint), userId: userIdOf(request) })
    return { detail: 'The browser shows no more messages.' }
  })
}

const digestOf = (endpoint: string): string => hash('sha256', endpoint, 'hex')

const wrong = (field: string, msg: string) => invalid({ type: 'value_error', loc: ['body', field], msg })

const tags = ['notifications']

const Endpoint = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^[^\\u0000-\\u0020]+$',
  writeOnly: true,
  description: 'URL at the push service of the browser.',
  examples: ['https://push.example/abc'],
})

const KEY = {
  tags,
  operationId: 'readPushKey',
  summary: 'Read how this service sends messages',
  description: 'Your preferences select the messages: `PUT /api/v1/auth/me/preferences`.',
  response: {
    200: Type.Object(
      {
        key: Type.Union([Type.String(), Type.Null()], {
          description:
            '`applicationServerKey` for `pushManager.subscribe`; null = this service sends no push messages.',
        }),
        mail: Type.Boolean({ description: 'True: messages can also be sent by email.' }),
      },
      { description: 'Channels of messages.' },
    ),
  },
} as const

const ADD = {
  tags,
  operationId: 'addPushSubscription',
  summary: 'Subscribe a browser to messages',
  description:
    'Takes `PushSubscription.toJSON()`. It ends with the session that created it; if an access token created it, when its user changes the password or logs out everywhere. 400 if this service sends no push messages. At most 20 per account: the oldest is removed.',
  body: Type.Object(
    {
      endpoint: Endpoint,
      keys: Type.Object(
        {
          p256dh: Type.String({
            maxLength: 128,
            pattern: '^[\\w-]+=*$',
            writeOnly: true,
            description: 'Public key of the browser.',
            examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
          }),
          auth: Type.String({
            maxLength: 64,
            pattern: '^[\\w-]+=*$',
            writeOnly: true,
            description: 'Authentication secret of the browser.',
            examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
          }),
        },
        { description: 'Keys of the browser.' },
      ),
      locale: Type.Optional(
        Type.String({
          maxLength: 35,
          pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
          description: 'Language of the messages.',
          examples: ['en'],
        }),
      ),
      expirationTime: Type.Optional(Type.Union([Type.Number(), Type.Null()], { description: 'Ignored.' })),
    },
    { additionalProperties: false },
  ),
  response: {
    201: Type.Object({ id: Type.String({ description: 'Id of the subscription.' }) }, { description: 'Subscribed.' }),
  },
} as const

const REMOVE = {
  tags,
  operationId: 'removePushSubscription',
  summary: 'Unsubscribe a browser from messages',
  description: 'Also if it has no subscription.',
  body: Type.Object({ endpoint: Endpoint }, { additionalProperties: false }),
  response: {
    200: Type.Object({ detail: Type.String({ description: 'Confirmation, as text.' }) }, { description: 'Done.' }),
  },
} as const
