import { databaseUrl, runOnServer } from '../../services/wallet/world/postgres/postgres-template.ts'
import { type DebianServer, startServer } from './start-server.ts'

/** A coordinator, which has the tables that are not distributed, and two workers with the shards. */
export interface CitusCluster {
  readonly coordinator: DebianServer
  readonly workers: readonly DebianServer[]
  /** Its URL on the coordinator; made on all servers. `wayTo`: the port at which the others reach a worker. */
  createDatabase(name: string, wayTo?: (port: number) => Promise<number>): Promise<string>
  stop(): Promise<void>
}

const CITUS = {
  shared_preload_libraries: 'citus',
  // Each database has a background worker of Citus.
  max_worker_processes: '64',
  'citus.node_conninfo': 'sslmode=disable',
}

export async function startCitus(
  settings: Readonly<Record<string, string>> = {},
  place?: string,
): Promise<CitusCluster> {
  const [coordinator, ...workers] = await Promise.all(
    [1, 2, 3].map(() => startServer({ ...CITUS, ...settings }, place)),
  )
  if (coordinator === undefined) throw new Error('no coordinator')
  return {
    coordinator,
    workers,
    async createDatabase(name, wayTo = async (port) => port) {
      for (const { url } of [coordinator, ...workers]) {
        await runOnServer(url, `CREATE DATABASE ${name}`)
        await runOnServer(databaseUrl(url, name), 'CREATE EXTENSION citus')
      }
      const url = databaseUrl(coordinator.url, name)
      await runOnServer(url, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
      for (const { port } of workers) await runOnServer(url, `SELECT citus_add_node('127.0.0.1', ${await wayTo(port)})`)
      return url
    },
    async stop() {
      await Promise.all([coordinator, ...workers].map((server) => server.stop()))
    },
  }
}
