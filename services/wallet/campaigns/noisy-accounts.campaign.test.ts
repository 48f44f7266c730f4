import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECTS } from '../world/test-database.ts'
import { eventually } from './eventually.ts'
import { type HonestAccount, openHonestAccount } from './honest-account.ts'
import { ATTACKS, type AttackName } from './noisy-attacks.ts'
import { type NoisyStage, openNoisyStage, type StageAccount } from './noisy-stage.ts'
import { measure, p95, type ResponseTimes } from './response-times.ts'

/** Attacks that share a run use different lanes. */
const RUNS: readonly (readonly AttackName[])[] = [
  ['zaps that name relays which stay silent or lie', 'webhooks that hang on many hosts'],
  ['retries of payouts to an LNURL that drips', 'scheduled calls of a URL that drips'],
  ['payouts to an LNURL that drips'],
]
const ACCOUNTS = 5
const ADDRESSES = 3
const SAMPLES = 20
/** The first of all are slow whatever happens. */
const WARM_UP = 5
const MAX_FACTOR = 3
/** Below this the noise of the machine decides. */
const FLOOR_MS = 300
const RECOVERY_MS = 10_000
/** How long the campaign waits before it gives up. */
const REST_MS = 30_000

describe.each(DIALECTS)('five noisy accounts beside an honest one, on %s', (dialect) => {
  let stage: NoisyStage
  let honest: HonestAccount
  const attackers: StageAccount[] = []
  beforeAll(async () => {
    stage = await openNoisyStage(dialect)
    honest = await openHonestAccount(stage)
    let turn = 0
    const address = (): string => `10.2.0.${((turn += 1) % ADDRESSES) + 1}`
    for (let index = 0; index < ACCOUNTS; index += 1)
      attackers.push(await stage.openAccount(`attacker-${index}`, address))
    await measure(honest.deeds, WARM_UP)
  })
  afterAll(async () => {
    await honest?.close()
    await stage?.close()
  })

  test.each(RUNS.map((names) => [names.join(', and '), names] as const))(
    '%s: the honest account waits at most three times as long as before, and everything works 10 s after the end',
    async (_title, names) => {
      const attacks = []
      for (const name of names) attacks.push(await ATTACKS[name].prepare(stage, attackers))
      await atRest(stage, REST_MS)
      const calm = await measure(honest.deeds, SAMPLES)
      await Promise.all(attacks.map((attack) => attack.begin()))
      for (const name of names) {
        const { lane, atLeast } = ATTACKS[name]
        const hasTakenHold = async () => ((await stage.running()).get(lane) ?? 0) >= atLeast
        await eventually(`hold of the lane ${lane}`, hasTakenHold)
      }
      const attacked = await measure(honest.deeds, SAMPLES)
      const held = await stage.running()
      await Promise.all(attacks.map((attack) => attack.end()))
      const ended = performance.now()
      await atRest(stage, REST_MS)
      const restMs = performance.now() - ended
      const recovered = await measure(honest.deeds, 1)
      report(dialect, names, { calm, attacked, recovered, restMs, held })
      for (const name of names) expect(held.get(ATTACKS[name].lane), name).toBeGreaterThan(0)
      expect(findSlowed(calm, attacked)).toEqual([])
      expect(findSlowed(calm, recovered)).toEqual([])
      expect(restMs).toBeLessThan(RECOVERY_MS)
      for (const service of stage.services) expect(await service.state()).toMatchObject({ reason: null, check: 'ok' })
    },
  )
})

/** Nothing runs in the background, in any process. */
const atRest = (stage: NoisyStage, withinMs: number): Promise<boolean> =>
  eventually(
    'the end of all background work',
    async () => [...(await stage.running()).values()].every((n) => n === 0),
    withinMs,
  )

const findSlowed = (calm: ResponseTimes, attacked: ResponseTimes): string[] =>
  Object.entries(attacked).flatMap(([deed, times]) => {
    const [before, now] = [p95(calm[deed] ?? [], SAMPLES), p95(times, SAMPLES)]
    return now <= Math.max(FLOOR_MS, MAX_FACTOR * before) ? [] : [`${deed}: ${toMs(now)} instead of ${toMs(before)}`]
  })

interface Figures {
  readonly calm: ResponseTimes
  readonly attacked: ResponseTimes
  readonly recovered: ResponseTimes
  readonly restMs: number
  readonly held: ReadonlyMap<string, number>
}

function report(dialect: string, names: readonly AttackName[], figures: Figures): void {
  const { calm, attacked, recovered, restMs, held } = figures
  const lines = Object.keys(calm).map((deed) => {
    const [before, now, after] = [calm, attacked, recovered].map((one) => toMs(p95(one[deed] ?? [], SAMPLES)))
    return `  ${deed}: ${before} calm, ${now} under attack, ${after} after it`
  })
  const lanes = names.map((name) => `${ATTACKS[name].lane} ${held.get(ATTACKS[name].lane)}`).join(', ')
  const title = `${dialect}, ${names.join(', and ')} (running: ${lanes}); at rest after ${toMs(restMs)}`
  process.stdout.write(`${[title, ...lines].join('\n')}\n`)
}

const toMs = (ms: number): string => `${Math.round(ms)} ms`
