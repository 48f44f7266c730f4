import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, unixSeconds } from '../../clock.ts'

const LIFETIME_SECONDS = 300
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32

/** What a challenge is good for, and for whom: a passkey's answer to one is no answer to another. */
export type ChallengePurpose =
  | 'log-in'
  | 'open-account'
  | `register ${string}`
  | `second-factor ${string}`
  | `download ${string}`

export interface Challenges {
  /** Base64url, as browsers want it. */
  issue(purpose: ChallengePurpose): string
  /** When it ends, Unix seconds; undefined = not ours, not for this, or ended. Whether it was used is the database's to say. */
  expiryOf(challenge: string, purpose: ChallengePurpose): number | undefined
  /** The id of the account that is opened with it: the passkey is made for this id before there is an account. */
  accountId(challenge: string): string
}

/** Challenges carry their own end and our signature: asking for one stores nothing, and every process knows them all. */
export function createChallenges({ secret, clock }: { secret: string; clock: Clock }): Challenges {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'satchel passkey challenge', 32))
  const sign = (head: Uint8Array, purpose: ChallengePurpose): Buffer =>
    createHmac('sha256', key).update(head).update(purpose).digest()
  return {
    issue(purpose) {
      const end = Buffer.alloc(TIME_BYTES)
      end.writeUIntBE(unixSeconds(clock) + LIFETIME_SECONDS, 0, TIME_BYTES)
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), end])
      return Buffer.concat([head, sign(head, purpose)]).toString('base64url')
    },
    expiryOf(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url')
      // One text per challenge: another spelling of the same bytes would be another row of used ones.
      if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge)
        return undefined
      const head = bytes.subarray(0, -MAC_BYTES)
      if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), sign(head, purpose))) return undefined
      const end = head.readUIntBE(RANDOM_BYTES, TIME_BYTES)
      return end > unixSeconds(clock) ? end : undefined
    },
    accountId(challenge) {
      const bytes = createHmac('sha256', key).update('account of ').update(challenge).digest()
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
      return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
