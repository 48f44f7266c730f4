import { type Clock, unixSeconds } from '../../base/clock.ts'
import { createSignedClaims } from './signed-claims.ts'
import type { User } from './user.ts'

export interface LoginClaims {
  readonly userId: string
  readonly tokenVersion: number
  /** When its owner logged in or stepped up, Unix seconds; 0 = by what proves nothing. */
  readonly loggedInAt: number
  /** Unix seconds. */
  readonly expiresAt: number
}

/** How long a log-in counts as a proof of the user's identity. */
const FRESH_SECONDS = 600

export const isLoginFresh = (loggedInAt: number, clock: Clock): boolean =>
  loggedInAt + FRESH_SECONDS >= unixSeconds(clock)

export interface LoginTokens {
  /** `isProof`: the log-in has proven the user's identity. */
  issue(user: Pick<User, 'id' | 'tokenVersion'>, isProof?: boolean): string
  /** As a log-in now would issue it, but valid no longer than the token that it replaces. */
  renew(user: Pick<User, 'id' | 'tokenVersion'>, expiresAt: number): string
  /** Throws 401 for anything but a token of ours that is still good. */
  read(token: string): LoginClaims
}

/** Access tokens, as issued by a log-in. */
export function createLoginTokens(options: { secret: string; lifetimeMinutes: number; clock: Clock }): LoginTokens {
  const claims = createSignedClaims({
    secret: options.secret,
    purpose: 'satchel login token',
    use: 'login',
    lifetimeSeconds: options.lifetimeMinutes * 60,
    clock: options.clock,
  })
  return {
    issue: (user, isProof = true) =>
      claims.issue({ sub: user.id, ver: user.tokenVersion, ...(!isProof && { proof: false }) }),
    renew: (user, expiresAt) => claims.issue({ sub: user.id, ver: user.tokenVersion }, expiresAt),
    read(token) {
      const { sub, ver, iat, exp, proof } = claims.read(token)
      return { userId: sub, tokenVersion: ver, loggedInAt: proof === false ? 0 : iat, expiresAt: exp }
    },
  }
}
