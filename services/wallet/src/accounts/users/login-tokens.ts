import type { Clock } from '../../clock.ts'
import { createSignedClaims } from './signed-claims.ts'
import type { User } from './user.ts'

export interface LoginClaims {
  readonly userId: string
  readonly tokenVersion: number
  /** When its owner logged in, Unix seconds. */
  readonly loggedInAt: number
}

export interface LoginTokens {
  issue(user: Pick<User, 'id' | 'tokenVersion'>): string
  /** Throws `unauthenticated` for anything but a token of ours that is still good. */
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
    issue: (user) => claims.issue({ sub: user.id, ver: user.tokenVersion }),
    read(token) {
      const { sub, ver, iat } = claims.read(token)
      return { userId: sub, tokenVersion: ver, loggedInAt: iat }
    },
  }
}
