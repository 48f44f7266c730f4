import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { withBooks } from '../campaigns/book-reader.ts'
import type { Truth } from '../campaigns/compare-with-truth.ts'
import { eventually } from '../campaigns/eventually.ts'
import type { LoadedService } from '../campaigns/load/load-wishes.ts'
import { createMixedLoad, type MixedLoad } from '../campaigns/load/mixed-load.ts'
import { seededRandom } from '../campaigns/seeded-random.ts'
import { type ServiceProcess, startService } from '../campaigns/stages/service-process.ts'
import { createStageClient, logIn, type StageWallet } from '../campaigns/stages/stage-client.ts'
import { createTestDatabase, type TestDatabase } from '../world/test-database.ts'
import { hasLitestream, openLitestream } from './litestream.ts'

const AUDIT = fileURLToPath(new URL('../../src/programs/audit.ts', import.meta.url))
const ANSWERS = Number(process.env['ANSWERS'] ?? 1500)
/** Litestream copies once a second; the rest is for a busy machine. */
const MAX_LOST_MS = 5000

/** The restore of docs/guide/backups.md, after the machine has died under load: only the replica and the node are left. */
test.skipIf(!hasLitestream)(
  'a database that Litestream restores lacks only the last acknowledged payments; the books add up, and payments halt when the node has paid what they lack',
  async () => {
    const place = await createTestDatabase('sqlite')
    onTestFinished(() => place.drop())
    const file = place.url.slice('sqlite://'.length)
    const litestream = openLitestream(file)
    let service = await startService({ place })
    onTestFinished(() => service.kill())
    const die = litestream.replicate()
    const acknowledged = new Map<string, number>()
    const load = await openLoad(() => service, acknowledged)

    const loading = load.run([watch(() => service, acknowledged)])
    await eventually(`${ANSWERS} answers`, async () => load.answers >= ANSWERS, 300_000)
    const diedAt = performance.now()
    await Promise.all([die('SIGKILL'), service.kill()])
    load.stop()
    await loading
    expect(load.wrong).toEqual([])
    // Litestream logs if checkpoints of the service make it lose its position.
    expect(litestream.said()).not.toMatch(/level=(WARN|ERROR)/)

    loseDatabase(file)
    litestream.restore(file)
    const lost = await listLost(place, acknowledged)
    const lostMs = Math.max(0, ...lost.map((at) => diedAt - at))
    process.stdout.write(
      `${lost.length} of ${acknowledged.size} acknowledged payments lost, of the last ${Math.round(lostMs)} ms\n`,
    )
    expect(lostMs).toBeLessThan(MAX_LOST_MS)
    expect(audit(place)).toContain('The books add up')

    service = await startService({ place })
    expect(service.said()).toContain('the database file is not the one this service wrote to last')
    await expectDifferencesNamed(place, service)
    await expectReplicationGoesOn(place, service, litestream)
  },
)

async function openLoad(service: () => ServiceProcess, acknowledged: Map<string, number>): Promise<MixedLoad> {
  const token = await logIn(service())
  const client = createStageClient(service, token)
  const wallets: StageWallet[] = []
  for (let count = 0; count < 4; count += 1) wallets.push(await client.openWallet(5_000_000))
  const { body } = await service().call('GET', '/api/v1/auth', { token })
  acknowledged.clear()
  return createMixedLoad({ random: seededRandom('litestream'), wallets, token, userId: body.id })
}

/** Records when each new payment or invoice was acknowledged. */
function watch(service: () => ServiceProcess, acknowledged: Map<string, number>): LoadedService {
  return {
    sendControl: (call, body) => service().sendControl(call, body),
    async call(method, path, options) {
      const answer = await service().call(method, path, options)
      const id: unknown = answer.body?.checking_id
      if (method === 'POST' && answer.status < 300 && typeof id === 'string') acknowledged.set(id, performance.now())
      return answer
    },
  }
}

/** The files that the guide removes before the restore: the old database, its log and its history. */
function loseDatabase(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}.history`]) rmSync(path, { force: true })
  rmSync(join(dirname(file), '.satchel.db-litestream'), { recursive: true, force: true })
}

async function listLost(place: TestDatabase, acknowledged: ReadonlyMap<string, number>): Promise<number[]> {
  const rows = await withBooks(place, (books) => books.rows<{ id: string }>('SELECT checking_id AS id FROM payments'))
  const kept = new Set(rows.map(({ id }) => id))
  return [...acknowledged].filter(([id]) => !kept.has(id)).map(([, at]) => at)
}

function audit({ folder, url }: TestDatabase): string {
  const env = {
    PATH: process.env['PATH'],
    SERVICE_CONFIG_FOLDER: folder,
    SERVICE_DATA_FOLDER: folder,
    SERVICE_DATABASE_URL: url,
    AUTH_SECRET_KEY: 'a secret for campaigns that has more than 32 bytes',
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [AUDIT], { encoding: 'utf8', env })
  expect(status, stdout + stderr).toBe(0)
  return stdout
}

/** Payments halt as soon as the node has paid what the books lack, and an alarm names each of these payments. */
async function expectDifferencesNamed(place: TestDatabase, service: ServiceProcess): Promise<void> {
  const { sent } = await service.sendControl<Truth>('GET /truth')
  const rows = await withBooks(place, (books) =>
    books.rows<{ hash: string }>(`SELECT payment_hash AS hash FROM payments WHERE direction = 'out'`),
  )
  const known = new Set(rows.map(({ hash }) => hash))
  const missing = sent.map(({ hash }) => hash).filter((hash) => !known.has(hash))
  process.stdout.write(`${missing.length} of them were paid by the node\n`)
  if (missing.length === 0) return
  await eventually(
    'payments are halted, and alarms name what the node has paid',
    async () => {
      const { halted, alarms } = await service.state()
      const named = new Set(alarms.map(({ reference }) => reference))
      return halted && missing.every((hash) => named.has(hash))
    },
    30_000,
  )
}

/** Continues the same replica, while the service restarts. */
async function expectReplicationGoesOn(
  place: TestDatabase,
  service: ServiceProcess,
  litestream: ReturnType<typeof openLitestream>,
): Promise<void> {
  const stop = litestream.replicate()
  const before = await makeInvoice(service)
  const next = await startService({ place })
  onTestFinished(() => next.kill())
  expect(next.said()).not.toContain('the database file is not the one')
  const after = await makeInvoice(next)
  await stop('SIGTERM')
  const copy = join(place.folder, 'copy.db')
  litestream.restore(copy)
  const made = new Map([before, after].map((id) => [id, 0]))
  expect(await listLost({ ...place, url: `sqlite://${copy}` }, made), litestream.said()).toEqual([])
}

/** The last that this process does. */
async function makeInvoice(service: ServiceProcess): Promise<string> {
  const client = createStageClient(() => service, await logIn(service))
  const { checking_id: id } = await client.invoice(await client.openWallet(), 1000)
  service.signal('SIGTERM')
  expect(await service.ended).toBe(0)
  return id
}
