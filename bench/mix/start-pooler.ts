import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import pg from 'pg'
import { eventually } from '../../services/wallet/test/campaigns/eventually.ts'
import { serverUser } from '../../services/wallet/test/world/postgres/postgres-user.ts'

/** PgBouncer with the settings of `ops/cluster`. */
export interface Pooler {
  readonly pid: number
  /** The URL of the same database through the pooler. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

const SAMPLE = new URL('../../ops/cluster/pgbouncer.ini', import.meta.url)

export async function startPooler(serverUrl: string): Promise<Pooler> {
  const server = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'satchel-pgbouncer-'))
  const port = await reservePort()
  const file = join(folder, 'pgbouncer.ini')
  const target = `* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`
  const settings = readFileSync(SAMPLE, 'utf8')
    .replace(/^satchel = .*$/m, target)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    // No password is needed: the server is new and listens on loopback only.
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^auth_file = .*$/m, `logfile = ${join(folder, 'log')}`)
  writeFileSync(file, settings)
  const user = serverUser()
  for (const path of [folder, file]) if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? 0)
  const pooler = spawn('pgbouncer', ['-q', file], { ...user, stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  process.once('exit', () => pooler.kill('SIGKILL'))
  const urlOf = (databaseUrl: string): string => {
    const url = new URL(databaseUrl)
    url.port = String(port)
    return url.href
  }
  await eventually('PgBouncer answers', async () => {
    if (pooler.exitCode !== null) throw new Error(readFileSync(join(folder, 'log'), 'utf8'))
    const client = new pg.Client({ connectionString: urlOf(serverUrl) })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return {
    pid: pooler.pid ?? 0,
    urlOf,
    async stop() {
      pooler.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
