import { readFileSync } from 'node:fs'
import type { Database } from '../db/database.ts'

export interface Violation {
  /** The id of the broken rule, as in docs/rules/money-safety.md. */
  readonly rule: string
  readonly about: string
  readonly problem: string
}

const AUDIT = readFileSync(new URL('./audit.sql', import.meta.url), 'utf8')
const MAX_REPORTED = 100

/** Recomputes the books from their postings and payments; an empty list says that they are right to the millisatoshi. */
export const checkBooks = (db: Pick<Database, 'listAside'>): Promise<Violation[]> =>
  db.listAside(
    `SELECT rule, about, problem FROM (${AUDIT}) AS violations LIMIT $1`,
    [MAX_REPORTED],
    (row: Violation) => ({
      rule: row.rule,
      about: row.about,
      problem: row.problem,
    }),
  )
