import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { migratePostgres } from '../../services/wallet/src/db/migrate.ts'
import {
  createTemplate,
  MIGRATED_TEMPLATE,
  runOnServer,
  withClient,
} from '../../services/wallet/world/postgres/postgres-template.ts'
import { makeRunFolder } from '../../services/wallet/world/run-folder.ts'
import { layoutSql, readLayout } from './layouts.ts'
import { type CitusCluster, startCitus } from './start-citus.ts'
import { type DebianServer, startServer } from './start-server.ts'

let stop: () => Promise<void> = async () => undefined

/** Nothing waits for the disk, as in the other test runs. */
const FOR_TESTS = { fsync: 'off', full_page_writes: 'off' }

/** In place of the server of the other test runs: `CITUS_LAYOUT` says which tables are distributed. */
export async function setup(project: TestProject): Promise<void> {
  const layout = readLayout(process.env['CITUS_LAYOUT'] ?? 'wallets')
  const folder = makeRunFolder()
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  project.provide('runFolder', folder)
  if (layout === 'plain') {
    const server = await startServer(FOR_TESTS, folder)
    stop = async () => {
      await server.stop()
      removeFolder()
    }
    await createTemplate(server.url)
    project.provide('postgresUrl', server.url)
    return
  }
  const cluster = await startCitus(FOR_TESTS, folder)
  stop = async () => {
    await cluster.stop()
    removeFolder()
  }
  const url = await cluster.createDatabase(MIGRATED_TEMPLATE)
  await withClient(url, migratePostgres)
  for (const sql of layoutSql(layout)) await runOnServer(url, sql)
  await closeTemplate(cluster)
  project.provide('postgresUrl', cluster.coordinator.url)
  project.provide(
    'postgresWorkers',
    cluster.workers.map(({ url: worker }) => worker),
  )
}

export const teardown = (): Promise<void> => stop()

/** A database is copied only while no session uses it, and the background worker of Citus does. */
async function closeTemplate({ coordinator, workers }: CitusCluster): Promise<void> {
  const close = async ({ url }: DebianServer): Promise<void> => {
    await runOnServer(url, `ALTER DATABASE ${MIGRATED_TEMPLATE} ALLOW_CONNECTIONS false`)
    await runOnServer(
      url,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${MIGRATED_TEMPLATE}'`,
    )
  }
  await Promise.all([coordinator, ...workers].map(close))
}
