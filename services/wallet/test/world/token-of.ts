import { findUser } from '../../src/accounts/users/user-store.ts'
import type { World } from './open-world.ts'

/** An access token of this user, as a log-in would issue it. */
export async function tokenOf({ db, service }: World, { userId }: { readonly userId: string }): Promise<string> {
  const user = await findUser(db, userId)
  if (user === undefined) throw new Error('there is no such user')
  return service.tokens.issue(user)
}
