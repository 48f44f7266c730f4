import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'

export interface EmailCodes {
  /** Eight letters and digits, the same for as long as the window lasts. */
  codeFor(userId: string, email: string): string
  matches(userId: string, email: string, code: string): boolean
}

/** A code is valid until the end of the window after its own: for 30 to 60 minutes. */
export const EMAIL_CODE_WINDOW_SECONDS = 1800
/** Lower-case base32 without i, l, o and u, which are easily confused. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 8

/**
 * Codes that prove access to an e-mail address. Not stored: they are derived from the secret, the account and the
 * address.
 */
export function createEmailCodes({ secret, clock }: { readonly secret: string; readonly clock: Clock }): EmailCodes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'satchel email code', 32))
  const codeOf = (userId: string, email: string, window: number): string => {
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([userId, email, window]))
      .digest()
    return Array.from(digest.subarray(0, LENGTH), (byte) => ALPHABET[byte & 31]).join('')
  }
  const windowNow = (): number => Math.floor(clock() / 1000 / EMAIL_CODE_WINDOW_SECONDS)
  return {
    codeFor: (userId, email) => codeOf(userId, email, windowNow()),
    matches(userId, email, code) {
      const given = Buffer.from(
        code
          .toLowerCase()
          .replaceAll(/[\s-]/g, '')
          .padEnd(LENGTH)
          .slice(0, LENGTH + 1),
      )
      const [now, before] = [0, 1].map((ago) => Buffer.from(codeOf(userId, email, windowNow() - ago)))
      return [now, before].some(
        (right) => right !== undefined && given.length === right.length && timingSafeEqual(given, right),
      )
    },
  }
}
