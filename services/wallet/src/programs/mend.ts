import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import { mendBooks } from '../admin/money/mend-books.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../db/open-database.ts'

/**
 * `npm run mend [-- --yes]`: audits the books, proposes a correction for each violation, and books those after a
 * confirmation. With SQLite while no service runs, with PostgreSQL also beside one. Exits 1 when violations are left.
 */
async function main(): Promise<number> {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg !== '--yes')) throw new Error('usage: npm run mend [-- --yes]')
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n  '))
  const { databaseUrl } = read.config
  const file = databaseUrl.startsWith('sqlite://') ? databaseUrl.slice('sqlite://'.length) : undefined
  if (file !== undefined && !existsSync(file)) throw new Error(`there is no database ${file}`)
  const db = await openDatabase(databaseUrl, new URL('../wiring/commands.ts', import.meta.url).href)
  try {
    const left = await mendBooks({
      db,
      now: () => Math.floor(Date.now() / 1000),
      say: (line) => process.stdout.write(`${line}\n`),
      confirm: args.includes('--yes') ? async () => true : ask,
    })
    return left.length === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}

/** Only `yes` confirms; the end of the input counts as no. */
async function ask(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    return /^y(es)?$/i.test((await Promise.race([lines.question('Book these? [y/N] '), ended])).trim())
  } finally {
    lines.close()
  }
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`mend: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  })
