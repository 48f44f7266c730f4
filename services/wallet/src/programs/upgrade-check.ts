import { existsSync } from 'node:fs'
import { openConfiguration } from '@satchel/configuration/open-configuration'
import { isSqlite, sqliteFileOf } from '../admin/backup/make-backup.ts'
import { measureSpace, tryUpgrade } from '../admin/backup/try-upgrade.ts'
import { VERSION } from '../base/version.ts'
import { type Config, readConfig } from '../config/config.ts'
import { listPendingSteps } from '../db/migrate.ts'
import { openForReading } from '../db/open-database.ts'

/**
 * `npm run upgrade-check`: migrates a copy of the database as the first start of this version would, also while the
 * service of an older version runs. Exits 1 when the upgrade would fail.
 */
async function main(): Promise<number> {
  const { env } = await openConfiguration(process.env, 'wallet')
  const read = readConfig(env)
  if ('problems' in read)
    throw new Error(`the configuration is not valid in ${VERSION}:\n  ${read.problems.join('\n  ')}`)
  const { config } = read
  say(`Version ${VERSION}. The configuration is valid.`)
  const pending = isMissing(config) ? undefined : await listPendingSteps(openForReading(config.databaseUrl))
  if (pending === undefined) {
    say('There is no database yet: the first start makes it.')
    return 0
  }
  if (pending.length === 0) {
    say('The database has the schema of this version: nothing will be migrated.')
    return 0
  }
  say(`Pending migrations: ${pending.length}`)
  for (const { name, summary } of pending) say(`  ${name}: ${summary}`)
  const hasSpace = checkSpace(config)
  const { openMs, payments, violations } = await tryUpgrade({
    config,
    env,
    commandsModule: new URL('../wiring/commands.ts', import.meta.url).href,
  })
  say(
    `Tried on a copy: ${(openMs / 1000).toFixed(1)} s with ${payments} payments. The service answers nothing meanwhile.`,
  )
  for (const { rule, about, problem } of violations) say(`${rule} ${about}: ${problem}`)
  if (violations.length > 0) say(`${violations.length} violations: mend the books before you upgrade (npm run mend).`)
  else say('The books of the copy add up.')
  const ready = hasSpace && violations.length === 0
  say(ready ? 'Ready. Back up first: npm run backup -- FILE' : 'Not ready.')
  return ready ? 0 : 1
}

const isMissing = (config: Config): boolean => isSqlite(config) && !existsSync(sqliteFileOf(config))

function checkSpace(config: Config): boolean {
  const space = measureSpace(config)
  if (space === undefined) return true
  const { databaseBytes, freeBytes } = space
  const enough = freeBytes >= 2 * databaseBytes
  say(`The database takes ${inMegabytes(databaseBytes)}; ${inMegabytes(freeBytes)} are free on its disk.`)
  if (!enough) say('A migration may need twice the size of the database.')
  return enough
}

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const say = (line: string): void => void process.stdout.write(`${line}\n`)

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`upgrade-check: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
