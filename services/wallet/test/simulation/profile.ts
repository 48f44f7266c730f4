import type { Chance } from './chance.ts'

/** The faults of a seed: a few of all, because faults hide one another. */
export interface Profile {
  readonly steps: number
  /** The longest time between two steps. */
  readonly pauseMs: number
  readonly reconcileMs: number
  readonly holdSeconds: number
  readonly failPercent: number
  /** Tries that hang for minutes, hours or a day. */
  readonly stuckPercent: number
  readonly nodeClockOffsetMs: number
  /** The percentage of COMMITs that meet a fault. */
  readonly commitFaultPercent: number
  readonly faults: readonly Fault[]
  /** Before the end the node is away for more than a day. */
  readonly hasLongOutage: boolean
  /** A restore may go back to before the first comparison of the node with the books, which then has nowhere to begin. */
  readonly hasOldBackups: boolean
  /** A node that was not restored amid other faults is restored after they have ended. */
  readonly restoresCalmNode: boolean
  /** The processes audit the books at their start and every ten minutes. */
  readonly auditsBooks: boolean
}

export type Fault =
  | 'crash'
  | 'promote'
  | 'promote-with-loss'
  | 'restore'
  | 'kill'
  | 'freeze'
  | 'silence'
  | 'cut'
  | 'clock'
  | 'node-down'
  | 'node-late'
  | 'hand'
  | 'node-restored'
  | 'channel-closes'

/** The percentage of seeds that have each fault. */
const SHARE: Readonly<Record<Fault, number>> = {
  crash: 35,
  promote: 25,
  'promote-with-loss': 20,
  restore: 20,
  kill: 65,
  freeze: 25,
  silence: 25,
  cut: 30,
  clock: 35,
  'node-down': 35,
  'node-late': 70,
  hand: 25,
  'node-restored': 20,
  'channel-closes': 20,
}

const HOUR_MS = 3_600_000

export function chooseProfile(chance: Chance): Profile {
  const faults = (Object.keys(SHARE) as Fault[]).filter((fault) => chance.percent(SHARE[fault]))
  return {
    steps: 100 + chance.int(101),
    pauseMs: chance.pick([200, 600, 1500]),
    reconcileMs: chance.pick([2000, 5000]),
    holdSeconds: chance.pick([120, 900]),
    failPercent: chance.pick([10, 40, 70]),
    // A restore hurts what is in flight then: without tries that hang, there is rarely any.
    stuckPercent: faults.includes('node-restored') ? 25 : chance.percent(40) ? 12 : 0,
    nodeClockOffsetMs: chance.percent(30) ? chance.between(-HOUR_MS, HOUR_MS) : 0,
    commitFaultPercent: chance.percent(50) ? chance.pick([0.5, 2, 5]) : 0,
    faults,
    hasLongOutage: chance.percent(15),
    hasOldBackups: chance.percent(15),
    restoresCalmNode: chance.percent(15),
    auditsBooks: chance.percent(15),
  }
}
