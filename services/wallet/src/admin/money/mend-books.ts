import type { Database } from '../../db/database.ts'
import { checkBooks, type Violation } from '../../ledger/check-books.ts'
import { type Proposal, proposeMending } from './propose-mending.ts'

export interface MendDeps {
  readonly db: Database
  /** Unix seconds. */
  readonly now: () => number
  readonly say: (line: string) => void
  /** Asks the operator whether to book these. */
  readonly confirm: (proposals: readonly Proposal[]) => Promise<boolean>
}

const MAX_ROUNDS = 20

/**
 * Audits the books, proposes corrections, books the confirmed ones in one transaction each, and repeats until nothing
 * more can be proposed. Returns the remaining violations.
 */
export async function mendBooks({ db, now, say, confirm }: MendDeps): Promise<readonly Violation[]> {
  let violations = await checkBooks(db)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    for (const { rule, about, problem } of violations) say(`${rule} ${about}: ${problem}`)
    const { proposals } = await proposeMending(db, violations)
    if (proposals.length === 0) break
    say(`${violations.length} violations. Proposed:`)
    for (const { what } of proposals) say(`- ${what}`)
    if (!(await confirm(proposals))) {
      say('Nothing was booked.')
      return violations
    }
    for (const { what, book } of proposals)
      if (!(await book(db, now()))) say(`The books have moved; not booked: ${what}`)
    violations = await checkBooks(db)
  }
  // Another process may have mended them meanwhile.
  if (violations.length > 0) violations = await checkBooks(db)
  if (violations.length === 0) say('The books are right.')
  else say(`${violations.length} violations have no correction that is certainly right: see docs/guide/stuck-money.md.`)
  return violations
}
