import { cbc } from '@noble/ciphers/aes.js'
import { hexToBytes, randomBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { base64 } from '@scure/base'
import { type JsonAnswer, readText, unreadable } from './json-answer.ts'
import { LnurlError } from './lnurl-error.ts'

/** The success action for the payer (LUD-09), the last kind only with its preimage (LUD-10). */
export type SuccessAction =
  | { readonly tag: 'message'; readonly message: string }
  | { readonly tag: 'url'; readonly description: string; readonly url: string }
  | { readonly tag: 'aes'; readonly description: string; readonly ciphertext: string; readonly iv: string }

const MAX_TEXT = 144
const MAX_CIPHERTEXT = 4096

/**
 * Undefined when there is none. Throws for one that cannot be shown: then nothing may be paid, because the payer would
 * not get what they pay for. `callback`: links to the same host only.
 */
export function readSuccessAction(value: unknown, callback: string): SuccessAction | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') throw unreadable('successAction')
  const action = value as JsonAnswer
  if (action['tag'] === 'message') return { tag: 'message', message: shortText(action, 'message') }
  if (action['tag'] === 'url') {
    const url = readText(action, 'url')
    requireSameHost(url, callback)
    return { tag: 'url', description: shortText(action, 'description'), url }
  }
  if (action['tag'] === 'aes') {
    const [ciphertext, iv] = [readText(action, 'ciphertext'), readText(action, 'iv')]
    const bytes = ciphertext.length > MAX_CIPHERTEXT ? 0 : (bytesOf(ciphertext)?.length ?? 0)
    if (bytes === 0 || bytes % 16 !== 0) throw unreadable('ciphertext')
    if (iv.length !== 24 || bytesOf(iv) === undefined) throw unreadable('iv')
    return { tag: 'aes', description: shortText(action, 'description'), ciphertext, iv }
  }
  throw new LnurlError('The success action of the service is of an unknown kind.', 'bad-answer')
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

function shortText(action: JsonAnswer, name: string): string {
  const text = readText(action, name)
  if (Array.from(text).length > MAX_TEXT || text.includes('\0')) throw unreadable(name)
  return text
}

function requireSameHost(url: string, callback: string): void {
  const target = URL.canParse(url) ? new URL(url) : undefined
  const web = target?.protocol === 'https:' || target?.protocol === 'http:'
  if (web && target.username === '' && target.password === '' && target.hostname === new URL(callback).hostname) return
  throw new LnurlError('The success action of the service links to another domain.', 'bad-answer')
}

/** What only the payer can read, because only a paid invoice shows its preimage (hex). */
export function encryptForPayer(description: string, secret: string, preimage: string): SuccessAction {
  const iv = randomBytes(16)
  const ciphertext = base64.encode(cbc(hexToBytes(preimage), iv).encrypt(utf8ToBytes(secret)))
  if (ciphertext.length > MAX_CIPHERTEXT) throw new LnurlError('The text is too long for a success action.')
  return { tag: 'aes', description, ciphertext, iv: base64.encode(iv) }
}

/** Undefined when it was not encrypted with this preimage. */
export function decryptAsPayer(
  { ciphertext, iv }: Extract<SuccessAction, { tag: 'aes' }>,
  preimage: string,
): string | undefined {
  try {
    const bytes = cbc(hexToBytes(preimage), base64.decode(iv)).decrypt(base64.decode(ciphertext))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
