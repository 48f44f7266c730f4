import { bech32 } from '@scure/base'

const PREFIX = 'origin'

/** A public key of Ed25519 as operators write it down: `origin1…`, whose checksum finds typing errors. */
export const formatOriginKey = (raw: Uint8Array): string => bech32.encode(PREFIX, bech32.toWords(raw))

/** The 32 bytes of a key; undefined if it was mistyped. */
export function readOriginKey(text: string): Uint8Array | undefined {
  // Before any change of case: the Kelvin sign would become a plain k.
  const decoded = /^[!-~]{1,90}$/.test(text) ? bech32.decodeUnsafe(text.toLowerCase()) : undefined
  if (decoded?.prefix !== PREFIX) return undefined
  const raw = bech32.fromWordsUnsafe(decoded.words)
  return raw?.length === 32 ? raw : undefined
}
