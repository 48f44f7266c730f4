import type { ShownCredential } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../events/audit-log.ts'
import type { LinkedIdentity, ProvenIdentity } from './identity.ts'
import { linkIdentity } from './identity-commands.ts'
import { findIdentity } from './identity-store.ts'

export interface LinkDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Links an identity to the actor and returns it as stored. */
export async function linkProven(
  { db, clock }: LinkDeps,
  proven: ProvenIdentity,
  { actor, shown }: { readonly actor: Actor; readonly shown: ShownCredential },
): Promise<LinkedIdentity> {
  await db.transact(linkIdentity, { id: newId(), proven, actor, shown, at: unixSeconds(clock) })
  const identity = await findIdentity(db, proven)
  if (identity === undefined) throw new Error('the identity was unlinked at once')
  return identity
}
