import { ServiceError } from '@satchel/http/service-error'
import { unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import { type Entrance, type IssuedToken, type LetInDeps, letIn } from '../users/let-in.ts'
import { type OpenAccountDeps, openAccount } from '../users/open-account.ts'
import type { User } from '../users/user.ts'
import { findUser } from '../users/user-store.ts'
import { METHOD_OF, type ProvenIdentity } from './identity.ts'
import { linkByEmail, noteIdentityUse } from './identity-commands.ts'
import { findIdentity, insertIdentity } from './identity-store.ts'

export type EnterDeps = LetInDeps & OpenAccountDeps

/** Returns the account that the identity is linked to; at the first log-in finds one by e-mail, or opens one. */
export async function enterWithIdentity(
  deps: EnterDeps,
  proven: ProvenIdentity,
  { walletName, ...entrance }: Arrival,
): Promise<IssuedToken> {
  const { address } = entrance
  const user =
    (await findLinkedUser(deps, proven)) ??
    (await linkToKnownAddress(deps, proven, address)) ??
    (await openLinkedAccount(deps, proven, { address, walletName }))
  return letIn(deps, user, { method: METHOD_OF[proven.provider], ...entrance })
}

export interface Arrival extends Pick<Entrance, 'address' | 'session'> {
  /** Name of the first wallet, if an account is created. */
  readonly walletName: string
}

async function findLinkedUser({ db, clock }: EnterDeps, proven: ProvenIdentity): Promise<User | undefined> {
  const identity = await findIdentity(db, proven)
  if (identity === undefined) return undefined
  await db.transact(noteIdentityUse, { id: identity.id, proven, at: unixSeconds(clock) })
  return findUser(db, identity.userId)
}

async function linkToKnownAddress(
  { db, clock }: EnterDeps,
  proven: ProvenIdentity,
  address: string,
): Promise<User | undefined> {
  if (proven.verifiedEmail === '') return undefined
  const userId = await db.transact(linkByEmail, { id: newId(), proven, address, at: unixSeconds(clock) })
  return userId === undefined ? undefined : findUser(db, userId)
}

/** Of two concurrent first log-ins, one creates the account and the other finds it. */
async function openLinkedAccount(
  deps: EnterDeps,
  proven: ProvenIdentity,
  { address, walletName }: Omit<Arrival, 'session'>,
): Promise<User> {
  try {
    return await openAccount(deps, {
      email: proven.verifiedEmail,
      method: METHOD_OF[proven.provider],
      address,
      walletName,
      alongside: (userId, at) => [insertIdentity(newId(), userId, proven, at)],
    })
  } catch (error) {
    const user = error instanceof ServiceError && error.status === 409 ? await findLinkedUser(deps, proven) : undefined
    if (user === undefined) throw error
    return user
  }
}
