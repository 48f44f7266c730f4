import type { Clock } from '../../base/clock.ts'
import type { LoginMethod } from '../../config/accounts.ts'
import { createSignedClaims } from '../users/signed-claims.ts'
import type { User } from '../users/user.ts'

const LIFETIME_SECONDS = 300

/** A proven first factor: the user, the token version, and the method. */
export interface Ticket {
  readonly userId: string
  readonly tokenVersion: number
  readonly method: LoginMethod
}

export interface Tickets {
  issue(user: Pick<User, 'id' | 'tokenVersion'>, method: LoginMethod): string
  /** Throws 401 for anything but a ticket of ours that is still good. */
  read(ticket: string): Ticket
}

/** Issued by a log-in instead of a token while the second factor is missing; valid for that step only. */
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
