import { expect, test } from 'vitest'
import { databaseUrl } from '../world/postgres/postgres-template.ts'
import { eventually } from './eventually.ts'
import { openPostgresStage, type PostgresStage } from './stages/postgres-stage.ts'
import { attachStandby } from './stages/postgres-standby.ts'
import type { StageWallet } from './stages/stage-client.ts'

const ROUNDS = 40
/** A list waits a quarter of a second for a standby that is behind. */
const ANSWERED_MS = 1500

test('lists and exports from a standby have what was acknowledged before, whether it follows, stands still or dies', async () => {
  const stage = await openPostgresStage({ processes: 1 })
  const standby = await attachStandby(stage.server, { synchronous: false })
  await restartWithReplica(stage, standby.url)
  const wallet = await stage.openWallet()
  for (let round = 0; round < ROUNDS; round += 1) await expectListed(stage, wallet)
  expect(await listReads(stage)).toEqual({ replica: 2 * ROUNDS, primary: 0 })

  await standby.query('SELECT pg_wal_replay_pause()')
  await expectListed(stage, wallet)
  expect((await listReads(stage)).primary).toBe(2)

  await standby.query('SELECT pg_wal_replay_resume()')
  await eventually('the standby is asked again', async () => {
    await expectListed(stage, wallet)
    return (await listReads(stage)).replica > 2 * ROUNDS
  })

  await standby.kill()
  await expectListed(stage, wallet)
}, 120_000)

test('a standby of a primary that was replaced is not asked, however far its log goes', async () => {
  const stage = await openPostgresStage({ processes: 1 })
  const wallet = await stage.openWallet()
  const old = stage.server
  const [next, left] = [
    await attachStandby(old, { synchronous: false }),
    await attachStandby(old, { synchronous: false }),
  ]
  await stage.killServices()
  await next.promote()
  stage.line.retarget(next.port)
  stage.moveTo(next)
  await old.query('CREATE TABLE noise AS SELECT generate_series(1, 200000) AS n')
  await restartWithReplica(stage, left.url)
  const [ahead] = await left.query<{ is: boolean }>(
    `SELECT pg_last_wal_replay_lsn() > '${await positionOf(next)}'::pg_lsn AS is`,
  )
  expect(ahead).toEqual({ is: true })
  await expectListed(stage, wallet)
  expect(await listReads(stage)).toEqual({ replica: 0, primary: 2 })
}, 120_000)

async function restartWithReplica(stage: PostgresStage, serverUrl: string): Promise<void> {
  await stage.killServices()
  await stage.startServices(1, { env: { SERVICE_DATABASE_REPLICA_URL: databaseUrl(serverUrl, 'satchel') } })
}

/** A new invoice is at once the first row of the list and of the export. */
async function expectListed({ service, invoice }: PostgresStage, wallet: StageWallet): Promise<void> {
  const { payment_hash: hash } = await invoice(wallet, 10)
  const since = performance.now()
  const list = await service.call('GET', '/api/v1/payments?limit=1', { key: wallet.invoiceKey })
  expect(list.body.map((payment: { payment_hash: string }) => payment.payment_hash)).toEqual([hash])
  const file = await service.call('GET', '/api/v1/payments/export?format=json', { key: wallet.invoiceKey })
  expect(file.body[0].payment_hash).toBe(hash)
  expect(performance.now() - since).toBeLessThan(ANSWERED_MS)
}

async function listReads({ service }: PostgresStage): Promise<{ readonly replica: number; readonly primary: number }> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const of = (from: string): number =>
    Number(new RegExp(`database_list_reads_total\\{[^}]*from="${from}"[^}]*\\} (\\d+)`).exec(text)?.[1])
  return { replica: of('replica'), primary: of('primary') }
}

const positionOf = async (server: PostgresStage['server']): Promise<string> =>
  (await server.query<{ at: string }>('SELECT pg_current_wal_flush_lsn()::text AS at'))[0]?.at ?? ''
