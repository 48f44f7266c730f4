import { readFileSync } from 'node:fs'
import type { Database, Tx } from '../db/database.ts'

export interface Violation {
  /** The id of the broken rule, as in docs/rules/money-safety.md. */
  readonly rule: string
  readonly about: string
  readonly problem: string
}

const AUDIT = readFileSync(new URL('./audit.sql', import.meta.url), 'utf8')
const MAX_REPORTED = 100

/**
 * Recomputes the books from their postings and payments; an empty list means that they are right to the millisatoshi.
 */
export const checkBooks = (db: Pick<Database, 'listAside'>): Promise<Violation[]> => check(db.listAside)

/** The same inside a transaction: its changes so far are checked, too. */
export const checkBooksWithin = (tx: Pick<Tx, 'list'>): Promise<Violation[]> => check(tx.list)

const check = (list: Tx['list']): Promise<Violation[]> =>
  list(`SELECT rule, about, problem FROM (${AUDIT}) AS violations LIMIT $1`, [MAX_REPORTED], (row: Violation) => ({
    rule: row.rule,
    about: row.about,
    problem: row.problem,
  }))
