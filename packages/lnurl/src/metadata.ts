import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseJson } from '@satchel/json/parse-json'
import { LnurlError } from './lnurl-error.ts'

/** The description of a pay link (LUD-06, 16, 20). */
export interface Metadata {
  /** The text for the payer. */
  readonly text: string
  readonly longText?: string | undefined
  /** `alice@pay.example`. */
  readonly identifier?: string | undefined
  readonly email?: string | undefined
  readonly image?: { readonly type: 'image/png;base64' | 'image/jpeg;base64'; readonly base64: string } | undefined
}

/** The text whose exact bytes are hashed: the same metadata are always the same text. */
export function writeMetadata({ text, longText, identifier, email, image }: Metadata): string {
  const entries: [string, string | undefined][] = [
    ['text/plain', text],
    ['text/long-desc', longText],
    ['text/identifier', identifier],
    ['text/email', email],
    [image?.type ?? '', image?.base64],
  ]
  return JSON.stringify(entries.filter(([, value]) => value !== undefined))
}

/** The text that the invoice commits to, as sent (LUD-06). */
export const hashMetadata = (metadata: string): string => bytesToHex(sha256(utf8ToBytes(metadata)))

export function readMetadata(metadata: string): Metadata {
  const entries = listEntries(metadata)
  const find = (type: string): string | undefined => entries.find(([name]) => name === type)?.[1]
  const text = find('text/plain')
  if (text === undefined) throw malformed()
  const type = IMAGES.find((one) => find(one) !== undefined)
  return {
    text,
    longText: find('text/long-desc'),
    identifier: find('text/identifier'),
    email: find('text/email'),
    image: type && { type, base64: find(type) ?? '' },
  }
}

const IMAGES = ['image/png;base64', 'image/jpeg;base64'] as const

/** Unknown kinds may hold anything and are skipped. */
function listEntries(metadata: string): (readonly [string, string])[] {
  let value: unknown
  try {
    value = parseJson(metadata)
  } catch {
    throw malformed()
  }
  if (!Array.isArray(value)) throw malformed()
  return value.flatMap((entry: unknown) => {
    const [type, content] = Array.isArray(entry) ? (entry as unknown[]) : []
    return typeof type === 'string' && typeof content === 'string' ? [[type, content] as const] : []
  })
}

const malformed = (): LnurlError => new LnurlError('The metadata of the pay link cannot be read.', 'bad-answer')
