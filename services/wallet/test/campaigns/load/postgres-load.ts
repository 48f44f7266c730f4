import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { PostgresStage } from '../stages/postgres-stage.ts'
import type { ServiceProcess } from '../stages/service-process.ts'
import type { StageClient, StageWallet } from '../stages/stage-client.ts'
import { triedUntil } from '../tried-until.ts'
import { createMixedLoad, type MixedLoad } from './mixed-load.ts'

/** Runs mixed load on every process of a stage while its database fails. */
export interface PostgresLoad {
  /**
   * Load before, during and after the accident, which resolves when the database can be reached again. Then: nothing
   * acknowledged is lost, books and node agree, nothing is halted. Answers how long it took until each process received and sent again.
   */
  through(accident: () => Promise<void>, when: string): Promise<number>
  readonly load: MixedLoad
}

/** The processes under load, and a reader of their database. */
export type LoadedStage = StageClient &
  Pick<PostgresStage, 'token' | 'service' | 'services' | 'readBooks' | 'expectAgreement'>

const WALLETS = 6
/** The promise: work continues within this time after the database is reachable. */
export const BACK_MS = 10_000

export async function openPostgresLoad(stage: LoadedStage, random: SeededRandom): Promise<PostgresLoad> {
  const wallets: StageWallet[] = []
  for (let count = 0; count < WALLETS; count += 1) wallets.push(await stage.openWallet(5_000_000))
  const { body } = await stage.service.call('GET', '/api/v1/auth', { token: stage.token })
  const load = createMixedLoad({ random, wallets, token: stage.token, userId: body.id })
  const probe = createProbe(load, wallets[0] as StageWallet)
  return {
    load,
    async through(accident, when) {
      const running = load.run(stage.services)
      await delay(300 + random.int(1500))
      await accident()
      const since = performance.now()
      const back = await Promise.all(stage.services.map((service) => triedUntil(() => probe(service), since)))
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
      return Math.max(...back)
    },
  }
}

/** Creates an invoice and pays one of another node; both are recorded as acknowledged. */
const createProbe =
  ({ record }: MixedLoad, { invoiceKey, adminKey }: StageWallet) =>
  async (service: ServiceProcess): Promise<boolean> => {
    const path = '/api/v1/payments'
    const made = await service.call('POST', path, { key: invoiceKey, body: { out: false, amount: 1 } })
    if (made.status !== 201) return false
    record.invoiceMade(made.body.checking_id, made.body.bolt11)
    const { bolt11 } = await service.sendControl<{ bolt11: string }>('POST /invoice', { amount_msat: 1000 })
    const sent = await service.call('POST', path, { key: adminKey, body: { out: true, bolt11 } })
    if (sent.status === 201) record.sendAccepted(sent.body.checking_id, sent.body.status)
    return sent.status === 201
  }
