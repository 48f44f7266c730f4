import type { Change, Reader } from '../../../db/database.ts'
import { raiseLock } from './raise-lock.ts'

/** No extension can have a lock with this name. */
const NAME = '*nostr'

/** Include it in every command that may change an extension's subscriptions: each process then asks for them again. */
export const raiseSubscriptionVersion = (extId: string): Change => raiseLock(extId, NAME)

/** Raised by every such step. */
export const findSubscriptionVersion = async (reader: Reader, extId: string): Promise<bigint> =>
  (await reader.first(
    'SELECT version FROM extension_locks WHERE ext_id = $1 AND name = $2',
    [extId, NAME],
    (row: { version: bigint }) => row.version,
  )) ?? 0n
