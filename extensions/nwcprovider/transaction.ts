import type { Json, PaymentView } from '@satchel/extension-sdk/context'
import type { DecodedInvoice } from '@satchel/extension-sdk/decoded-invoice'
import { parseJson } from '@satchel/json/parse-json'
import type { NwcCtx } from './fields.ts'

/** A payment as apps read it: millisatoshis and Unix seconds (NIP-47). */
export function toTransaction(ctx: Pick<NwcCtx, 'decode' | 'now'>, payment: PaymentView): Record<string, Json> {
  const { descriptionHash } = decoded(ctx, payment.paymentRequest) ?? {}
  const state = stateOf(payment, ctx.now() / 1000)
  return {
    type: payment.direction === 'in' ? 'incoming' : 'outgoing',
    state,
    invoice: payment.paymentRequest,
    description: payment.memo,
    ...(descriptionHash !== undefined && { description_hash: descriptionHash }),
    ...(payment.preimage !== undefined && { preimage: payment.preimage }),
    payment_hash: payment.paymentHash,
    amount: payment.msat,
    fees_paid: payment.feeMsat,
    created_at: payment.createdAt,
    expires_at: payment.expiresAt,
    ...(state === 'settled' && payment.settledAt !== undefined && { settled_at: payment.settledAt }),
    metadata: metadataOf(payment.extra),
  }
}

const STATES = { success: 'settled', failed: 'failed', pending: 'pending' } as const

const stateOf = ({ status, direction, expiresAt }: PaymentView, now: number): string =>
  direction === 'in' && status !== 'success' && expiresAt <= now ? 'expired' : STATES[status]

/**
 * The metadata of the payment, by the names of NIP-47: those of an app or a program unchanged; comment and zap request
 * of a payer; the payee of an LNURL address.
 */
function metadataOf(extra: Json): Json {
  if (!isObject(extra)) return {}
  const { metadata, comment: received, lnurl_comment: comment = received, lnurl_address: identifier } = extra
  const nostr = readZap(extra['nostr'])
  return {
    ...(isOfExtension(extra) ? isObject(metadata) && metadata : withoutMarks(extra)),
    ...(typeof comment === 'string' && comment !== '' && { comment }),
    ...(nostr !== undefined && { nostr }),
    ...(typeof identifier === 'string' && { recipient_data: { identifier } }),
  }
}

/** Internal marks are not for apps. */
const isOfExtension = ({ tag, item }: Readonly<Record<string, Json>>): boolean =>
  typeof tag === 'string' && typeof item === 'string'

const withoutMarks = (extra: Readonly<Record<string, Json>>) =>
  Object.fromEntries(Object.entries(extra).filter(([name]) => name !== 'tag' && !name.startsWith('lnurl_')))

/** Imported payments have the event as text. */
function readZap(zap: Json | undefined): Json | undefined {
  if (typeof zap !== 'string') return isObject(zap) ? zap : undefined
  try {
    const event = parseJson(zap) as Json
    return isObject(event) ? event : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function decoded(ctx: Pick<NwcCtx, 'decode'>, bolt11: string): DecodedInvoice | undefined {
  try {
    return ctx.decode(bolt11)
  } catch {
    return undefined
  }
}
