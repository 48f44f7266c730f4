import { openConfiguration } from '@satchel/configuration/open-configuration'
import { readConfig } from '../config/config.ts'
import { openForReading } from '../db/open-database.ts'
import { checkBooks } from '../ledger/check-books.ts'

/**
 * `npm run audit`: recomputes every balance from the postings, also while the service runs. Exits 1 on any violation.
 * It does not check the node.
 */
async function main(): Promise<number> {
  const { env } = await openConfiguration(process.env, 'wallet')
  const found = readConfig(env)
  if ('problems' in found) throw new Error(found.problems.join('\n  '))
  const db = openForReading(found.config.databaseUrl)
  const violations = await checkBooks(db)
  for (const { rule, about, problem } of violations) process.stdout.write(`${rule} ${about}: ${problem}\n`)
  const [counted] = await db.listAside(COUNT, [], (row: { postings: bigint; payments: bigint }) => row)
  const read = `${counted?.postings ?? 0} postings, ${counted?.payments ?? 0} payments`
  const result = violations.length === 0 ? 'The books add up' : `${violations.length} violations`
  process.stdout.write(`${result}: ${read}.\n${BOOKS_ALONE}\n`)
  return violations.length === 0 ? 0 : 1
}

const COUNT = 'SELECT (SELECT count(*) FROM postings) AS postings, (SELECT count(*) FROM payments) AS payments'
const BOOKS_ALONE = 'This does not compare them with the node: the service does that while it runs.'

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`audit: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  })
