import { Detail } from '@satchel/http/detail'
import { ErrorBody } from '@satchel/http/error-body'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { notFound } from '@satchel/http/service-error'
import { type TSchema, Type } from 'typebox'
import { walletOf } from '../access/access-rules.ts'
import { shownBy } from '../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { rotateWebhookSecret } from '../wallets/wallet-commands.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { newWebhookSecret } from '../wallets/wallet-secrets.ts'
import { findWebhookSecret } from '../wallets/wallet-store.ts'
import { type Delivery, listWalletDeliveries } from './delivery-store.ts'
import { failureCodeOf } from './judge-attempt.ts'
import { redeliverWebhook } from './webhook-commands.ts'
import { readWebhookSecrets, rotateWebhookSecrets } from './webhook-secrets.ts'

export interface WebhookRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  /** `whpk_…` */
  readonly publicKey: string
  /** A delivery became due. */
  readonly onQueued: () => void
}

/** Routes for a wallet's webhook secrets and deliveries (rule S533). */
export function webhookRoutes(app: HttpApp, deps: WebhookRoutesDeps): void {
  const { db, vault, clock } = deps
  const config = { access: 'admin-key' } as const
  const secret = { ...config, grantsAccess: true } as const
  const settings = async (walletId: string) => {
    const { current } = readWebhookSecrets(await requireStored(deps, walletId), unixSeconds(clock))
    const newest = await listWalletDeliveries(db, walletId, { limit: NEWEST, offset: 0 })
    return { secret: current, public_key: deps.publicKey, deliveries: newest.map(toDeliveryItem) }
  }

  app.get('/api/v1/wallet/webhook', { config: secret, schema: SETTINGS }, async (request) =>
    settings(walletOf(request).id),
  )

  app.post('/api/v1/wallet/webhook/rotate', { config: secret, schema: ROTATE }, async (request) => {
    const { id: walletId } = walletOf(request)
    const stored = await requireStored(deps, walletId)
    const rotated = rotateWebhookSecrets(stored, newWebhookSecret(), unixSeconds(clock))
    await db.transact(rotateWebhookSecret, { walletId, sealed: vault.seal(rotated), shown: shownBy(request) })
    return settings(walletId)
  })

  app.get('/api/v1/wallet/webhook/deliveries', { config, schema: LIST }, async (request) => {
    const page = request.query as { limit: number; offset: number }
    return (await listWalletDeliveries(db, walletOf(request).id, page)).map(toDeliveryItem)
  })

  app.post('/api/v1/wallet/webhook/deliveries/:id/redeliver', { config, schema: REDELIVER }, async (request) => {
    const { id } = request.params
    if (id.includes('\0')) throw notFound('Delivery not found.', { code: 'delivery_not_found' })
    await db.transact(redeliverWebhook, { walletId: walletOf(request).id, id, now: clock() })
    deps.onQueued()
    return { detail: 'Webhook queued again' }
  })
}

const NEWEST = 20

async function requireStored({ db, vault }: WebhookRoutesDeps, walletId: string): Promise<string> {
  const stored = await findWebhookSecret(db, vault, walletId)
  if (stored === undefined) throw notFound('Wallet not found.', { code: 'wallet_not_found' })
  return stored
}

const EVENTS: Readonly<Record<string, string>> = { 'out success': 'payment_sent', 'out failed': 'payment_failed' }

const toDeliveryItem = (delivery: Delivery) => ({
  id: delivery.id,
  event: EVENTS[delivery.about ?? ''] ?? 'payment_received',
  checking_id: delivery.checkingId,
  url: delivery.url,
  state: delivery.state,
  attempts: delivery.attempts,
  last_status: delivery.lastStatus ?? null,
  last_error: delivery.lastError ?? null,
  last_error_code: delivery.lastError === undefined ? null : failureCodeOf(delivery.lastError),
  created_at: delivery.createdAt,
  delivered_at: delivery.deliveredAt ?? null,
  next_attempt_at: delivery.dueAt === undefined ? null : Math.ceil(delivery.dueAt / 1000),
})

const orNull = (type: TSchema, description: string) => Type.Union([type, Type.Null()], { description })

