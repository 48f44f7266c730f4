import type { AccountsConfig } from '../../config/accounts.ts'
import { isAdmin, type User } from '../users/user.ts'

/** Whether the operator requires a second factor of this account and it has none: it may then only set one up. */
export const lacksSecondFactor = (
  { requireSecondFactor }: Pick<AccountsConfig, 'requireSecondFactor'>,
  user: User,
): boolean =>
  user.secondFactors.length === 0 &&
  (requireSecondFactor === 'everybody' || (requireSecondFactor === 'admins' && isAdmin(user)))
