import { type SignedEvent, verifyEvent } from '@satchel/bolt11/verify-event'
import { parseJson } from '@satchel/json/parse-json'

export interface NostrProof {
  /** 64 hex; accepted once. */
  readonly eventId: string
  /** 64 hex: the key that signed. */
  readonly publicKey: string
  /** Unix seconds: from then on the event is too old. */
  readonly expiresAt: number
}

export interface NostrExpectation {
  /** The URLs of the call for which the event must be signed: any spelling of our own address. */
  readonly urls: readonly string[]
  readonly method: string
  readonly nowSeconds: number
}

/**
 * Returns the signer of a NIP-98 event for exactly this call, or why the event is rejected. `text`: the event as JSON,
 * or its base64. Checks everything except whether the event was used before (rule D5).
 */
export function checkNostrEvent(
  text: string,
  { urls, method, nowSeconds }: NostrExpectation,
): NostrProof | { readonly problem: string } {
  const event = readEvent(text)
  if (event === undefined) return { problem: 'it is not a signed event' }
  if (event.kind !== HTTP_AUTH) return { problem: `its kind is not ${HTTP_AUTH}` }
  if (Math.abs(nowSeconds - event.created_at) > WINDOW_SECONDS) {
    return { problem: `it was not signed within the last ${WINDOW_SECONDS} seconds` }
  }
  const url = onlyTag(event, 'u')
  if (url === undefined || !urls.includes(url)) return { problem: 'its u tag is not the address of this call' }
  if (onlyTag(event, 'method') !== method) return { problem: `its method tag is not ${method}` }
  if (event.tags.some(([name, value]) => name === 'payload' && !HASH.test(value ?? ''))) {
    return { problem: 'its payload tag is not a SHA-256 in hex' }
  }
  // Checked last, because it costs a thousand times as much as the rest.
  if (!verifyEvent(event)) return { problem: 'its signature is wrong' }
  return { eventId: event.id, publicKey: event.pubkey, expiresAt: event.created_at + WINDOW_SECONDS }
}

const HTTP_AUTH = 27_235
const WINDOW_SECONDS = 60
const MAX_TAGS = 16
const MAX_CONTENT_BYTES = 1024
const HASH = /^[0-9a-f]{64}$/
const SIGNATURE = /^[0-9a-f]{128}$/

/** Checks every field that is used. Other fields are not signed, and ignored. */
function readEvent(text: string): SignedEvent | undefined {
  const value = parse(text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64').toString('utf8'))
  if (typeof value !== 'object' || value === null) return undefined
  const { id, pubkey, created_at, kind, tags, content, sig } = value as Readonly<Record<string, unknown>>
  const good =
    matches(HASH, id) &&
    matches(HASH, pubkey) &&
    matches(SIGNATURE, sig) &&
    Number.isSafeInteger(created_at) &&
    Number.isSafeInteger(kind) &&
    typeof content === 'string' &&
    Buffer.byteLength(content) <= MAX_CONTENT_BYTES &&
    Array.isArray(tags) &&
    tags.length <= MAX_TAGS &&
    tags.every((tag) => Array.isArray(tag) && tag.every((part) => typeof part === 'string'))
  return good ? (value as SignedEvent) : undefined
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const matches = (pattern: RegExp, value: unknown): boolean => typeof value === 'string' && pattern.test(value)

/** A repeated tag is ambiguous and counts as missing. */
function onlyTag({ tags }: SignedEvent, name: string): string | undefined {
  const found = tags.filter(([first]) => first === name)
  return found.length === 1 ? found[0]?.[1] : undefined
}
