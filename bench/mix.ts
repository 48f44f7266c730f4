import { availableParallelism } from 'node:os'
import type { Dialect } from '../services/wallet/src/db/database.ts'
import { openBenchDatabase } from './mix/bench-database.ts'
import { type BenchOptions, readBenchOptions } from './mix/bench-options.ts'
import { calibrate } from './mix/calibrate.ts'
import type { Figures } from './mix/figures.ts'
import { measureTurn } from './mix/measure-turn.ts'
import { openContenders } from './mix/open-contender.ts'
import type { Setting } from './mix/profile.ts'
import { COMPARISON_HEAD, compare, compareBeside, type Sample, toTable } from './mix/report.ts'
import { OWN_ROOT } from './mix/wallet-server.ts'

const CONNECTIONS = 64

/**
 * `npm run bench mix`: the wallet service under the load of a profile, `--plan` (docs/benchmarks.md). The default is the
 * mix: reads, invoices, internal and external payments. `--beside ../before` compares with another checkout.
 */
async function main(): Promise<number> {
  const options = readBenchOptions()
  const samples: Sample[] = []
  for (const dialect of options.databases) samples.push(...(await measureDatabase(dialect, options)))
  const { plan, requests, rounds, beside, comparisons, verdict } = options
  const about = `\`${plan}\`, Node ${process.version}, ${availableParallelism()} cores, ${requests} requests, rounds: ${rounds}.`
  print(`${toTable(samples)}\n\n${about}`)
  const verdicts = compare(samples, comparisons)
  const rows = [...verdicts.map(({ row }) => row), ...compareBeside(samples)]
  if (rows.length > 0) print(`\n${COMPARISON_HEAD}\n${rows.join('\n')}`)
  if (beside !== undefined) print(`\nBeside ${beside}.`)
  const missed = verdicts.filter(({ isKept }) => !isKept)
  for (const { row } of missed) print(`missed: ${row}`)
  return verdict && missed.length > 0 ? 1 : 0
}

async function measureDatabase(dialect: Dialect, options: BenchOptions): Promise<Sample[]> {
  const { rounds, requests, settings, walletsEach, beside } = options
  const database = await openBenchDatabase(dialect)
  const open = openContenders(database, walletsEach)
  const samples: Sample[] = []
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const { place } = await open(OWN_ROOT, settings(dialect)[0]?.contents ?? {})
      const calibration = await calibrate(database, place, CONNECTIONS)
      const measure = async (root: string, setting: Setting): Promise<ReadonlyMap<string, Figures>> => {
        const contender = await open(root, setting.contents ?? {})
        return measureTurn(database, contender, setting, { requests, connections: CONNECTIONS, seed: round })
      }
      // The order alternates, so that a machine that becomes slower during a round favours neither side.
      const inTurns = <T>(list: readonly T[]): readonly T[] => (round % 2 === 1 ? list : list.toReversed())
      for (const setting of inTurns(settings(dialect))) {
        const roots = inTurns(beside === undefined ? [OWN_ROOT] : [OWN_ROOT, beside])
        const measured = new Map<string, ReadonlyMap<string, Figures>>()
        for (const root of roots) measured.set(root, await measure(root, setting))
        for (const [phase, own] of measured.get(OWN_ROOT) ?? []) {
          samples.push({ dialect, round, phase, calibration, own, beside: measured.get(beside ?? '')?.get(phase) })
        }
        say(`${dialect}: ${setting.phases.map(({ name }) => name).join(', ')}: round ${round} of ${rounds}`)
      }
    }
    return samples
  } finally {
    await database.close()
  }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const say = (text: string): void => void process.stderr.write(`${text}\n`)

// Children and folders go with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(`bench mix: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  },
)
