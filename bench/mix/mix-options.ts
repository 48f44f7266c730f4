import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Dialect } from '../../services/wallet/src/db/database.ts'
import { wholeNumber } from '../whole-number.ts'
import { planInternal, planMix, type PlanOf } from './requests.ts'

export interface MixBenchOptions {
  readonly databases: readonly Dialect[]
  /** Numbers of processes; SQLite is measured with one only. */
  readonly processes: readonly number[]
  readonly requests: number
  readonly rounds: number
  readonly connections: number
  /** The root of another checkout. */
  readonly beside: string | undefined
  readonly plan: PlanOf
}

const PLANS: Readonly<Record<string, PlanOf>> = { mix: planMix, internal: planInternal }

const CONNECTIONS = 64
const DATABASES: Readonly<Record<string, readonly Dialect[]>> = {
  both: ['sqlite', 'postgres'],
  sqlite: ['sqlite'],
  postgres: ['postgres'],
}
const PROCESSES: Readonly<Record<string, readonly number[]>> = { both: [1, 2], 1: [1], 2: [2] }

export function readMixOptions(): MixBenchOptions {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'both' },
      processes: { type: 'string', default: 'both' },
      requests: { type: 'string', default: '40000' },
      rounds: { type: 'string', default: '3' },
      beside: { type: 'string' },
      plan: { type: 'string', default: 'mix' },
    },
  })
  const [databases, processes, plan] = [DATABASES[values.database], PROCESSES[values.processes], PLANS[values.plan]]
  if (databases === undefined) throw new Error('--database: must be sqlite or postgres')
  if (processes === undefined) throw new Error('--processes: must be 1 or 2')
  if (plan === undefined) throw new Error('--plan: must be mix or internal')
  if (values.database === 'sqlite' && values.processes === '2') throw new Error('--processes: SQLite allows one')
  const requests = wholeNumber('requests', values.requests, 1000)
  const rounds = wholeNumber('rounds', values.rounds, 1)
  const beside = values.beside === undefined ? undefined : checkoutAt(values.beside)
  const all = processes.includes(1) ? databases : databases.filter((dialect) => dialect !== 'sqlite')
  return { databases: all, processes, requests, rounds, connections: CONNECTIONS, beside, plan }
}

/** The root of another checkout, which `--beside` names. */
export function checkoutAt(path: string): string {
  const root = resolve(path)
  if (!existsSync(join(root, 'services/wallet/src/main.ts'))) {
    throw new Error(`--beside: ${root} is not a checkout of this repository`)
  }
  if (!existsSync(join(root, 'node_modules'))) throw new Error(`--beside: run \`npm ci\` in ${root} first`)
  return root
}
