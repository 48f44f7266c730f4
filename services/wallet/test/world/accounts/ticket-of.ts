import { createTickets } from '../../../src/accounts/second-factor/tickets.ts'
import { findUser } from '../../../src/accounts/users/user-store.ts'
import { TEST_AUTH_SECRET, type World } from '../open-world.ts'

/** A ticket as a log-in by password issues it, without the cost of a password hash. */
export async function ticketOf(world: World, { id }: { readonly id: string }): Promise<string> {
  const user = await findUser(world.db, id)
  if (user === undefined) throw new Error('there is no such user')
  const clock = () => world.nowSeconds() * 1000
  return createTickets({ secret: TEST_AUTH_SECRET, clock }).issue(user, 'username-password')
}
