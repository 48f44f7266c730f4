import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Dialect } from '../../src/db/database.ts'
import { openBookReader } from './book-reader.ts'
import { eventually } from './eventually.ts'
import { createMixedLoad, type MixedLoad } from './load/mixed-load.ts'
import { seededRandom } from './seeded-random.ts'
import { type CrashStage, expectBooksAtRest, openCrashStage } from './stages/crash-stage.ts'
import { endAllOpen } from './stages/end-all-open.ts'
import { startService } from './stages/service-process.ts'
import { logIn } from './stages/stage-client.ts'

const WALLETS = 6
/** Every n-th kill happens while the service starts. */
const DURING_START = 5
const MAX_LIFE_MS = 700
/** The promise is three seconds; a busy machine gets three times as much. */
const READY_MS = 3000 * 3

const KILLS = Number(process.env['KILLS'] ?? 25)
const POSTGRES_SHARE = 0.3
/** Each run has its own database, because the comparison after each kill takes longer the more payments there are. */
const MAX_KILLS_PER_RUN = 100

const runs = (dialect: Dialect, kills: number) =>
  Array.from({ length: Math.ceil(kills / MAX_KILLS_PER_RUN) }, (_, index) => ({
    dialect,
    run: index + 1,
    times: Math.min(MAX_KILLS_PER_RUN, kills - index * MAX_KILLS_PER_RUN),
  }))

test.each([...runs('sqlite', KILLS), ...runs('postgres', Math.ceil(KILLS * POSTGRES_SHARE))])(
  '$times kills at random under mixed load: every promise is kept and no millisatoshi is lost, on $dialect, run $run',
  async ({ dialect, times, run }) => {
    const random = seededRandom(`random kills on ${dialect}${run === 1 ? '' : `, run ${run}`}`)
    const { stage, load } = await openLoadedStage(dialect, random)
    const readyMs: number[] = []
    for (let kill = 1; kill <= times; kill += 1) {
      const running = load.run([stage.service])
      await delay(20 + random.int(MAX_LIFE_MS))
      await stage.service.kill()
      await running
      await expectPromisesKept(stage, load, kill)
      if (kill % DURING_START === 0) await dieWhileStarting(stage, random.int(1200))
      await stage.restart()
      readyMs.push(stage.service.readyMs)
      await load.repeatUnanswered(stage.service)
      // This load contains no reason to halt payments: a halt is a false alarm.
      expect(await stage.service.state(), `kill ${kill}`).toMatchObject({ reason: null, check: 'ok' })
      expect(load.wrong, `kill ${kill}`).toEqual([])
    }
    await endAllOpen(stage)
    await eventually('every request has its answer', async () => {
      await load.repeatUnanswered(stage.service)
      return load.unansweredAdjustments.length === 0
    })
    await expectPromisesKept(stage, load, times)
    readyMs.sort((a, b) => a - b)
    const median = readyMs[Math.floor(times / 2)] ?? 0
    process.stdout.write(
      `random kills on ${dialect}: ${times} kills, ${load.answers} answers, ${load.record.size} promises kept, ` +
        `ready after ${Math.round(median)} ms (median), ${Math.round(readyMs.at(-1) ?? 0)} ms (worst)\n`,
    )
    expect(median).toBeLessThan(READY_MS)
  },
  3_600_000,
)

async function openLoadedStage(dialect: Dialect, random: ReturnType<typeof seededRandom>) {
  const stage = await openCrashStage(dialect, {})
  onTestFinished(() => stage.close())
  const wallets = []
  for (let count = 0; count < WALLETS; count += 1) wallets.push(await stage.openWallet(5_000_000))
  const token = await logIn(stage.service)
  const { body } = await stage.service.call('GET', '/api/v1/auth', { token })
  return { stage, load: createMixedLoad({ random, wallets, token, userId: body.id }) }
}

async function expectPromisesKept({ place }: CrashStage, load: MixedLoad, kill: number): Promise<void> {
  const books = await openBookReader(place)
  try {
    expect(await load.record.broken(books, load.unansweredAdjustments), `after kill ${kill}`).toEqual([])
  } finally {
    await books.close()
  }
}

/** Another kill before the first request is served: recovery is interrupted, too. */
async function dieWhileStarting({ place }: CrashStage, afterMs: number): Promise<void> {
  const start = startService({ place, onSpawn: (child) => void delay(afterMs).then(() => child.kill('SIGKILL')) })
  const service = await start.catch(() => undefined)
  await service?.kill()
  await expectBooksAtRest(place)
}
