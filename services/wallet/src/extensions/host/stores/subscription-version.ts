import type { Change, Reader } from '../../../db/database.ts'

/** No extension locks a name like this. */
const NAME = '*nostr'

/** Belongs into every step that may change an extension's subscriptions: each process then asks for them again. */
export const raiseSubscriptionVersion = (extId: string): Change => ({
  sql: `INSERT INTO extension_locks (ext_id, name, version) VALUES ($1, $2, 1)
        ON CONFLICT (ext_id, name) DO UPDATE SET version = extension_locks.version + 1`,
  params: [extId, NAME],
})

/** Raised by every such step. */
export const findSubscriptionVersion = async (reader: Reader, extId: string): Promise<bigint> =>
  (await reader.first(
    'SELECT version FROM extension_locks WHERE ext_id = $1 AND name = $2',
    [extId, NAME],
    (row: { version: bigint }) => row.version,
  )) ?? 0n
