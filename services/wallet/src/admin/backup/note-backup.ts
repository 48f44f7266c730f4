import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

/** Who took everything with him is on record. */
export const noteBackup = defineCommand({
  name: 'note-backup',
  run: (tx, { actor, at }: { actor: Actor; at: number }) =>
    tx.run(noteInAuditLog({ actor, action: 'backup-downloaded', subject: '', at })),
})
