import { type Change, defineCommand, type Reader } from '../../db/database.ts'
import { raiseAlarm } from '../../ledger/halt.ts'

/** The shared state of scheduled backups. Times in Unix milliseconds. */
export interface BackupState {
  /** Time of the last complete backup. */
  readonly madeAt?: number
  readonly bytes?: number
  /** The last attempt, if it failed. */
  readonly failedAt?: number
  /** An archive of the failed attempt that is at the target: the next attempt replaces it. */
  readonly replaces?: string | undefined
  /** The session that makes one now. */
  readonly holder?: string
}

export interface FoundBackupState {
  readonly state: BackupState
  /** The text as stored. */
  readonly text: string
}

const NAME = 'scheduled-backups'

export async function findBackupState(reader: Pick<Reader, 'first'>): Promise<FoundBackupState> {
  const text = await reader.first(
    'SELECT value FROM settings WHERE name = $1',
    [NAME],
    (row: { value: string }) => row.value,
  )
  return { state: JSON.parse(text ?? '{}') as BackupState, text: text ?? '{}' }
}

const setBackupState = (state: BackupState): Change => ({
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [NAME, JSON.stringify(state)],
})

/**
 * Claims the backup for one process. `seen`: the state that the caller has read before it listed the sessions, so that
 * a session that has claimed it meanwhile does not count as ended.
 */
export const claimBackup = defineCommand({
  name: 'claim-backup',
  run: async (tx, { seen, holder }: { seen: string; holder: string }): Promise<boolean> => {
    const { state, text } = await findBackupState(tx)
    if (text !== seen) return false
    await tx.run(setBackupState({ ...state, holder }))
    return true
  },
})

export interface BackupEnd {
  readonly holder: string
  readonly end:
    | { readonly kind: 'made'; readonly at: number; readonly bytes: number }
    | {
        readonly kind: 'failed'
        readonly at: number
        readonly dueAt: number
        readonly reason: string
        readonly stored: string | undefined
      }
    | { readonly kind: 'given-up' }
}

/** Stores the outcome of an attempt. A failed one raises an alarm, once for each time at which a backup was due. */
export const concludeBackup = defineCommand({
  name: 'conclude-backup',
  run: async (tx, { holder, end }: BackupEnd): Promise<void> => {
    const { state } = await findBackupState(tx)
    if (state.holder !== holder) return
    const { holder: _released, ...rest } = state
    if (end.kind === 'made') await tx.run(setBackupState({ madeAt: end.at, bytes: end.bytes }))
    if (end.kind === 'given-up') await tx.run(setBackupState(rest))
    if (end.kind !== 'failed') return
    const { at, dueAt, reason: detail, stored } = end
    await tx.run(setBackupState({ ...rest, failedAt: at, replaces: stored ?? rest.replaces }))
    const reference = new Date(dueAt).toISOString()
    await tx.run(raiseAlarm({ kind: 'backup-failed', reference, detail, at: Math.floor(at / 1000) }))
  },
})
