import { expect, test } from 'vitest'
import { openTestSocket } from '../world/open-test-socket.ts'
import { eventually } from './eventually.ts'
import { openPostgresLoad } from './load/postgres-load.ts'
import { seededRandom } from './seeded-random.ts'
import { openPostgresStage, type PostgresStage } from './stages/postgres-stage.ts'
import { attachStandby } from './stages/postgres-standby.ts'
import type { ServiceProcess } from './stages/service-process.ts'
import type { StageWallet } from './stages/stage-client.ts'
import { triedUntil } from './tried-until.ts'

/** The promise: work continues within this time after the silence begins. The server is reachable again immediately. */
const BACK_MS = 30_000

test('silently dead connections to the database are replaced within 30 s: for writing, reading and listening', async () => {
  const stage = await openPostgresStage({})
  const [first, second] = stage.services as [ServiceProcess, ServiceProcess]
  const [payer, payee] = [await stage.openWallet(1000), await stage.openWallet()]
  const socket = await openTestSocket(`${second.url.replace('http', 'ws')}/api/v1/ws/${payee.invoiceKey}`)
  const [{ now }] = (await stage.server.query<{ now: string }>('SELECT now()::text AS now')) as [{ now: string }]
  stage.line.silence()
  const since = performance.now()
  const backAfter = async (what: string, works: () => Promise<boolean>): Promise<string> => {
    const ms = await triedUntil(works, since)
    return ms < BACK_MS ? '' : `${what}: after ${Math.round(ms / 1000)} s`
  }
  const late = await Promise.all([
    ...stage.services.flatMap((service, index) => [
      backAfter(`writing at process ${index + 1}`, () => makesInvoice(service, payee)),
      backAfter(`reading at process ${index + 1}`, () => tellsBalance(service, payee)),
    ]),
    backAfter('listening at both', () => areBothListening(stage, now)),
  ])
  expect(late.filter((problem) => problem !== '')).toEqual([])
  // Committed by the first process alone; the second one is notified by the server.
  const { bolt11, payment_hash: hash } = await stage.invoice(payee, 10)
  const before = socket.messages.length
  expect((await stage.send(payer, bolt11)).status).toBe(201)
  await eventually('the other process tells of it', async () => socket.messages.length > before, 2000)
  expect(JSON.stringify(socket.messages.at(-1))).toContain(hash)
  expect(await first.state()).toMatchObject({ reason: null, check: 'ok' })
}, 200_000)

test('a primary that disappears silently under load is replaced by its standby: nothing acknowledged is lost', async () => {
  const stage = await openPostgresStage({ latencyMs: 5 })
  const { through, load } = await openPostgresLoad(stage, seededRandom('a silent primary'))
  const primary = stage.server
  const standby = await attachStandby(primary, { synchronous: true })
  const disappear = async (): Promise<void> => {
    stage.line.silence()
    await primary.kill()
    await standby.promote()
    stage.line.retarget(standby.port)
    stage.moveTo(standby)
  }
  expect(await through(disappear, 'after the promotion')).toBeLessThan(BACK_MS)
  expect(load.wrong).toEqual([])
}, 300_000)

const makesInvoice = async (service: ServiceProcess, { invoiceKey }: StageWallet): Promise<boolean> =>
  (await service.call('POST', '/api/v1/payments', { key: invoiceKey, body: { out: false, amount: 1 } })).status === 201

const tellsBalance = async (service: ServiceProcess, { invoiceKey }: StageWallet): Promise<boolean> =>
  (await service.call('GET', '/api/v1/wallet', { key: invoiceKey })).status === 200

const areBothListening = async (stage: PostgresStage, since: string): Promise<boolean> =>
  (await stage.server.query(LISTENERS.replace('$1', since))).length === stage.services.length

const LISTENERS = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'satchel listener' AND backend_start > '$1'`
