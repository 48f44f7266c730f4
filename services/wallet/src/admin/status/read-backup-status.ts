import type { Clock } from '../../base/clock.ts'
import type { BackupPlace, BackupsConfig } from '../../config/backups.ts'
import type { Reader } from '../../db/database.ts'
import { readBackupNotes } from '../backup/backup-notes.ts'
import { findBackupState } from '../backup/backup-state-store.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'

export interface BackupStatusDeps {
  readonly db: Reader
  readonly clock: Clock
  readonly backups: BackupsConfig
  readonly dataFolder: string
  /** Undefined where no backups are scheduled. */
  readonly scheduledBackups: Pick<ScheduledBackups, 'report'> | undefined
}

interface LastBackup {
  readonly at: number
  readonly by: 'schedule' | 'command' | 'download'
  readonly place: string | null
  readonly bytes: number | null
}

/**
 * The newest backup that this service knows of, however it was made, the schedule, and the last drill. `downloadedAt`:
 * when an operator last downloaded one.
 */
export async function readBackupStatus(deps: BackupStatusDeps, downloadedAt: number | undefined) {
  const { db, clock, backups, dataFolder, scheduledBackups } = deps
  const { state } = await findBackupState(db)
  const { made, drill } = readBackupNotes(dataFolder)
  const place = textOf(backups.target)
  const found: (LastBackup | undefined)[] = [
    state.madeAt === undefined
      ? undefined
      : { at: Math.floor(state.madeAt / 1000), by: 'schedule', place, bytes: state.bytes ?? null },
    made && { at: made.at, by: 'command', place: made.file, bytes: made.bytes },
    downloadedAt === undefined ? undefined : { at: downloadedAt, by: 'download', place: null, bytes: null },
  ]
  const [last] = found.filter((one) => one !== undefined).toSorted((left, right) => right.at - left.at)
  return {
    schedule: backups.schedule ?? null,
    target: backups.schedule === undefined ? null : place,
    overdue_seconds: scheduledBackups === undefined ? null : Math.floor(scheduledBackups.report().overdueMs / 1000),
    failed_at: state.failedAt === undefined ? null : Math.floor(state.failedAt / 1000),
    age_seconds: last === undefined ? null : Math.max(0, Math.floor(clock() / 1000) - last.at),
    last: last ?? null,
    last_drill:
      drill === undefined
        ? null
        : {
            at: drill.at,
            backup: drill.backup ?? null,
            passed: drill.problem === undefined,
            problem: drill.problem ?? null,
          },
  }
}

const textOf = (target: BackupPlace): string =>
  target.kind === 'folder' ? target.path : `s3://${target.bucket}/${target.prefix}`
