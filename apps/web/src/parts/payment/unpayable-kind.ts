import { nameOfSignerCode, signerCodeOf } from '../camera/signer-code.ts'

/** What a text is that cannot be paid, although people take it for something to pay. */
export type UnpayableKind =
  | { readonly is: 'signer-code'; readonly name: string }
  | {
      readonly is:
        | 'private-key'
        | 'seed'
        | 'wallet-access'
        | 'ecash'
        | 'hash'
        | 'public-key'
        | 'node'
        | 'payment-code'
        | 'nostr'
        | 'other-coin'
        | 'bolt12'
    }

/** With it, money can be taken, or it is money itself: it leaves this device for no service, and the screen. */
const SECRETS = ['private-key', 'seed', 'wallet-access', 'ecash', 'hash']

export const isSecret = ({ is }: UnpayableKind): boolean => SECRETS.includes(is)

const PATTERNS: readonly (readonly [Exclude<UnpayableKind['is'], 'signer-code' | 'seed'>, RegExp])[] = [
  // BIP 32, in the versions of SLIP-132; WIF; BIP 38; Nostr.
  ['private-key', /(?:^|[^0-9A-Za-z])[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{90,}/],
  ['private-key', /^(?:[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}|6P[1-9A-HJ-NP-Za-km-z]{56})$/],
  ['private-key', /^(?:nostr:)?n(?:sec|cryptsec)1[02-9ac-hj-np-z]+$/i],
  ['wallet-access', /^(?:nostr\+?walletconnect|lndconnect|lndhub|clnrest|c-lightning-rest|otpauth):/i],
  ['ecash', /^(?:cashu:(?:\/\/)?|web\+cashu:\/\/)?cashu[AB][0-9A-Za-z_-]{20,}={0,2}$/i],
  ['hash', /^(?:0x)?[0-9a-f]{64}$/i],
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
]

const WORD_COUNTS = { min: 11, max: 25 }

/** Words of BIP 39 are short and without marks; some people number them, or lose one. */
function areSeedWords(text: string): boolean {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\d{1,2}[.):]?/, ''))
    .filter((word) => word !== '')
  return words.length >= WORD_COUNTS.min && words.length <= WORD_COUNTS.max && words.every(isWord)
}

const isWord = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) ? /^[\p{Script=Latin}\p{M}]{3,10}$/u.test(word) : /^[\p{L}\p{M}]{1,10}$/u.test(word)

/** Seen on this device alone. Undefined: the service may know what it is. */
export function unpayableKind(given: string): UnpayableKind | undefined {
  const text = given.trim()
  const code = signerCodeOf(text)
  if (code !== undefined) return { is: 'signer-code', name: nameOfSignerCode(code) }
  const [is] = PATTERNS.find(([, pattern]) => pattern.test(text)) ?? []
  if (is !== undefined) return { is }
  return areSeedWords(text) ? { is: 'seed' } : undefined
}
