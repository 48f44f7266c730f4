import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { connectWhenReady } from './open-when-ready.ts'
import { listHosts } from './postgres-hosts.ts'

/** The environment variables that the tools inherit, `PATH` among them. */
export type ToolEnvironment = Readonly<Record<string, string | undefined>>

/** Dumps a consistent snapshot of the whole database with pg_dump, while other processes write. */
export const dumpPostgres = (url: string, target: string, env: ToolEnvironment, signal?: AbortSignal): Promise<void> =>
  runTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`], { url, env, signal })

/** Restores a dump into an empty database, in one transaction. */
export const restorePostgres = (url: string, dump: string, env: ToolEnvironment): Promise<void> =>
  runTool('pg_restore', ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', dump], {
    url,
    env,
  })

export interface PostgresUse {
  readonly tables: number
  /** Connections of Satchel services. */
  readonly services: number
}

export async function inspectPostgres(url: string): Promise<PostgresUse> {
  const connection = await connectWhenReady({ url, name: 'restore' })
  try {
    const { rows } = await connection.query<{ tables: bigint; services: bigint }>(
      `SELECT (SELECT count(*) FROM pg_tables WHERE schemaname = 'public') AS tables,
         (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'satchel %') AS services`,
    )
    return { tables: Number(rows[0]?.tables ?? 0n), services: Number(rows[0]?.services ?? 0n) }
  } finally {
    await connection.end()
  }
}

/** Runs with the URL of a new, empty database on the same server, which is dropped afterwards. */
export async function withTemporaryPostgres<T>(url: string, work: (temporaryUrl: string) => Promise<T>): Promise<T> {
  const name = `satchel_drill_${randomBytes(8).toString('hex')}`
  const control = async (sql: string): Promise<void> => {
    const connection = await connectWhenReady({ url, name: 'restore drill' })
    try {
      await connection.control(sql)
    } finally {
      await connection.end()
    }
  }
  const place = new URL(await findWritable(url))
  place.pathname = `/${name}`
  await control(`CREATE DATABASE ${name} TEMPLATE template0`)
  try {
    return await work(place.href)
  } finally {
    await control(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}

export async function emptyPostgres(url: string): Promise<void> {
  const connection = await connectWhenReady({ url, name: 'restore' })
  try {
    await connection.control('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  } finally {
    await connection.end()
  }
}

/** The host that accepts writes: the tools get one host only. */
async function findWritable(url: string): Promise<string> {
  const hosts = listHosts(url)
  if (hosts.length === 1) return url
  const connection = await connectWhenReady({ url, name: 'satchel tools' })
  await connection.end()
  return connection.host
}

interface ToolUse {
  readonly url: string
  readonly env: ToolEnvironment
  readonly signal?: AbortSignal | undefined
}

/** The password is passed in the environment: every user of the machine can read arguments. */
async function runTool(tool: string, args: readonly string[], { url, env, signal }: ToolUse): Promise<void> {
  const place = new URL(await findWritable(url))
  const password = decodeURIComponent(place.password) || (place.searchParams.get('password') ?? undefined)
  place.password = ''
  place.searchParams.delete('password')
  const child = spawn(tool, [`--dbname=${place.href}`, ...args], {
    env: { ...env, ...(password !== undefined && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ENOENT'
          ? new Error(`${tool} is not on PATH: install PostgreSQL's client tools, as new as the server`)
          : error,
      )
    })
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${tool} failed: ${output.trim() || `exit code ${code}`}`)
}
