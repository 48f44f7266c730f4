import { spawn } from 'node:child_process'
import { connect } from './postgres-connection.ts'
import { listHosts } from './postgres-hosts.ts'

/** The environment variables that the tools inherit, `PATH` among them. */
export type ToolEnvironment = Readonly<Record<string, string | undefined>>

/** The whole database as it is at one moment, by PostgreSQL's own tool, while others write. */
export const dumpPostgres = (url: string, target: string, env: ToolEnvironment): Promise<void> =>
  runTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`], url, env)

/** Into an empty database: all of it or nothing. */
export const restorePostgres = (url: string, dump: string, env: ToolEnvironment): Promise<void> =>
  runTool('pg_restore', ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', dump], url, env)

export interface PostgresUse {
  readonly tables: number
  /** Connections of Satchel services. */
  readonly services: number
}

export async function inspectPostgres(url: string): Promise<PostgresUse> {
  const connection = await connect({ url, name: 'restore' })
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

export async function emptyPostgres(url: string): Promise<void> {
  const connection = await connect({ url, name: 'restore' })
  try {
    await connection.control('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  } finally {
    await connection.end()
  }
}

/** Of several hosts the one that accepts writes; the tools get one host, as new as this answer. */
async function findWritable(url: string): Promise<string> {
  const hosts = listHosts(url)
  if (hosts.length === 1) return url
  const connection = await connect({ url, name: 'satchel tools' })
  await connection.end()
  return connection.host
}

/** The password goes by the environment: arguments can be read by every user of the machine. */
async function runTool(tool: string, args: readonly string[], url: string, env: ToolEnvironment): Promise<void> {
  const place = new URL(await findWritable(url))
  const password = decodeURIComponent(place.password) || (place.searchParams.get('password') ?? undefined)
  place.password = ''
  place.searchParams.delete('password')
  const child = spawn(tool, [`--dbname=${place.href}`, ...args], {
    env: { ...env, ...(password !== undefined && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
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
  if (code !== 0) throw new Error(`${tool} failed: ${said.trim() || `exit code ${code}`}`)
}
