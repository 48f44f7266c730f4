import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '../../services/wallet/src/db/database.ts'
import { startPostgres } from '../../services/wallet/test/world/postgres/postgres-server.ts'
import { databaseUrl, runOnServer, withClient } from '../../services/wallet/test/world/postgres/postgres-template.ts'
import { cpuOfProcesses, parentOf, writtenBy } from './process-cpu.ts'
import { type Pooler, startPooler } from './start-pooler.ts'
import type { Place } from './wallet-server.ts'

/** One database system, with a database and a folder for each service that is measured. */
export interface BenchDatabase {
  readonly dialect: Dialect
  open(name: string): Promise<Place>
  /** PgBouncer before the server, started once. */
  openPooler(): Promise<Pooler>
  /** Brings the database into the same state before each turn: vacuumed, analyzed, checkpointed. */
  tidy(place: Place): Promise<void>
  /** CPU time of all server processes; 0 for SQLite, which runs in the service. */
  cpuMicroseconds(): number
  /** Written so far: to the log of PostgreSQL; with SQLite to the disk, by these processes of the service. */
  writtenBytes(place: Place, pids: readonly number[]): Promise<number>
  /** Row changes so far, and those of them that touched no index (HOT); 0 for SQLite. */
  updates(place: Place): Promise<{ readonly all: number; readonly hot: number }>
  close(): Promise<void>
}

export const openBenchDatabase = async (dialect: Dialect): Promise<BenchDatabase> => {
  const folders: string[] = []
  const removeFolders = (): void => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', removeFolders)
  const makeFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-mix-'))
    folders.push(folder)
    return folder
  }
  return dialect === 'sqlite' ? openSqlite(makeFolder, removeFolders) : openServer(makeFolder, removeFolders)
}

const openSqlite = (makeFolder: () => string, removeFolders: () => void): BenchDatabase => ({
  dialect: 'sqlite',
  async open() {
    const folder = makeFolder()
    return { dialect: 'sqlite', folder, url: `sqlite://${join(folder, 'satchel.db')}` }
  },
  openPooler: () => Promise.reject(new Error('PgBouncer needs PostgreSQL')),
  tidy: async () => undefined,
  cpuMicroseconds: () => 0,
  writtenBytes: async (_place, pids) => writtenBy(pids),
  updates: async () => ({ all: 0, hot: 0 }),
  close: async () => removeFolders(),
})

async function openServer(makeFolder: () => string, removeFolders: () => void): Promise<BenchDatabase> {
  const server = await startPostgres()
  const postmaster = await findPostmaster(server.url)
  let pooler: Promise<Pooler> | undefined
  return {
    dialect: 'postgres',
    async open(name) {
      await runOnServer(server.url, `CREATE DATABASE bench_${name}`)
      return { dialect: 'postgres', folder: makeFolder(), url: databaseUrl(server.url, `bench_${name}`) }
    },
    openPooler: () => (pooler ??= startPooler(server.url)),
    async tidy({ url }) {
      await runOnServer(url, 'VACUUM (ANALYZE)')
      await runOnServer(url, 'CHECKPOINT')
    },
    cpuMicroseconds: () => cpuOfProcesses([postmaster]),
    async writtenBytes({ url }) {
      const written = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes"
      const { rows } = await withClient(url, (client) => client.query<{ bytes: string }>(written))
      return Number(rows[0]?.bytes)
    },
    async updates({ url }) {
      const counted = 'SELECT SUM(n_tup_upd)::float8 AS all, SUM(n_tup_hot_upd)::float8 AS hot FROM pg_stat_user_tables'
      const { rows } = await withClient(url, (client) => client.query<{ all: number; hot: number }>(counted))
      return rows[0] ?? { all: 0, hot: 0 }
    },
    async close() {
      await (await pooler)?.stop()
      await server.stop()
      removeFolders()
    },
  }
}

/** The parent of all other processes of the server. */
const findPostmaster = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
