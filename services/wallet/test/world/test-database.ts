import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Dialect } from '../../src/db/database.ts'
import { migrateSqlite } from '../../src/db/migrate.ts'
import { databaseUrl, MIGRATED_TEMPLATE, runOnServer } from './postgres/postgres-template.ts'

/** `DATABASES=sqlite`, `postgres` or `both` in the environment: every test on these. Not set: as each file says. */
const CHOSEN = process.env['DATABASES']
const BOTH: readonly Dialect[] = ['sqlite', 'postgres']
if (CHOSEN !== undefined && ![...BOTH, 'both'].includes(CHOSEN))
  throw new Error(`DATABASES: must be sqlite, postgres or both, not ${CHOSEN}`)
const chosenOr = (usual: readonly Dialect[]): readonly Dialect[] =>
  CHOSEN === undefined ? usual : BOTH.filter((dialect) => CHOSEN === dialect || CHOSEN === 'both')

/** For tests of money, commands, lists and the contract of extensions. */
export const DIALECTS = chosenOr(BOTH)

/** For tests in which the database is not the point; the campaigns run them on PostgreSQL, too. */
export const LOGIC_DIALECTS = chosenOr(['sqlite'])

export interface TestDatabase {
  readonly url: string
  /** For files outside of the database: journals, keys. */
  readonly folder: string
  /** Saves the content; the returned function restores it. No connection may be open in either call. */
  keep(): Promise<() => Promise<void>>
  drop(): Promise<void>
}

/**
 * A database of its own without rows, as a first start leaves it; `empty`: as before it. A file in a new folder, or a
 * database on the real server of this test run.
 */
export async function createTestDatabase(dialect: Dialect, { empty = false } = {}): Promise<TestDatabase> {
  const folder = mkdtempSync(join(inject('runFolder') ?? tmpdir(), 'satchel-wallet-'))
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  if (dialect === 'sqlite') {
    const file = join(folder, 'satchel.db')
    if (!empty) writeFileSync(file, (migratedFile ??= migrateFile()))
    return {
      url: `sqlite://${file}`,
      folder,
      async keep() {
        copyFileSync(file, `${file}.kept`)
        return async () => {
          for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
          copyFileSync(`${file}.kept`, file)
        }
      },
      drop: async () => removeFolder(),
    }
  }
  const name = `satchel_${randomBytes(6).toString('hex')}`
  const server = inject('postgresUrl')
  const template = empty ? 'template1' : MIGRATED_TEMPLATE
  const make = (made: string, from: string) =>
    runOnServer(server, `CREATE DATABASE ${made} TEMPLATE ${from} STRATEGY FILE_COPY`)
  const remove = (made: string) => runOnServer(server, `DROP DATABASE IF EXISTS ${made} WITH (FORCE)`)
  await make(name, template)
  return {
    url: databaseUrl(server, name),
    folder,
    async keep() {
      await make(`${name}_kept`, name)
      return async () => {
        await remove(name)
        await make(name, `${name}_kept`)
      }
    },
    async drop() {
      for (const made of [name, `${name}_kept`]) await remove(made)
      removeFolder()
    },
  }
}

let migratedFile: Buffer | undefined

function migrateFile(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-wallet-'))
  try {
    const file = join(folder, 'satchel.db')
    migrateSqlite(file)
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
