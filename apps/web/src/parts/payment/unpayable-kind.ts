import { type SecretKind, secretKind } from '@satchel/page/secret-kind'
import { nameOfSignerCode, signerCodeOf } from '../camera/signer-code.ts'

/** Kinds of text that people mistake for a payment target. */
export type UnpayableKind =
  | { readonly is: 'signer-code'; readonly name: string }
  /** A secret, or ecash: must not be sent to the service, nor stay on the screen. */
  | { readonly is: SecretKind; readonly isSecret: true }
  | { readonly is: (typeof PATTERNS)[number][0] }

export const isSecret = (kind: UnpayableKind): boolean => 'isSecret' in kind

const PATTERNS = [
  ['public-key', /(?:^|[^0-9A-Za-z])[a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{90,}/],
  ['public-key', /^(?:pkh|wpkh|sh|wsh|tr)\(.+\)(?:#[0-9a-z]{8})?$/s],
  ['node', /^0[23][0-9a-f]{64}(?:@\S+)?$/i],
  ['payment-code', /^(?:PM8T[1-9A-HJ-NP-Za-km-z]{100,}|t?sp1q[02-9ac-hj-np-z]{80,})$/i],
  ['nostr', /^(?:nostr:)?(?:npub|nprofile|note|nevent|naddr)1[02-9ac-hj-np-z]+$/i],
  ['other-coin', /^(?:ethereum|litecoin|liquidnetwork|monero|dogecoin|tron|bitcoincash|solana|spark|ark):/i],
  [
    'other-coin',
    /^(?:0x[0-9a-f]{40}|(?:ltc|lq|ex|ark|spark|sprt)1[02-9ac-hj-np-z]{20,}|(?:VJL|VTp|VTq)[1-9A-HJ-NP-Za-km-z]{60,})$/i,
  ],
  ['bolt12', /^(?:lightning:)?ln[ir]1[02-9ac-hj-np-z+\s]{20,}$/i],
] as const

/** Classifies a text on the device. Undefined: the service may know it. */
export function unpayableKind(given: string): UnpayableKind | undefined {
  const text = given.trim()
  const code = signerCodeOf(text)
  if (code !== undefined) return { is: 'signer-code', name: nameOfSignerCode(code) }
  const secret = secretKind(text)
  if (secret !== undefined) return { is: secret, isSecret: true }
  const [is] = PATTERNS.find(([, pattern]) => pattern.test(text)) ?? []
  return is === undefined ? undefined : { is }
}
