import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { becomeReady } from '../../services/wallet/world/postgres/become-ready.ts'
import { makeForServer, runForServer, serverUser } from '../../services/wallet/world/postgres/postgres-user.ts'

/** Citus is built against the headers of Debian's server, so it runs in that one (docs/guide/citus.md). */
const PROGRAMS = process.env['POSTGRES_PROGRAMS'] ?? '/usr/lib/postgresql/15/bin'
/** A file for what the servers log: the statements that they refuse, and why. */
const LOG = process.env['POSTGRES_LOG']

export interface DebianServer {
  readonly port: number
  /** Of its maintenance database. */
  readonly url: string
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** One PostgreSQL server of Debian on loopback, in a new folder; gone when this process is. */
export async function startServer(
  settings: Readonly<Record<string, string>>,
  place: string = tmpdir(),
): Promise<DebianServer> {
  const folder = mkdtempSync(join(place, 'satchel-citus-'))
  // As root the server runs as another user, who has to get in.
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  makeForServer(data)
  await runForServer(join(PROGRAMS, 'initdb'), [
    `--pgdata=${data}`,
    '--no-sync',
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ])
  const port = await reservePort()
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    max_prepared_transactions: '300',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Linux ends the server when this process has died, however it died.
  const args = ['--pdeathsig', 'KILL', join(PROGRAMS, 'postgres'), '-D', data, '-p', String(port), ...options]
  const server = spawn('setpriv', args, { ...serverUser(), stdio: ['ignore', 'ignore', 'pipe'] })
  await becomeReady(server)
  if (LOG !== undefined) server.stderr?.on('data', (text: string) => appendFileSync(LOG, text))
  return {
    port,
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = server.exitCode ?? server.signalCode ?? once(server, 'exit')
      // The server's fast shutdown: it ends the sessions.
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
