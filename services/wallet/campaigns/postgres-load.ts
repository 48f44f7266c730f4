import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import { createMixedLoad, type MixedLoad } from './mixed-load.ts'
import type { PostgresStage } from './postgres-stage.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { ServiceProcess } from './service-process.ts'
import type { StageWallet } from './stage-client.ts'

/** Mixed load on every process of a stage, during which its database has an accident. */
export interface PostgresLoad {
  /**
   * Load before, during and after the accident, which resolves when the database can be reached again. Then: nothing
   * acknowledged is lost, books and node agree, nothing is halted. Answers how long each process took to write again.
   */
  through(accident: () => Promise<void>, when: string): Promise<number>
  readonly load: MixedLoad
}

const WALLETS = 6
const PROBE_EVERY_MS = 50
/** The promise: work goes on by itself this soon after the database is there again. */
export const BACK_MS = 10_000

export async function openPostgresLoad(stage: PostgresStage, random: SeededRandom): Promise<PostgresLoad> {
  const wallets: StageWallet[] = []
  for (let count = 0; count < WALLETS; count += 1) wallets.push(await stage.openWallet(5_000_000))
  const { body } = await stage.service.call('GET', '/api/v1/auth', { token: stage.token })
  const load = createMixedLoad({ random, wallets, token: stage.token, userId: body.id })
  const probe = createProbe(load, wallets[0] as StageWallet)
  return {
    load,
    async through(accident, when) {
      const running = load.run(stage.services)
      await delay(100 + random.int(900))
      await accident()
      const since = performance.now()
      const back = await Promise.all(stage.services.map((service) => probe(service, since)))
      await delay(200)
      load.stop()
      await running
      await eventually(
        `every request has its answer ${when}`,
        async () => {
          await load.repeatUnanswered(stage.service)
          return load.unansweredAdjustments.length === 0
        },
        30_000,
      )
      expect(await stage.readBooks((books) => load.record.broken(books, [])), when).toEqual([])
      await stage.expectAgreement(when)
      for (const service of stage.services)
        expect(await service.state(), when).toMatchObject({ reason: null, check: 'ok' })
      expect(load.wrong, when).toEqual([])
      return Math.max(...back)
    },
  }
}

/** Milliseconds until a process makes an invoice again. A try that gets no answer does not hold up the next one. */
function createProbe(load: MixedLoad, { invoiceKey }: StageWallet) {
  const tryOnce = async (service: ServiceProcess): Promise<boolean> => {
    const body = { out: false, amount: 1 }
    const answer = await service.call('POST', '/api/v1/payments', { key: invoiceKey, body }).catch(() => undefined)
    if (answer?.status !== 201) return false
    load.record.invoiceMade(answer.body.checking_id, answer.body.bolt11)
    return true
  }
  return async (service: ServiceProcess, since: number): Promise<number> => {
    let backMs: number | undefined
    const tries: Promise<void>[] = []
    await eventually(
      'a process writes again',
      async () => {
        tries.push(
          tryOnce(service).then((done) => {
            if (done) backMs ??= performance.now() - since
          }),
        )
        await delay(PROBE_EVERY_MS)
        return backMs !== undefined
      },
      6 * BACK_MS,
    )
    await Promise.all(tries)
    return backMs ?? Number.NaN
  }
}
