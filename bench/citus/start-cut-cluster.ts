import { runOnServer, withClient } from '../../services/wallet/world/postgres/postgres-template.ts'
import { migratePostgres } from '../../services/wallet/src/db/migrate.ts'
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts'
import { type Layout, layoutSql } from './layouts.ts'
import { startCitus } from './start-citus.ts'

/** A migrated database whose coordinator reaches each worker through a proxy. */
export interface CutCluster {
  readonly url: string
  readonly proxies: readonly CuttingProxy[]
  stop(): Promise<void>
}

/** Citus would recover a transaction within a minute: here it does so only when it is asked to. */
export async function startCutCluster(name: string, layout: Layout): Promise<CutCluster> {
  const cluster = await startCitus({ 'citus.recover_2pc_interval': '-1' })
  const proxies: CuttingProxy[] = []
  const url = await cluster.createDatabase(name, async (port) => {
    const proxy = await startCuttingProxy(port)
    proxies.push(proxy)
    return proxy.port
  })
  await withClient(url, migratePostgres)
  for (const sql of layoutSql(layout)) await runOnServer(url, sql)
  return {
    url,
    proxies,
    async stop() {
      await cluster.stop()
      for (const proxy of proxies) proxy.close()
    },
  }
}
