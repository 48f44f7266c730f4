import type { Chance } from './chance.ts'
import type { Nature } from './install-virtual-time.ts'
import type { TryPlan } from './lnd-records.ts'
import { createMachine, type Machine } from './machine.ts'
import { GOOD_WEATHER, type NodeWeather } from './node-line.ts'
import type { Profile } from './profile.ts'
import { createSimulatedLnd, type SimulatedLnd } from './simulated-lnd.ts'
import { createSimulatedPostgres, type SimulatedPostgres } from './simulated-postgres.ts'
import type { Trace } from './trace.ts'
import type { TwinDatabase } from './twin-database.ts'

/** The state of a run. */
export interface Restore {
  /** True milliseconds. */
  readonly atMs: number
  /** The books had a record by which they can notice that the node has lost it (decision 0088). */
  readonly canBeNoticed: boolean
}

export interface Stage {
  readonly nature: Nature
  readonly trace: Trace
  readonly profile: Profile
  readonly server: SimulatedPostgres
  readonly lnd: SimulatedLnd
  readonly weather: NodeWeather
  readonly machines: readonly Machine[]
  /** When committed transactions were lost, true milliseconds. */
  readonly losses: number[]
  readonly restores: Restore[]
  /** So many stored transactions are in the oldest backup there is. */
  oldestBackup: number
  /** No new faults from now on, except in payments that have begun. */
  isCalm: boolean
}

export function createStage(nature: Nature, trace: Trace, profile: Profile, twin: TwinDatabase): Stage {
  const { chance } = nature
  const server = createSimulatedPostgres({ ...nature, trace, twin })
  const lnd = createSimulatedLnd(nature, trace, profile.nodeClockOffsetMs)
  const weather: NodeWeather = { isDown: false, ...GOOD_WEATHER }
  const stage: Stage = {
    nature,
    trace,
    profile,
    server,
    lnd,
    weather,
    machines: [],
    losses: [],
    restores: [],
    oldestBackup: 0,
    isCalm: false,
  }
  const plan = (): TryPlan => planTry(chance, stage)
  const { reconcileMs, holdSeconds, auditsBooks } = profile
  const deps = { nature, trace, server, lnd, weather, plan, reconcileMs, holdSeconds, auditsBooks }
  return Object.assign(stage, { machines: ['A', 'B'].map((name) => createMachine(name, deps)) })
}

function planTry(chance: Chance, { profile, isCalm }: Stage): TryPlan {
  const ends = chance.percent(profile.failPercent) ? 'failed' : 'settled'
  if (!isCalm && chance.percent(profile.stuckPercent)) return { ends, afterMs: chance.between(60_000, 100_000_000) }
  return { ends, afterMs: chance.percent(80) ? chance.between(5, 800) : chance.between(800, 30_000) }
}
