import { bech32 } from '@scure/base'

const X25519_BYTES = 32
const MLKEM768_X25519_BYTES = 1216

/** Why archives cannot be encrypted to these public keys of age; undefined = they can. Never repeats a secret key. */
export function recipientsProblem(recipients: readonly string[]): string | undefined {
  const wrong = recipients.filter((one) => kindOf(one) === undefined)
  if (wrong.some((one) => one.toUpperCase().startsWith('AGE-SECRET-KEY-'))) {
    return 'has a secret key: set the public key, age1…, and keep the secret one elsewhere'
  }
  if (wrong.length > 0) return `not a public key of age (age1…): ${wrong.join(', ')}`
  // Like age itself: the weakest key decides who can open the archive.
  if (new Set(recipients.map(kindOf)).size > 1) {
    return 'mixes classic keys (age1…) and post-quantum keys (age1pq1…): with a classic key the archive is not safe from quantum computers; set keys of one kind'
  }
  return undefined
}

function kindOf(recipient: string): 'classic' | 'post-quantum' | undefined {
  // Bech32 also allows capitals, age does not.
  if (recipient !== recipient.toLowerCase()) return undefined
  try {
    // A post-quantum key has 1959 characters, more than the 90 of Bech32 by itself.
    const { prefix, words } = bech32.decode(recipient as `${string}1${string}`, false)
    const bytes = bech32.fromWords(words)
    if (prefix === 'age' && bytes.length === X25519_BYTES) return 'classic'
    return prefix === 'age1pq' && bytes.length === MLKEM768_X25519_BYTES ? 'post-quantum' : undefined
  } catch {
    return undefined
  }
}
