import { defineCommand } from '../../db/database.ts'
import { haltPayments, raiseAlarm } from '../../ledger/halt.ts'
import { adoptHistory } from '../../payments/reconciling/adopt-history.ts'

export interface NoteRestore {
  /** When the backup was made, as its manifest says. */
  readonly madeAt: string
  /** A token that no database has had. */
  readonly history: string
  /** Unix seconds. */
  readonly at: number
}

/**
 * The books are those of an earlier moment from here: outgoing payments wait until the node has been compared with them
 * and an operator has resumed them.
 */
export const noteRestore = defineCommand({
  name: 'note-restore',
  run: async (tx, { madeAt, history, at }: NoteRestore) => {
    await tx.run({
      // A backup of an older version names no course of commits.
      sql: `INSERT INTO settings (name, value) VALUES ('database-history', $1) ON CONFLICT (name) DO NOTHING`,
      params: ['a backup'],
    })
    await adoptHistory.run(tx, { history, expected: '' })
    const reason = `A backup of ${madeAt} was restored: an operator resumes payments when the node has been compared`
    await tx.run(haltPayments(reason))
    await tx.run(raiseAlarm({ kind: 'halt', reference: reason, detail: reason, at }))
  },
})
