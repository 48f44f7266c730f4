import { describe, expect, test } from 'vitest'
import type { PostgresCluster } from '../world/postgres/postgres-cluster.ts'
import { eventually } from './eventually.ts'
import { BACK_MS, openPostgresLoad } from './load/postgres-load.ts'
import { seededRandom } from './seeded-random.ts'
import { endAllOpen } from './stages/end-all-open.ts'
import { openPostgresStage, openTestLine, type PostgresStage } from './stages/postgres-stage.ts'
import { attachStandby } from './stages/postgres-standby.ts'
import type { ServiceProcess } from './stages/service-process.ts'
import type { StageWallet } from './stages/stage-client.ts'

/** The full run: PROMOTIONS=20. */
const PROMOTIONS = Number(process.env['PROMOTIONS'] ?? 3)

test.each([
  { address: 'behind a stable address', hosts: 1, times: PROMOTIONS },
  { address: 'of two hosts in the URL', hosts: 2, times: Math.ceil(PROMOTIONS / 3) },
])(
  '$times promotions of a synchronous standby $address under load: nothing acknowledged is lost, and work goes on by itself',
  async ({ hosts, times }) => {
    const random = seededRandom(`promotions with ${hosts} hosts`)
    const stage = await openPostgresStage({ hosts, latencyMs: 5 })
    const { through, load } = await openPostgresLoad(stage, random)
    const backMs: number[] = []
    for (let round = 1; round <= times; round += 1) {
      const primary = stage.server
      const standby = await attachStandby(primary, { synchronous: true })
      // With two hosts, one is the standby's; with one host, its line leads to the new primary.
      const line = stage.lines[round % hosts]
      if (hosts > 1) line?.retarget(standby.port)
      const failOver = async (): Promise<void> => {
        await primary.kill()
        await standby.promote()
        line?.retarget(standby.port)
        stage.moveTo(standby)
      }
      backMs.push(await through(failOver, `after promotion ${round}`))
      await primary.remove()
    }
    process.stdout.write(
      `promotions with ${hosts} hosts: ${times} promotions, ${load.answers} answers, ${load.record.size} ` +
        `acknowledgements kept, receiving and sending again after ${Math.round(Math.max(...backMs))} ms (worst)\n`,
    )
    await endAllOpen(stage)
    expect(await stage.readBooks((books) => load.record.broken(books, []))).toEqual([])
    expect(Math.max(...backMs)).toBeLessThan(BACK_MS)
    expect(load.wrong).toEqual([])
  },
  300_000 + PROMOTIONS * 30_000,
)

/** Real nodes have no exact balance, so their payments are compared one by one. */
describe.each([
  { node: 'on a node with an exact balance', exactBalance: true },
  { node: 'on a node without one', exactBalance: false },
])('commits that a promoted standby lacks, $node', ({ exactBalance }) => {
  test('processes that live through the promotion stop paying before the next payment, and name what is lost', async () => {
    const { stage, wallet, lost, promote } = await loseCommits(exactBalance)
    await promote()
    for (const service of stage.services) await expectNoPayment(stage, service, wallet)
    await Promise.all(stage.services.map((service) => expectHalted(service, lost)))
    for (const service of stage.services) await expectNoPayment(stage, service, wallet)
  })

  test('a process that starts after the promotion does not pay, and names what is lost', async () => {
    const { stage, wallet, lost, promote } = await loseCommits(exactBalance)
    await stage.killServices()
    await promote()
    await stage.startServices(1)
    await expectHalted(stage.service, lost)
    await expectNoPayment(stage, stage.service, wallet)
  })
})

/** Payments out and in that the node made, on a primary whose asynchronous standby has not received them. */
async function loseCommits(exactBalance: boolean) {
  const stage = await openPostgresStage({ exactBalance })
  const wallet = await stage.openWallet(1_000_000)
  const replication = await openTestLine({ toPort: stage.server.port })
  expect((await payOutside(wallet, stage.service)).status).toBe(201)
  const primary = stage.server
  const standby = await attachStandby(primary, { synchronous: false, from: replication.port })
  // Each process knows the state before the promotion.
  if (exactBalance)
    for (const service of stage.services)
      await eventually('node and books were compared', () => hasCompared(stage, service))
  replication.silence()
  const lost: string[] = []
  for (const service of [...stage.services, ...stage.services]) {
    const { status, hash } = await payOutside(wallet, service)
    expect(status).toBe(201)
    lost.push(hash)
  }
  const { payment_hash: received } = await stage.invoice(wallet, 100)
  await stage.receive(received)
  await eventually('it is received', async () => (await stage.statusOf(wallet, received)) === 'success')
  lost.push(received)
  await eventually('nothing is pending', async () => (await stage.service.state()).pending_outgoing === 0)
  return { stage, wallet, lost, promote: () => promoteStandby(stage, primary, standby) }
}

async function promoteStandby(stage: PostgresStage, primary: PostgresCluster, standby: PostgresCluster) {
  await primary.kill()
  await standby.promote()
  stage.line.retarget(standby.port)
  stage.moveTo(standby)
}

async function payOutside(wallet: StageWallet, service: ServiceProcess) {
  const { bolt11, hash } = await service.sendControl<{ bolt11: string; hash: string }>('POST /invoice', {
    amount_msat: 5000,
  })
  const body = { out: true, bolt11 }
  const { status } = await service.call('POST', '/api/v1/payments', { key: wallet.adminKey, body })
  return { status, hash }
}

async function hasCompared({ token }: PostgresStage, service: ServiceProcess): Promise<boolean> {
  const { body } = await service.call('GET', '/api/v1/admin/status', { token })
  return body.books.compared_with_node_at !== null
}

/** Expects that the service has halted payments, and that its reason and alarms name the payments that the books lack. */
async function expectHalted(service: ServiceProcess, lost: readonly string[]): Promise<void> {
  let reported = ''
  const isNamed = async (): Promise<boolean> => {
    const { halted, reason, alarms } = await service.state()
    reported = JSON.stringify([reason, alarms])
    return halted && lost.every((hash) => reported.includes(hash))
  }
  await eventually('payments are halted', isNamed, 30_000).catch(() => undefined)
  expect((await service.state()).halted).toBe(true)
  expect(
    lost.filter((hash) => !reported.includes(hash)),
    reported,
  ).toEqual([])
}

async function expectNoPayment(stage: PostgresStage, service: ServiceProcess, wallet: StageWallet): Promise<void> {
  const { status, hash } = await payOutside(wallet, service)
  expect(status).toBeGreaterThanOrEqual(500)
  expect((await stage.truth()).sent.filter((sent) => sent.hash === hash)).toEqual([])
}
