import { type ServiceError, unauthenticated } from '@satchel/http/service-error'
import type { Entrance, SecondFactors } from '../users/let-in.ts'
import type { User } from '../users/user.ts'
import { proveTotp, type TotpDeps } from './prove-totp.ts'
import type { Tickets } from './tickets.ts'

export interface SecondFactorDeps extends TotpDeps {
  readonly tickets: Tickets
}

/** Requires the second factor at a log-in: immediately, or by a later call with our ticket. */
export const createSecondFactors = (deps: SecondFactorDeps): SecondFactors => ({
  async require(user, entrance) {
    if (user.secondFactors.length === 0) return
    const { totp, address } = entrance
    if (totp === undefined || !user.secondFactors.includes('totp')) throw demand(deps, user, entrance)
    await proveTotp(deps, user.id, totp, { id: user.id, address })
  },
})

const demand = ({ tickets }: SecondFactorDeps, user: User, { method }: Entrance): ServiceError =>
  unauthenticated('A second factor is required.', {
    code: 'second_factor_required',
    fields: { second_factor: user.secondFactors, ticket: tickets.issue(user, method) },
  })
