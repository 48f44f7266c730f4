import { readConfig } from './config.ts'
import { openForReading } from './db/open-database.ts'
import { checkBooks } from './ledger/check-books.ts'

/** `npm run audit`: recomputes every balance from the postings, also while the service runs. Exits 1 on any violation. */
async function main(): Promise<number> {
  const read = readConfig(process.env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const db = openForReading(read.config.databaseUrl)
  const violations = await checkBooks(db)
  for (const { rule, about, problem } of violations) process.stdout.write(`${rule} ${about}: ${problem}\n`)
  process.stdout.write(violations.length === 0 ? 'The books are right.\n' : `${violations.length} violations.\n`)
  return violations.length === 0 ? 0 : 1
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`audit: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  })
