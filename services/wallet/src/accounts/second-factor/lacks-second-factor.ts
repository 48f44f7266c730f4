import type { AccountsConfig } from '../../config/accounts.ts'
import { isAdmin, type User } from '../users/user.ts'

/** The operator wants this account to have a second factor, and it has none: until then it may only set one up. */
export const lacksSecondFactor = (
  { requireSecondFactor }: Pick<AccountsConfig, 'requireSecondFactor'>,
  user: User,
): boolean =>
  user.secondFactors.length === 0 &&
  (requireSecondFactor === 'everybody' || (requireSecondFactor === 'admins' && isAdmin(user)))
