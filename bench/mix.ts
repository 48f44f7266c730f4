import { availableParallelism } from 'node:os'
import type { Dialect } from '../services/wallet/src/db/database.ts'
import { type BenchDatabase, openBenchDatabase } from './mix/bench-database.ts'
import { calibrate } from './mix/calibrate.ts'
import { type Contender, measureTurn, openContender, type TurnFigures } from './mix/measure-turn.ts'
import { type MixBenchOptions, readMixOptions } from './mix/mix-options.ts'
import { type Round, toComparison, toMixTable } from './mix/report-mix.ts'
import { OWN_ROOT } from './wallet/wallet-server.ts'

/**
 * `npm run bench mix`: 100 wallets of 10,000 in use, with reads, invoices, internal and external payments, on SQLite and
 * PostgreSQL, with one and two processes (docs/benchmarks.md). `--beside ../before` compares with another checkout.
 */
async function main(): Promise<void> {
  const options = readMixOptions()
  const rounds: Round[] = []
  for (const dialect of options.databases) rounds.push(...(await measureDatabase(dialect, options)))
  const { requests, connections, beside } = options
  const about = `Node ${process.version}, ${availableParallelism()} cores, ${requests} requests a round, rounds: ${options.rounds}, ${connections} connections.`
  print(`${toMixTable(rounds)}\n\n${about}`)
  if (beside !== undefined)
    print(`\n${toComparison(rounds)}\n\nBeside ${beside}; median over the rounds (lowest–highest).`)
}

const NAMES: Readonly<Record<Dialect, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

async function measureDatabase(dialect: Dialect, options: MixBenchOptions): Promise<Round[]> {
  const database = await openBenchDatabase(dialect)
  try {
    const own = await openContender(database, 'own', OWN_ROOT)
    const beside = options.beside === undefined ? undefined : await openContender(database, 'beside', options.beside)
    say(`${NAMES[dialect]}: wallets filled`)
    const rounds: Round[] = []
    for (const processes of dialect === 'sqlite' ? [1] : options.processes) {
      const setting = `${NAMES[dialect]}, ${processes} ${processes === 1 ? 'process' : 'processes'}`
      for (let round = 1; round <= options.rounds; round += 1) {
        rounds.push(await measureRound(database, { own, beside }, { setting, round, processes, options }))
        say(`${setting}: round ${round} of ${options.rounds}`)
      }
    }
    return rounds
  } finally {
    await database.close()
  }
}

interface RoundPlan {
  readonly setting: string
  readonly round: number
  readonly processes: number
  readonly options: MixBenchOptions
}

/** The checkouts take turns, each round in the other order, with the same requests. */
async function measureRound(
  database: BenchDatabase,
  { own, beside }: { readonly own: Contender; readonly beside: Contender | undefined },
  { setting, round, processes, options }: RoundPlan,
): Promise<Round> {
  const { requests, connections, plan } = options
  const measure = (contender: Contender): Promise<TurnFigures> =>
    measureTurn(database, contender, { processes, requests, connections, seed: round, plan })
  const calibration = await calibrate(database, own.place, connections)
  if (beside === undefined) return { setting, calibration, own: await measure(own) }
  if (round % 2 === 1) return { setting, calibration, own: await measure(own), beside: await measure(beside) }
  const besideFirst = await measure(beside)
  return { setting, calibration, own: await measure(own), beside: besideFirst }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const say = (text: string): void => void process.stderr.write(`${text}\n`)

// Children and folders go with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

main().catch((error: unknown) => {
  say(`bench mix: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
