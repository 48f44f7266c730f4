import type { Log } from '@satchel/http/log'
import { type ServiceError, unavailable } from '@satchel/http/service-error'

/** For problems that only an operator can fix. */
export type DatabaseLog = Pick<Log, 'warn' | 'error'>

/** Only the operator can fix a path where no file can be created, so the error names the setting (rule D15). */
export function asSetting<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    const { code } = error as { code?: string }
    throw new Error(`SERVICE_DATABASE_URL: no database file can be made or opened there (${code})`, { cause: error })
  }
}

/** A disk error, a damaged file, or a file that is no database: neither reads nor writes can be trusted. */
export const isDiskError = (error: unknown): boolean => /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error))

export const isDiskFull = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_FULL')

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

export const fileLost = (): ServiceError =>
  unavailable(
    'The database file was deleted or replaced while the service runs: nothing is stored any more. The operator has to restart the service.',
    { code: 'database_lost' },
  )

export const diskFull = (): ServiceError =>
  unavailable('The disk of the database is full: nothing was stored. Retry later.', {
    code: 'disk_full',
    headers: { 'Retry-After': '10' },
  })
