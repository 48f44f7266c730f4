import { createHash } from 'node:crypto'
import type { Change, Reader } from '../db/database.ts'
import { isForgotten, type Standing } from './throttle-rules.ts'

/** The keys under which a try is counted: digests, because people sometimes type passwords into name fields. */
export interface ThrottleSubjects {
  /** The address at the account; undefined where a log-in names no account. */
  readonly own: string | undefined
  readonly account: string | undefined
  readonly address: string | undefined
}

export function toSubjects(kind: string, account: string | undefined, address: string | undefined): ThrottleSubjects {
  const digest = (...parts: readonly string[]): string =>
    createHash('sha256')
      .update(JSON.stringify([kind, ...parts]))
      .digest('base64url')
  return {
    own: account === undefined ? undefined : digest('own', account, address ?? ''),
    account: account === undefined ? undefined : digest('account', account),
    address: address === undefined ? undefined : digest('address', address),
  }
}

const NONE = { failures: 0, lastAt: 0, addresses: 0 }

/** The failures that count now. */
export async function findStanding(reader: Reader, subjects: ThrottleSubjects, now: number): Promise<Standing> {
  const { own = '', account = '', address = '' } = subjects
  const rows = await reader.list(
    'SELECT subject, failures, addresses, last_at FROM failed_tries WHERE subject IN ($1, $2, $3)',
    [own, account, address],
    (row: { subject: string; failures: bigint; addresses: bigint; last_at: bigint }) => ({
      subject: row.subject,
      failures: Number(row.failures),
      addresses: Number(row.addresses),
      lastAt: Number(row.last_at),
    }),
  )
  const of = (wanted: string) => {
    const row = rows.find(({ subject }) => subject === wanted)
    return row === undefined || isForgotten(row, now) ? NONE : row
  }
  const known = await reader.first('SELECT subject FROM known_addresses WHERE subject = $1', [own], (row) => row)
  return { own: of(own), account: of(account), address: of(address), known: known !== undefined }
}

export const setFailures = (
  subject: string,
  { failures, addresses, lastAt }: { failures: number; addresses: number; lastAt: number },
): Change => ({
  sql: `INSERT INTO failed_tries (subject, failures, addresses, last_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (subject) DO UPDATE
        SET failures = excluded.failures, addresses = excluded.addresses, last_at = excluded.last_at`,
  params: [subject, failures, addresses, lastAt],
  rows: 1,
})

export const deleteFailures = (subject: string): Change => ({
  sql: 'DELETE FROM failed_tries WHERE subject = $1',
  params: [subject],
})

export const deleteFailuresBefore = (at: number): Change => ({
  sql: 'DELETE FROM failed_tries WHERE last_at < $1',
  params: [at],
})

export const setKnownAddress = (subject: string, at: number): Change => ({
  sql: `INSERT INTO known_addresses (subject, last_at) VALUES ($1, $2)
        ON CONFLICT (subject) DO UPDATE SET last_at = excluded.last_at`,
  params: [subject, at],
  rows: 1,
})

export const deleteKnownAddressesBefore = (at: number): Change => ({
  sql: 'DELETE FROM known_addresses WHERE last_at < $1',
  params: [at],
})
