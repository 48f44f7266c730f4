import { parseJson } from '@satchel/json/parse-json'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Settled } from '@satchel/extension-sdk/context'
import type { NostrTemplate } from '@satchel/extension-sdk/nostr'
import { reject } from '@satchel/extension-sdk/rejection'

/** The content and the relays of a zap's receipt (NIP-57). */
interface ZapRequest {
  readonly id: string
  readonly pubkey: string
  readonly sig: string
  readonly kind: number
  readonly created_at: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
}

const ZAP_REQUEST = 9734
const ZAP_RECEIPT = 9735
/** It is kept with the invoice until that is paid. */
const MAX_CHARACTERS = 3000

const KEY = /^[0-9a-f]{64}$/
const COORDINATE = /^\d{1,5}:[0-9a-f]{64}:/

/** Throws the reason why a zap request is rejected; its text is what the invoice commits to. */
export function requireZapRequest(
  text: string,
  { msat, pubkey, hash }: { readonly msat: number; readonly pubkey: string; readonly hash: (text: string) => string },
): void {
  if (text.length > MAX_CHARACTERS) throw reject(`The zap request has more than ${MAX_CHARACTERS} characters.`)
  const request = readZapRequest(text)
  if (request === undefined || !isSigned(request, hash)) throw reject('The zap request is not a signed event.')
  if (request.kind !== ZAP_REQUEST) throw reject(`The zap request must be of kind ${ZAP_REQUEST}.`)
  const { p, e, a, P, amount } = valuesOf(request, ['p', 'e', 'a', 'P', 'amount'])
  if (p.length !== 1 || !KEY.test(p[0] ?? '')) throw reject('The zap request must have one p tag.')
  if (e.length > 1 || e.some((id) => !KEY.test(id))) throw reject('The zap request may have one e tag.')
  if (a.length > 1 || a.some((at) => !COORDINATE.test(at))) throw reject('The zap request may have one a tag.')
  if (P.length > 1 || P.some((key) => key !== pubkey)) throw reject('The zap request names another signer of receipts.')
  if (amount.length > 1 || amount.some((one) => one !== String(msat))) {
    throw reject('The amount of the zap request is not the amount of this payment.')
  }
  if (relaysOf(request).length === 0) throw reject('The zap request must name relays.')
}

/**
 * The receipt of a paid zap: always the same event for the same payment. None if an account has paid itself for another
 * recipient: older links share one key, so the receipt would certify money that the recipient never got.
 */
export function writeZapReceipt(
  text: string,
  payment: Settled,
): { readonly event: NostrTemplate; readonly relays: readonly string[] } | undefined {
  const request = readZapRequest(text)
  if (request === undefined) throw new Error('a zap request was kept that cannot be read')
  const [recipient] = valuesOf(request, ['p']).p
  if (payment.isSelfPayment && recipient !== request.pubkey) return undefined
  const kept = request.tags.filter(([name = '']) => ['p', 'e', 'a'].includes(name))
  const tags = [
    ...kept,
    ['P', request.pubkey],
    ['bolt11', payment.paymentRequest],
    ['description', text],
    ...(payment.preimage === null ? [] : [['preimage', payment.preimage]]),
  ]
  return { event: { kind: ZAP_RECEIPT, createdAt: payment.at, tags, content: '' }, relays: relaysOf(request) }
}

const relaysOf = ({ tags }: ZapRequest): readonly string[] => tags.find(([name]) => name === 'relays')?.slice(1) ?? []

function valuesOf<Name extends string>({ tags }: ZapRequest, names: readonly Name[]): Record<Name, string[]> {
  const listed = names.map((name) => [name, tags.filter(([tag]) => tag === name).map(([, value = '']) => value)])
  return Object.fromEntries(listed) as Record<Name, string[]>
}

function readZapRequest(text: string): ZapRequest | undefined {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return undefined
  }
  const event = value as Partial<ZapRequest> | null
  const good =
    typeof event === 'object' &&
    event !== null &&
    [event.id, event.pubkey].every((hex) => typeof hex === 'string' && KEY.test(hex)) &&
    typeof event.sig === 'string' &&
    /^[0-9a-f]{128}$/.test(event.sig) &&
    Number.isSafeInteger(event.kind) &&
    Number.isSafeInteger(event.created_at) &&
    typeof event.content === 'string' &&
    isTags(event.tags)
  return good ? (event as ZapRequest) : undefined
}

const isTags = (tags: unknown): boolean =>
  Array.isArray(tags) &&
  tags.every((tag: unknown) => Array.isArray(tag) && tag.every((value: unknown) => typeof value === 'string'))

/** NIP-01: the id is the hash of everything but the signature, which is over the id. */
function isSigned(event: ZapRequest, hash: (text: string) => string): boolean {
  const { id, pubkey, created_at, kind, tags, content, sig } = event
  if (hash(JSON.stringify([0, pubkey, created_at, kind, tags, content])) !== id) return false
  try {
    return schnorr.verify(hexToBytes(sig), hexToBytes(id), hexToBytes(pubkey))
  } catch {
    // No point of the curve.
    return false
  }
}
