import type { Clock } from '../../clock.ts'
import type { LoginMethod } from '../../config/accounts.ts'
import { createSignedClaims } from '../users/signed-claims.ts'
import type { User } from '../users/user.ts'

const LIFETIME_SECONDS = 300

/** The first factor is proven: who, as of which token version, and how. */
export interface Ticket {
  readonly userId: string
  readonly tokenVersion: number
  readonly method: LoginMethod
}

export interface Tickets {
  issue(user: Pick<User, 'id' | 'tokenVersion'>, method: LoginMethod): string
  /** Throws `unauthenticated` for anything but a ticket of ours that is still good. */
  read(ticket: string): Ticket
}

/** What a log-in hands out in place of a token while the second factor is missing: good for that one step only. */
export function createTickets({ secret, clock }: { secret: string; clock: Clock }): Tickets {
  const claims = createSignedClaims({
    secret,
    purpose: 'satchel second-factor ticket',
    use: 'second-factor',
    lifetimeSeconds: LIFETIME_SECONDS,
    clock,
  })
  return {
    issue: (user, method) => claims.issue({ sub: user.id, ver: user.tokenVersion, method }),
    read(ticket) {
      const { sub, ver, method } = claims.read(ticket)
      return { userId: sub, tokenVersion: ver, method: method as LoginMethod }
    },
  }
}
