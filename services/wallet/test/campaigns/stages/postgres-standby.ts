import { onTestFinished } from 'vitest'
import type { PostgresCluster } from '../../world/postgres/postgres-cluster.ts'
import { eventually } from '../eventually.ts'

let clones = 0

/** A standby that streams from the server. `synchronous`: no commit is confirmed before this standby has it. */
export async function attachStandby(
  server: PostgresCluster,
  { synchronous, from }: { readonly synchronous: boolean; readonly from?: number },
): Promise<PostgresCluster> {
  clones += 1
  const name = `standby_${clones}`
  const standby = await server.cloneStandby(name, from)
  onTestFinished(() => standby.remove())
  await standby.start()
  if (synchronous) await requireStandby(server, name)
  const wanted = synchronous ? 'sync' : 'async'
  await eventually(`${name} streams`, async () => {
    const [found] = await server.query<{ is: boolean }>(
      `SELECT sync_state = '${wanted}' AND state = 'streaming' AND replay_lsn >= pg_current_wal_lsn() AS is
       FROM pg_stat_replication WHERE application_name = '${name}'`,
    )
    return found?.is === true
  })
  return standby
}

async function requireStandby(server: PostgresCluster, name: string): Promise<void> {
  await server.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await server.query('SELECT pg_reload_conf()')
}
