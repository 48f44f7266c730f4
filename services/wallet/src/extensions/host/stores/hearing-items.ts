import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { type Change, defineCommand } from '../../../db/database.ts'
import { keyOf, type keysOf } from './field-values.ts'
import type { StoredRow } from './stored-row.ts'

/** The key of items that listen to what their wallet receives. No field can have this name. */
export const HEARS = '*hears'

/** The wallet that an item listens to; none while it does not use receipts. */
export function hearingKeys(
  { manifest }: AnyExtension,
  { kind, walletId }: StoredRow,
  isListening: boolean,
): ReturnType<typeof keysOf> {
  if (!isListening || kind !== 'items' || !manifest.permissions.some(({ id }) => id === 'incoming.read')) return []
  return [{ field: HEARS, value: keyOf(walletId), scope: '' }]
}

/** The last event that is not for the item, padded to nineteen digits so that it compares as text. */
const padded = (number: string): string => `substr('0000000000000000000' || ${number}, length('' || ${number}) + 1)`

const LAST_EVENT = '(SELECT COALESCE(MAX(id), 0) FROM events)'

/** For `extension_keys k` and `events e`: the item was already listening when it happened. */
export const HEARD_THEN = `substr(k.scope, 1, 19) < ${padded('e.id')}`

/**
 * The item is notified of everything after this commit. One that listens already continues: payments from before it was
 * switched off are still delivered, and events may be read again.
 */
export const noteHearer = (
  extId: string,
  { kind, id, value }: { kind: string; id: string; value: string },
): Change => ({
  sql: `INSERT INTO extension_keys (ext_id, kind, field, value, scope, row_id)
        SELECT $1, $2, $3, $4, ${padded(LAST_EVENT)} || ' ' || $5, $5 WHERE NOT EXISTS
        (SELECT 1 FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND row_id = $5 AND field = $3)`,
  params: [extId, kind, HEARS, value, id],
})

/**
 * The account uses the extension again: its items are notified of events from now on, never of earlier ones, even if
 * those are read again.
 */
export const hearFromNow = (userId: string, extId: string): Change => ({
  sql: `UPDATE extension_keys SET scope = ${padded(LAST_EVENT)} || ' ' || row_id
        WHERE ext_id = $2 AND kind = 'items' AND field = $3
        AND row_id IN (SELECT id FROM extension_rows WHERE user_id = $1 AND ext_id = $2 AND kind = 'items')`,
  params: [userId, extId, HEARS],
})

/** Items from before items stored their start listen to everything. Runs once per database. */
export const noteOldHearers = defineCommand({
  name: 'note-old-hearers',
  run: async (tx, { extIds }: { extIds: readonly string[] }) => {
    for (const extId of extIds) {
      const isNew = await tx.run({
        sql: `INSERT INTO cursors (name, value) VALUES ($1, '1') ON CONFLICT (name) DO NOTHING`,
        params: [`extension-hearers ${extId}`],
      })
      if (isNew === 0) continue
      await tx.run({
        sql: `INSERT INTO extension_keys (ext_id, kind, field, value, scope, row_id)
            SELECT ext_id, kind, $2, lower(wallet_id), ${padded('0')} || ' ' || id, id FROM extension_rows r
            WHERE ext_id = $1 AND kind = 'items' AND NOT EXISTS
            (SELECT 1 FROM extension_keys k WHERE k.ext_id = r.ext_id AND k.kind = r.kind AND k.row_id = r.id AND k.field = $2)`,
        params: [extId, HEARS],
      })
    }
  },
})
