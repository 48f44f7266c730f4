import { type NostrBox, type NostrEncryption, nostrBoxes } from '@satchel/bolt11/nostr-box'
import type { Json } from '@satchel/extension-sdk/context'
import type { NostrEvent } from '@satchel/extension-sdk/nostr'
import { parseJson } from '@satchel/json/parse-json'
import type { NwcConnection, NwcCtx } from './fields.ts'
import { secondsOf } from './fields.ts'
import { relaysOf } from './relays.ts'

export const ENCRYPTIONS: readonly NostrEncryption[] = ['nip44_v2', 'nip04']

/** The kinds of notifications for an app. */
export const NOTIFICATIONS = ['payment_received', 'payment_sent'] as const
export type NotificationType = (typeof NOTIFICATIONS)[number]

/** A response or a notification (NIP-47). */
export type NwcAnswer =
  | { readonly result: Json }
  | { readonly error: { readonly code: NwcErrorCode; readonly message: string } }

export type NwcErrorCode =
  | 'RATE_LIMITED'
  | 'NOT_IMPLEMENTED'
  | 'INSUFFICIENT_BALANCE'
  | 'QUOTA_EXCEEDED'
  | 'RESTRICTED'
  | 'UNAUTHORIZED'
  | 'INTERNAL'
  | 'UNSUPPORTED_ENCRYPTION'
  | 'PAYMENT_FAILED'
  | 'NOT_FOUND'
  | 'OTHER'

/** The recipient and the encryption of an answer. */
export type ReplyTo = {
  readonly client: string
  readonly request: string
  readonly encryption: NostrEncryption
  readonly method: string
  /** The id of one of several payments. */
  readonly part?: string
}

export const problem = (code: NwcErrorCode, message: string): NwcAnswer => ({ error: { code, message } })

export const tagOf = ({ tags }: NostrEvent, name: string): string | undefined => tags.find(([key]) => key === name)?.[1]

/** A request without the tag predates NIP-44. Undefined: an unsupported encryption. */
export function encryptionOf(event: NostrEvent): NostrEncryption | undefined {
  const named = tagOf(event, 'encryption') ?? 'nip04'
  return ENCRYPTIONS.find((one) => one === named)
}

/** The content of a request; undefined if it cannot be read. */
export function openRequest(
  event: NostrEvent,
  encryption: NostrEncryption,
  secret: string,
): { readonly method: string; readonly params: Readonly<Record<string, unknown>> } | undefined {
  try {
    const text = boxOf(encryption, secret, event.pubkey).open(event.content)
    const { method, params } = parseJson(text) as { method?: unknown; params?: unknown }
    if (typeof method !== 'string' || method.length > 100) return undefined
    const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
    return { method, params: isObject ? (params as Record<string, unknown>) : {} }
  } catch {
    return undefined
  }
}

/** The answer is sent in the commit of the change that it reports. */
export async function reply(ctx: NwcCtx, connection: NwcConnection, to: ReplyTo, answer: NwcAnswer): Promise<void> {
  const body = { result_type: to.method, error: null, result: null, ...answer }
  const tags = [['p', to.client], ['e', to.request], ...(to.part === undefined ? [] : [['d', to.part]])]
  const { service_pubkey: own = '' } = connection
  const route = { own, relays: relaysOf(connection), client: to.client, encryption: to.encryption }
  await send(ctx, route, { kind: 23195, tags, body })
}

/** In both encryptions: the app's is unknown before its first request. */
export async function notify(
  ctx: NwcCtx,
  connection: NwcConnection,
  type: NotificationType,
  notification: Json,
): Promise<void> {
  const { service_pubkey: own = '', pubkey: client = '' } = connection
  const relays = relaysOf(connection)
  const body = { notification_type: type, notification }
  for (const [encryption, kind] of [
    ['nip44_v2', 23197],
    ['nip04', 23196],
  ] as const) {
    await send(ctx, { own, relays, client, encryption }, { kind, tags: [['p', client]], body })
  }
}

export async function secretOf(ctx: NwcCtx, pubkey: string): Promise<string> {
  const [key] = await ctx.table('keys').find({ where: { pubkey }, limit: 1 })
  if (key === undefined) throw new Error('a connection has no key')
  return key.secret
}

interface Route {
  readonly own: string
  readonly client: string
  readonly relays: readonly string[]
  readonly encryption: NostrEncryption
}

async function send(
  ctx: NwcCtx,
  { own, client, relays, encryption }: Route,
  { kind, tags, body }: { readonly kind: number; readonly tags: readonly string[][]; readonly body: Json },
): Promise<void> {
  const secret = await secretOf(ctx, own)
  const content = boxOf(encryption, secret, client).seal(JSON.stringify(body))
  await ctx.nostr.publish({ kind, createdAt: secondsOf(ctx), tags, content }, relays, secret)
}

const boxOf = (encryption: NostrEncryption, secret: string, pubkey: string): NostrBox =>
  nostrBoxes(Buffer.from(secret, 'hex'), pubkey)[encryption]
