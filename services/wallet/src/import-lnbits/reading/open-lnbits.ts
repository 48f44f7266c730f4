import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ForeignDatabase, ForeignRow } from '../../db/foreign/foreign-database.ts'
import { openForeignPostgres } from '../../db/foreign/foreign-postgres.ts'
import { openForeignSqlite } from '../../db/foreign/foreign-sqlite.ts'
import { LnbitsError } from './lnbits-error.ts'
import { toInteger, toText } from './values.ts'

/** The last migration of the core of LNbits 1.0, and of the newest version that this importer has been tried with. */
const OLDEST_CORE = 31
const NEWEST_CORE = 50

/** Columns of every version from 1.0 on; a missing one was never migrated, or is lost. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id', 'username', 'email', 'password_hash', 'extra'],
  wallets: ['id', 'name', 'user', 'adminkey', 'inkey', 'deleted'],
  apipayments: ['checking_id', 'amount', 'fee', 'wallet_id', 'payment_hash', 'status', 'bolt11', 'extra', 'time'],
  system_settings: ['id', 'value'],
}

/** The older of two accounts keeps shared names, and the oldest wallet of an account is its default. */
const OLDEST_FIRST: Readonly<Record<string, readonly string[]>> = {
  accounts: ['created_at', 'id'],
  wallets: ['created_at', 'id'],
  tiny_url: ['time', 'id'],
}

/** The tables of the core, or of one extension. */
export interface LnbitsTables {
  /** Whether a table or view can be read. */
  has(table: string): boolean
  /** Accounts, wallets and short links begin with the oldest one. */
  pages(table: string): AsyncIterable<readonly ForeignRow[]>
}

/** An installation of LNbits, read-only. */
export interface Lnbits {
  readonly dialect: 'sqlite' | 'postgres'
  /** The last migration of its core. */
  readonly core: number
  readonly warnings: readonly string[]
  /** The secret for tokens in its data folder. */
  readonly tokenSecret: string | undefined
  readonly tables: LnbitsTables
  /** A statement that answers few rows of the core. */
  list(sql: string): Promise<readonly ForeignRow[]>
  /** Undefined: it has no tables of that extension, or cannot read them (`why`). */
  openExtension(id: string): Promise<LnbitsExtension>
  close(): Promise<void>
}

export type LnbitsExtension = { readonly tables: LnbitsTables } | { readonly why: string | undefined }

/** A data folder of LNbits, its `database.sqlite3`, or the URL of its PostgreSQL database. */
export async function openLnbits(place: string): Promise<Lnbits> {
  return /^(postgres|postgresql|cockroachdb):\/\//.test(place) ? openPostgres(place) : openFolder(place)
}

async function openFolder(place: string): Promise<Lnbits> {
  if (/^[a-z]+:\/\//.test(place)) throw new LnbitsError(`${place.split('://')[0]}:// is no database that LNbits uses`)
  if (!existsSync(place)) throw new LnbitsError(`there is no file or folder ${place}`)
  const folder = statSync(place).isDirectory() ? place : dirname(place)
  const file = join(folder, statSync(place).isDirectory() ? 'database.sqlite3' : basename(place))
  if (!existsSync(file)) throw new LnbitsError(`${folder} has no database.sqlite3: it is no data folder of LNbits`)
  if (statSync(file).size === 0) throw new LnbitsError(`${file} is empty`)
  const opened: ForeignDatabase[] = []
  const open = (path: string): ForeignDatabase => {
    const db = openForeignSqlite(path)
    opened.push(db)
    return db
  }
  const close = async (): Promise<void> => void (await Promise.all(opened.map((db) => db.close())))
  try {
    const find = async (id: string): Promise<LnbitsExtension> => {
      const path = join(folder, `ext_${id}.sqlite3`)
      if (!existsSync(path) || statSync(path).size === 0) return { why: undefined }
      const db = open(path)
      return { tables: tablesOf(db, 'main', await db.columns('main')) }
    }
    return { ...(await describe(open(file), 'main', close, find)), tokenSecret: readTokenSecret(folder) }
  } catch (error) {
    await close()
    throw error
  }
}

/** LNbits makes this file unless its environment has AUTH_SECRET_KEY. */
function readTokenSecret(folder: string): string | undefined {
  const file = join(folder, '.lnbits_auth_key')
  const [line = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n', 1) : []
  return line === '' ? undefined : line
}

async function openPostgres(url: string): Promise<Lnbits> {
  const db = await openForeignPostgres(url.replace(/^cockroachdb:/, 'postgresql:')).catch((error: unknown) => {
    throw new LnbitsError(`the PostgreSQL database of LNbits cannot be opened (${(error as Error).message})`)
  })
  try {
    return await describe(
      db,
      'public',
      () => db.close(),
      async (id) => {
        const columns = await db.columns(id)
        return columns.size === 0 ? { why: undefined } : { tables: tablesOf(db, id, columns) }
      },
    )
  } catch (error) {
    await db.close()
    throw error
  }
}

async function describe(
  db: ForeignDatabase,
  schema: string,
  close: () => Promise<void>,
  find: (id: string) => Promise<LnbitsExtension>,
): Promise<Lnbits> {
  const columns = await db.columns(schema)
  const { core, warnings } = await readVersion(db, columns)
  return {
    dialect: db.dialect,
    core,
    warnings,
    tokenSecret: undefined,
    tables: tablesOf(db, schema, columns, OLDEST_FIRST),
    list: (sql) => db.list(sql),
    async openExtension(id) {
      // An unreadable extension must not prevent the import of the rest.
      return find(id).catch((error: unknown) => ({ why: (error as Error).message }))
    },
    close,
  }
}

const tablesOf = (
  db: ForeignDatabase,
  schema: string,
  columns: ReadonlyMap<string, readonly string[]>,
  order: Readonly<Record<string, readonly string[]>> = {},
): LnbitsTables => ({
  has: (table) => (columns.get(table)?.length ?? 0) > 0,
  async *pages(table) {
    const there = columns.get(table)
    if (there === undefined) return
    const by = order[table]?.filter((name) => there.includes(name))
    yield* db.pages({ schema, table }, by)
  },
})

async function readVersion(
  db: ForeignDatabase,
  columns: ReadonlyMap<string, readonly string[]>,
): Promise<{ core: number; warnings: string[] }> {
  if (!columns.has('dbversions')) throw new LnbitsError('this is no database of LNbits: it has no table dbversions')
  const rows = await db.list(`SELECT db, version FROM dbversions`)
  const row = rows.find((one) => toText(one['db']) === 'core')
  const core = Number(toInteger(row?.['version']) ?? 0n)
  if (core < OLDEST_CORE) {
    throw new LnbitsError(
      `LNbits before 1.0 (its core is at migration ${core}): start LNbits 1.x on it once, so that it migrates itself`,
    )
  }
  const missing = Object.entries(NEEDED).flatMap(([table, names]) => {
    const there = columns.get(table)
    if (there === undefined) return [`table ${table}`]
    return names.filter((name) => !there.includes(name)).map((name) => `${table}.${name}`)
  })
  if (missing.length > 0) {
    throw new LnbitsError(
      `the database says that its core is at migration ${core}, but it lacks ${missing.join(', ')}: its migration did not finish; start LNbits once, or use a backup`,
    )
  }
  const warnings =
    core > NEWEST_CORE
      ? [`The core of this LNbits is at migration ${core}, newer than ${NEWEST_CORE}, the newest this importer knows.`]
      : []
  return { core, warnings }
}
