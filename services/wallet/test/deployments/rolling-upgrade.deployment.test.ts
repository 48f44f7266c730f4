import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { withBooks } from '../campaigns/book-reader.ts'
import type { Truth } from '../campaigns/compare-with-truth.ts'
import { eventually } from '../campaigns/eventually.ts'
import { createMixedLoad, type MixedLoad } from '../campaigns/load/mixed-load.ts'
import { seededRandom } from '../campaigns/seeded-random.ts'
import { listProblems } from '../campaigns/stages/crash-stage.ts'
import { type ServiceProcess, startService } from '../campaigns/stages/service-process.ts'
import { createStageClient, logIn, type StageWallet } from '../campaigns/stages/stage-client.ts'
import { createTestDatabase, type TestDatabase } from '../world/test-database.ts'
import { balancedService } from './balanced-service.ts'
import { hasNginx, openBalancer } from './balancer.ts'
import { findReleaseCommit, type Release, unpackRelease } from './release.ts'

const release = findReleaseCommit()

/** Two versions on one PostgreSQL at the same time, behind a real balancer (docs/guide/upgrading.md). */
test.skipIf(release === undefined || !hasNginx)(
  `two processes of ${release?.version} are replaced one after the other under load, and back where its schema allows: nothing acknowledged is lost, no payment refused`,
  async () => {
    const old = unpackRelease(release as NonNullable<typeof release>)
    const place = await createTestDatabase('postgres', { empty: true })
    onTestFinished(() => place.drop())
    const upgrade = await openUpgrade(place, old)
    const { load, balanced, running } = upgrade
    const loading = load.run([balanced])
    const moreAnswers = async (count: number): Promise<void> => {
      const wanted = load.answers + count
      await eventually(`${count} more answers`, async () => load.answers >= wanted, 60_000)
    }
    await moreAnswers(100)
    await upgrade.replace(0, undefined)
    await moreAnswers(200)
    await upgrade.replace(1, undefined)
    await moreAnswers(50)
    if (await knowsAllSteps(old, place)) {
      await upgrade.replace(0, old)
      await moreAnswers(100)
    } else await expect(startService({ place, ...entryOf(old) })).rejects.toThrow('newer than this program')
    load.stop()
    await loading
    process.stdout.write(
      `from ${old.version}: ${load.answers} answers, ${load.record.size} acknowledgements kept, ` +
        `${balanced.refused.length} refused and repeated, longest answer ${Math.round(balanced.slowestMs)} ms\n` +
        `${balanced.refused.slice(0, 5).join('\n')}\n`,
    )
    expect(load.wrong).toEqual([])
    // Nginx closes idle connections when it reloads; the services answered every request that they received.
    expect(balanced.refused.filter((reason) => !reason.endsWith(CLOSED))).toEqual([])
    await expectNothingLost(place, running(), load)
  },
)

const CLOSED = 'SocketError: other side closed'

const entryOf = (version: Release | undefined) =>
  version === undefined ? {} : { entry: pathToFileURL(version.main).href }

/** Then the earlier version starts on this database: additive migrations work with older versions. */
async function knowsAllSteps(old: Release, place: TestDatabase): Promise<boolean> {
  const known = readdirSync(join(old.folder, 'services/wallet/src/db/migrations'))
  const steps = await withBooks(place, (books) => books.rows<{ name: string }>('SELECT name FROM schema_steps'))
  return steps.every(({ name }) => known.includes(name))
}

async function openUpgrade(place: TestDatabase, old: Release) {
  const services: ServiceProcess[] = []
  onTestFinished(async () => void (await Promise.all(services.map((service) => service.kill()))))
  for (let count = 0; count < 2; count += 1) services.push(await startService({ place, ...entryOf(old) }))
  const running = (): ServiceProcess => services.at(-1) as ServiceProcess
  const token = await logIn(running())
  const client = createStageClient(running, token)
  const wallets: StageWallet[] = []
  for (let count = 0; count < 4; count += 1) wallets.push(await client.openWallet(5_000_000))
  const { body } = await running().call('GET', '/api/v1/auth', { token })
  const load = createMixedLoad({ random: seededRandom('rolling upgrade'), wallets, token, userId: body.id })
  const balancer = await openBalancer(services.map(({ url }) => url))
  onTestFinished(() => balancer.close())
  const balanced = balancedService(balancer, running)
  return {
    load,
    balanced,
    running,
    /** As the guide says: out of the balancer, stopped, the other version started and ready, into the balancer. */
    async replace(index: number, version: Release | undefined): Promise<void> {
      const [leaving] = services.splice(index, 1) as [ServiceProcess]
      await balancer.leadTo(services.map(({ url }) => url))
      leaving.signal('SIGTERM')
      expect(await leaving.ended).toBe(0)
      const started = await startService({ place, ...entryOf(version) })
      await eventually('it is ready', async () => (await started.call('GET', '/ready')).status === 200)
      services.splice(index, 0, started)
      await balancer.leadTo(services.map(({ url }) => url))
    },
  }
}

/** Retries unanswered requests, as clients do; then the books, the node and the clients' record must agree. */
async function expectNothingLost(place: TestDatabase, service: ServiceProcess, load: MixedLoad): Promise<void> {
  await eventually('every request has its answer', async () => {
    await load.repeatUnanswered(service)
    return load.unansweredAdjustments.length === 0
  })
  const readTruth = () => service.sendControl<Truth>('GET /truth')
  await eventually('books and node agree', async () => {
    const truth = await readTruth()
    const problems = await listProblems(place, truth, false)
    return isDeepStrictEqual(await readTruth(), truth) && problems.length === 0
  })
  expect(await withBooks(place, (books) => load.record.broken(books, []))).toEqual([])
  expect(await service.state()).toMatchObject({ halted: false, reason: null, check: 'ok' })
}
