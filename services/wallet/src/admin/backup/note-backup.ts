import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

/** Records in the audit log who has taken a backup. */
export const noteBackup = defineCommand({
  name: 'note-backup',
  run: (tx, { actor, at }: { actor: Actor; at: number }) =>
    tx.run(noteInAuditLog({ actor, action: 'backup-downloaded', subject: '', at })),
})
