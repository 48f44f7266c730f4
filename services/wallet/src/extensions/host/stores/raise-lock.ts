import type { Change } from '../../../db/database.ts'

/** A run that has read this lock before, and commits after this, runs again. */
export const raiseLock = (extId: string, name: string): Change => ({
  sql: `INSERT INTO extension_locks (ext_id, name, version) VALUES ($1, $2, 1)
        ON CONFLICT (ext_id, name) DO UPDATE SET version = extension_locks.version + 1`,
  params: [extId, name],
})
