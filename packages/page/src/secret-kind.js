// Read by browsers as it is. Its types are in `secret-kind.d.ts`.

const PATTERNS = [
  // BIP 32, in the versions of SLIP-132; WIF; BIP 38; Nostr.
  ['private-key', /(?:^|[^0-9A-Za-z])[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{90,}/],
  ['private-key', /^(?:[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}|6P[1-9A-HJ-NP-Za-km-z]{56})$/],
  ['private-key', /^(?:nostr:)?n(?:sec|cryptsec)1[02-9ac-hj-np-z]+$/i],
  ['wallet-access', /^(?:nostr\+?walletconnect|lndconnect|lndhub|clnrest|c-lightning-rest|otpauth):/i],
  ['ecash', /^(?:cashu:(?:\/\/)?|web\+cashu:\/\/)?cashu[AB][0-9A-Za-z_-]{20,}={0,2}$/i],
  ['hash', /^(?:0x)?[0-9a-f]{64}$/i],
]

/** With such a text money can be taken, or it is money itself. Seen on this device alone; undefined: it is none. */
export function secretKind(given) {
  const text = given.trim()
  const [is] = PATTERNS.find(([, pattern]) => pattern.test(text)) ?? []
  return is ?? (areSeedWords(text) ? 'seed' : undefined)
}

const WORD_COUNTS = { min: 11, max: 25 }

/** Words of BIP 39 are short and without marks; some people number them, or lose one. */
function areSeedWords(text) {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\d{1,2}[.):]?/, ''))
    .filter((word) => word !== '')
  return words.length >= WORD_COUNTS.min && words.length <= WORD_COUNTS.max && words.every(isWord)
}

const isWord = (word) =>
  /\p{Script=Latin}/u.test(word) ? /^[\p{Script=Latin}\p{M}]{3,10}$/u.test(word) : /^[\p{L}\p{M}]{1,10}$/u.test(word)
