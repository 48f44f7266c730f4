import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, unixSeconds } from '../../base/clock.ts'

const LIFETIME_SECONDS = 300
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32

/** The purpose and the user of a challenge: an answer is valid for that challenge only. */
export type ChallengePurpose =
  | 'log-in'
  | 'open-account'
  | `register ${string}`
  | `second-factor ${string}`
  | `download ${string}`

export interface Challenges {
  /** Base64url, as browsers want it. */
  issue(purpose: ChallengePurpose): string
  /**
   * The expiry, Unix seconds; undefined = not ours, for another purpose, or expired. Does not check whether it was
   * used: see the database.
   */
  expiryOf(challenge: string, purpose: ChallengePurpose): number | undefined
  /** The id of the account that is opened with it: the passkey is made for this id before there is an account. */
  accountId(challenge: string): string
}

/** Challenges contain their expiry and our signature: issuing one stores nothing, and every process can verify it. */
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
      // Only the canonical text: another encoding of the same bytes could be used a second time.
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
