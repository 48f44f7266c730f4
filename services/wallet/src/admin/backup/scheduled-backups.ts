import type { Log } from '@satchel/http/log'
import { Cron } from 'croner'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { type BackupEnd, type BackupState, claimBackup, concludeBackup, findBackupState } from './backup-state-store.ts'
import { openOwnOrigin } from './origin/own-origins.ts'
import { type NewBackup, type StoreBackupOptions, storeBackup } from './store-backup.ts'

export interface ScheduledBackups {
  /** Makes a backup if one is due and no other process makes it. Rejects when that fails. */
  check(): Promise<void>
  /** What `/metrics` shows, as of the last check. */
  report(): BackupReport
  /** Ends the backup in flight, which leaves nothing behind. */
  stop(): void
}

export interface BackupReport {
  /** Unix milliseconds; undefined: none was made yet. */
  readonly madeAt: number | undefined
  readonly bytes: number | undefined
  /** Failures in this process. */
  readonly failures: number
  /** How long a backup has been due. */
  readonly overdueMs: number
}

export interface ScheduledBackupsDeps extends Pick<StoreBackupOptions, 'config' | 'target' | 'version' | 'env'> {
  /** A cron expression, UTC. */
  readonly schedule: string
  readonly db: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

const RETRY_MS = 600_000
/** A last backup further in the future was made with a wrong clock. */
const WRONG_CLOCK_MS = 3_600_000

/**
 * Makes scheduled backups. After missed times one backup is made. Without an earlier backup one is made immediately, so
 * that a wrong target is noticed when it is configured.
 */
export function createScheduledBackups(deps: ScheduledBackupsDeps): ScheduledBackups {
  const { db, clock, log } = deps
  const pattern = new Cron(deps.schedule, { utcOffset: 0, paused: true, mode: '5-part' })
  const beganAt = clock()
  const stopping = new AbortController()
  let known: BackupState = {}
  let failures = 0

  const dueAt = ({ madeAt }: BackupState): number => {
    if (madeAt === undefined || madeAt > clock() + WRONG_CLOCK_MS) return beganAt
    return pattern.nextRun(new Date(madeAt))?.getTime() ?? Number.POSITIVE_INFINITY
  }
  const isDue = (state: BackupState): boolean =>
    clock() >= dueAt(state) && (state.failedAt === undefined || Math.abs(clock() - state.failedAt) >= RETRY_MS)
  const isHeld = async ({ holder }: BackupState): Promise<boolean> =>
    holder !== undefined && holder !== db.session && (await db.listSessions()).includes(holder)
  const conclude = async (end: BackupEnd['end']): Promise<void> => {
    await db.transact(concludeBackup, { holder: db.session, end })
    known = (await findBackupState(db)).state
  }
  const fail = async (state: BackupState, error: unknown, stored?: string): Promise<never> => {
    if (stopping.signal.aborted) await conclude({ kind: 'given-up' })
    else {
      failures += 1
      const reason = error instanceof Error ? error.message : String(error)
      await conclude({ kind: 'failed', at: clock(), dueAt: dueAt(state), reason, stored })
    }
    throw error
  }
  return {
    async check() {
      const { state, text } = await findBackupState(db)
      known = state
      if (stopping.signal.aborted || !isDue(state) || (await isHeld(state))) return
      if (!(await db.transact(claimBackup, { seen: text, holder: db.session }))) return
      const at = clock()
      const { signal } = stopping
      const backup: NewBackup = await storeBackup({
        ...deps,
        now: new Date(at),
        signal,
        replaces: state.replaces,
      }).catch((error: unknown) => fail(state, error))
      const { name, bytes, commandError } = backup
      if (commandError !== undefined) return fail(state, commandError, name)
      await conclude({ kind: 'made', at, bytes })
      log.info({ name, bytes, origin: openOwnOrigin(deps.config).key }, 'backup made')
    },
    report: () => ({
      madeAt: known.madeAt,
      bytes: known.bytes,
      failures,
      overdueMs: Math.max(0, clock() - dueAt(known)),
    }),
    stop: () => stopping.abort(new Error('the service stops')),
  }
}
