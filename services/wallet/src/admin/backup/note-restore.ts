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
 * Records a restore: the books are from an earlier time, so outgoing payments wait until they have been compared with
 * the node and an operator has resumed payments.
 */
export const noteRestore = defineCommand({
  name: 'note-restore',
  run: async (tx, { madeAt, history, at }: NoteRestore) => {
    await tx.run({
      // A backup of an older version has no history token.
      sql: `INSERT INTO settings (name, value) VALUES ('database-history', $1) ON CONFLICT (name) DO NOTHING`,
      params: ['a backup'],
    })
    await adoptHistory.run(tx, { history, expected: '' })
    const reason = `A backup of ${madeAt} was restored: an operator resumes payments when the node has been compared`
    await tx.run(haltPayments(reason))
    await tx.run(raiseAlarm({ kind: 'halt', reference: reason, detail: reason, at }))
  },
})
