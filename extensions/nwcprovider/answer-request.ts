import type { NostrEvent } from '@satchel/extension-sdk/nostr'
import { Rejection } from '@satchel/extension-sdk/rejection'
import {
  encryptionOf,
  type NwcAnswer,
  type NwcErrorCode,
  openRequest,
  problem,
  reply,
  secretOf,
  tagOf,
} from './envelope.ts'
import { type NwcConnection, type NwcCtx, secondsOf } from './fields.ts'
import { permissionFor } from './methods.ts'
import { payByRequest, payManyByRequest } from './pay-invoice.ts'
import { READ_METHODS } from './read-methods.ts'

/** `last_used_at` is written at most this often: apps call every few seconds. */
const NOTICED_AFTER_MS = 600_000

/** Answers every request that has not expired, rejected ones too (NIP-47). */
export async function answerRequest(
  event: NostrEvent,
  ctx: NwcCtx,
  { isRateLimited }: { readonly isRateLimited: boolean },
): Promise<void> {
  const connection = await findConnection(event, ctx)
  if (connection === undefined || isPast(event, ctx)) return
  const { service_pubkey: own = '' } = connection
  const encryption = encryptionOf(event)
  const request = encryption && openRequest(event, encryption, await secretOf(ctx, own))
  const to = {
    client: event.pubkey,
    request: event.id,
    encryption: encryption ?? 'nip44_v2',
    method: request?.method ?? 'unknown',
  }
  const answer = await (async (): Promise<NwcAnswer | undefined> => {
    if (encryption === undefined) return problem('UNSUPPORTED_ENCRYPTION', 'Use nip44_v2 or nip04.')
    if (event.pubkey !== connection.pubkey) return problem('UNAUTHORIZED', 'This key has no wallet here.')
    if (hasExpired(connection, ctx)) return problem('UNAUTHORIZED', 'The connection has expired.')
    if (isRateLimited) return problem('RATE_LIMITED', 'Too many requests; try again in a minute.')
    if (request === undefined) return problem('OTHER', 'The request cannot be read.')
    await notice(ctx, connection)
    const { method, params } = request
    const permission = permissionFor(method)
    if (permission === undefined) return problem('NOT_IMPLEMENTED', 'This wallet does not know the method.')
    if (!connection.permissions.includes(permission)) {
      return problem('RESTRICTED', `The connection lacks the permission ${permission}.`)
    }
    if (method === 'pay_invoice') return payByRequest(ctx, connection.id, params, to)
    if (method === 'multi_pay_invoice') return payManyByRequest(ctx, connection, params, to)
    return read(ctx, connection, method, params)
  })()
  if (answer !== undefined) await reply(ctx, connection, to, answer)
}

/**
 * Finds the connection by the wallet's key, or by the app's key if connections share the former. An unknown app gets
 * its error from the first.
 */
async function findConnection(event: NostrEvent, ctx: NwcCtx): Promise<NwcConnection | undefined> {
  const own = tagOf(event, 'p') ?? ''
  const [first, second] = await ctx.items.find({ where: { service_pubkey: own }, order: 'oldest', limit: 2 })
  if (second === undefined || first?.pubkey === event.pubkey) return first
  const ofApp = await ctx.items.find({ where: { pubkey: event.pubkey }, limit: MAX_OF_APP })
  return ofApp.find(({ service_pubkey: one }) => one === own) ?? first
}

/** An app has a key for each connection, unless its owner gives it another one. */
const MAX_OF_APP = 1000

/** The request has expired: the app no longer waits. */
function isPast(event: NostrEvent, ctx: NwcCtx): boolean {
  const end = tagOf(event, 'expiration')
  return end !== undefined && !(Number(end) > secondsOf(ctx))
}

const hasExpired = ({ expires_at: end }: NwcConnection, ctx: NwcCtx): boolean =>
  end !== undefined && Date.parse(end) <= ctx.now()

async function notice(ctx: NwcCtx, { id, last_used_at: last }: NwcConnection): Promise<void> {
  if (last !== undefined && ctx.now() - Date.parse(last) < NOTICED_AFTER_MS) return
  await ctx.items.update(id, { last_used_at: new Date(ctx.now()).toISOString() })
}

const CODES: Partial<Record<Rejection['status'], NwcErrorCode>> = {
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  503: 'INTERNAL',
}

async function read(
  ctx: NwcCtx,
  connection: NwcConnection,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<NwcAnswer> {
  try {
    const result = await READ_METHODS[method]?.(ctx, connection, params)
    return result === undefined ? problem('NOT_IMPLEMENTED', 'This wallet does not know the method.') : { result }
  } catch (error) {
    if (error instanceof Rejection) return problem(CODES[error.status] ?? 'OTHER', error.detail)
    ctx.log.warn('a request failed', { method, problem: String(error) })
    return problem('INTERNAL', 'The service could not do this.')
  }
}