const WebhookDelivery = Type.Object(
  {
    id: Type.String({
      description: 'Id of the call: the `webhook-id` header of each attempt, by which receivers detect repeats.',
    }),
    event: Type.String({
      description: '`payment_received`, `payment_sent` or `payment_failed`.',
      examples: ['payment_received'],
    }),
    checking_id: Type.String({ description: 'Checking id of the payment.' }),
    url: Type.String({ description: 'Webhook URL of the payment.' }),
    state: Type.Unsafe<string>({
      type: 'string',
      enum: ['waiting', 'delivered', 'given-up', 'refused'],
      description:
        '`waiting`: due now or later. `delivered`: the receiver answered 2xx. `given-up`: all attempts failed. `refused`: it answered 410.',
    }),
    attempts: Type.Integer({ description: 'Number of attempts; a redelivery resets it.' }),
    last_status: orNull(Type.Integer(), 'HTTP status of the last attempt; null when there was no answer.'),
    last_error: orNull(Type.String(), 'Reason why the last attempt failed, human-readable; null = it did not fail.'),
    last_error_code: orNull(
      Type.String(),
      'The same in one word: `answered` (see `last_status`), `blocked`, `timeout`, `dns`, `refused`, `unreachable`, `tls`, `reset`, `not_http`, `too_large` or `other`.',
    ),
    created_at: Type.Integer({ description: 'Time of queueing, Unix seconds.' }),
    delivered_at: orNull(Type.Integer(), 'Time of the last delivery, Unix seconds; null = not delivered.'),
    next_attempt_at: orNull(Type.Integer(), 'Time of the next attempt, Unix seconds; null = none.'),
  },
  { $id: 'WebhookDelivery', description: 'Webhook call with its state.' },
)

export const WEBHOOK_COMPONENTS = [WebhookDelivery]

const SETTINGS_ANSWER = Type.Object(
  {
    secret: Type.String({
      description: '`whsec_` and base64: key of the `v1` signatures (HMAC-SHA256, Standard Webhooks).',
    }),
    public_key: Type.String({
      description: '`whpk_` and base64: public key of the `v1a` signatures (ed25519); the same for all wallets.',
    }),
    deliveries: Type.Array(schemaRef(WebhookDelivery), { description: 'Newest 20 calls.' }),
  },
  { description: 'Keys that sign the webhooks of this wallet.' },
)

const wallet_id = Type.Optional(
  Type.String({ maxLength: 64, description: 'With an access token: id of one of your wallets.' }),
)
const ofWallet = Type.Object({ wallet_id })

const SETTINGS = {
  operationId: 'getWebhook',
  tags: ['notifications'],
  summary: 'Read the secret and log of the webhooks',
  description:
    'Each webhook is a `POST` signed by Standard Webhooks 1.0.0: headers `webhook-id`, `webhook-timestamp` (Unix seconds) and `webhook-signature`. The body has `payment_hash, payment_request, checking_id, wallet_id, amount` (satoshis), `fee` (millisatoshis), `memo, status, time` (Unix seconds) and `extra`, and `failure` if a sent payment has failed. Answer 2xx within 15 seconds; other answers are retried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h. 410 ends the retries. Redirects are not followed.',
  querystring: ofWallet,
  response: { 200: SETTINGS_ANSWER },
} as const

const ROTATE = {
  operationId: 'rotateWebhookSecret',
  tags: ['notifications'],
  summary: 'Replace the webhook secret',
  description: 'For 24 hours each webhook has two `v1` signatures, by the new and the old secret.',
  querystring: ofWallet,
  response: { 200: SETTINGS_ANSWER },
} as const

const LIST = {
  operationId: 'listWebhookDeliveries',
  tags: ['notifications'],
  summary: 'List webhook calls',
  description: 'Newest first.',
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
    wallet_id,
  }),
  response: { 200: Type.Array(schemaRef(WebhookDelivery), { description: 'One page.' }) },
} as const

const REDELIVER = {
  operationId: 'redeliverWebhook',
  tags: ['notifications'],
  summary: 'Redeliver a webhook call',
  description:
    'Queues the call again immediately, in any state, with the same id and body; resets the number of attempts.',
  params: Type.Object({ id: Type.String({ maxLength: 64, description: 'Id of the call.' }) }),
  querystring: ofWallet,
  response: {
    200: schemaRef(Detail, 'Queued.'),
    404: schemaRef(ErrorBody, 'This wallet has no such call.'),
  },
} as const
