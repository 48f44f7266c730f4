import { bech32 } from '@scure/base'
import { LnurlError } from './lnurl-error.ts'

/** The longest URL that clients follow, as bech32 with its prefix and checksum. */
const MAX_LENGTH = 3300

const PREFIX = 'lnurl'

/** The URL as `lnurl1…` (LUD-01), in lower case; a QR code of it in capital letters is smaller. */
export function encodeLnurl(url: string): string {
  const text = bech32.encode(PREFIX, bech32.toWords(new TextEncoder().encode(url)), false)
  if (text.length > MAX_LENGTH) throw new LnurlError('The URL is too long for an LNURL.')
  return text
}

/** Decodes `lnurl1…`, in either case but not both. Does not check that the result is a URL. */
export function decodeLnurl(text: string): string {
  if (text.length > MAX_LENGTH) throw new LnurlError(`An LNURL has at most ${MAX_LENGTH} characters.`)
  // Before any change of case: the Kelvin sign would become a plain k.
  const decoded = PRINTABLE_ASCII.test(text) ? bech32.decodeUnsafe(text, MAX_LENGTH) : undefined
  if (decoded?.prefix !== PREFIX) throw new LnurlError('The LNURL was mistyped or cut: its checksum is wrong.')
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  if (bytes === undefined) throw new LnurlError('The LNURL is not padded with zeros.')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LnurlError('The LNURL contains no text.')
  }
}

const PRINTABLE_ASCII = /^[!-~]*$/
