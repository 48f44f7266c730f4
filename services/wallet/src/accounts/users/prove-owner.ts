import { badRequest, invalid, unauthenticated } from '@satchel/http/service-error'
import type { Database } from '../../db/database.ts'
import type { Passwords } from './passwords.ts'
import type { User } from './user.ts'
import { findUserWithPassword } from './user-store.ts'

/**
 * Proves that the caller is the owner, by the current password if the account has one. `field`: the field that holds
 * it. Returns the user.
 */
export async function proveOwner(
  { db, passwords }: { readonly db: Database; readonly passwords: Passwords },
  userId: string,
  { field, given, address }: { readonly field: string; readonly given: string | undefined; readonly address: string },
): Promise<User> {
  const found = await findUserWithPassword(db, userId)
  if (found === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
  const { user, passwordHash } = found
  if (passwordHash === undefined) return user
  if (given === undefined) throw invalid({ type: 'missing', loc: ['body', field], msg: 'Field required', input: null })
  if (!(await passwords.matches(passwordHash, given, address))) {
    throw badRequest('The current password is wrong.', { code: 'current_password_wrong' })
  }
  return user
}
