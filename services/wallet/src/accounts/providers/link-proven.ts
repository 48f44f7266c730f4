import { ServiceError } from '@satchel/http/service-error'
import { type Clock, unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../events/audit-log.ts'
import { newId } from '../../ids.ts'
import type { LinkedIdentity, ProvenIdentity } from './identity.ts'
import { findUser } from '../users/user-store.ts'
import { linkIdentity } from './identity-commands.ts'
import { findIdentity } from './identity-store.ts'
import type { Linker } from './visit-commands.ts'

export interface LinkDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Links an identity to the actor and returns it as stored. `tokenVersion`: of the requesting token. */
export async function linkProven(
  { db, clock }: LinkDeps,
  proven: ProvenIdentity,
  { actor, tokenVersion }: { readonly actor: Actor; readonly tokenVersion: number },
): Promise<LinkedIdentity> {
  await db.transact(linkIdentity, { id: newId(), proven, actor, tokenVersion, at: unixSeconds(clock) })
  const identity = await findIdentity(db, proven)
  if (identity === undefined) throw new Error('the identity was unlinked at once')
  return identity
}

/** The user of a token, and its version: revoking the token ends the linking. */
export async function findLinker(db: Database, userId: string): Promise<Linker> {
  const user = await findUser(db, userId)
  if (user === undefined)
    throw new ServiceError('unauthenticated', 'This account is gone.', [], { word: 'account_gone' })
  return { userId: user.id, tokenVersion: user.tokenVersion }
}
