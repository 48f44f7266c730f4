import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { makeDatabaseTemplate } from './database-template.ts'
import { type RunResult, runSeed } from './run-seed.ts'
import { createTwinDatabase, type TwinDatabase } from './twin-database.ts'

/** A run replaces the process's clocks. */
const realNow = performance.now.bind(performance)
const PACE_EVERY = 500

/**
 * `--seeds N`: seeds 1 to N, or from `--from F` on; ends with the first that breaks a promise, with `--keep-going` after
 * all of them. `--seed S`: one seed with its whole trace.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      'keep-going': { type: 'boolean', default: false },
    },
  })
  const template = await makeDatabaseTemplate()
  const twin = createTwinDatabase(() => new Sqlite(template))
  const isClean =
    values.seed === undefined
      ? await runMany(twin, Number(values.from), Number(values.seeds), values['keep-going'])
      : await replay(twin, Number(values.seed))
  process.exitCode = isClean ? 0 : 1
}

async function replay(twin: TwinDatabase, seed: number): Promise<boolean> {
  const result = await runSeed(seed, twin, say)
  report(result)
  say(`seed ${seed}: ${result.events} events, trace ${result.digest}`)
  return result.broken.length === 0
}

async function runMany(twin: TwinDatabase, from: number, count: number, keepsGoing: boolean): Promise<boolean> {
  // Runs create thousands of errors, and only the trace of one seed shows their stacks.
  Error.stackTraceLimit = 0
  const since = realNow()
  let done = 0
  let failed = 0
  const sayPace = (): void =>
    say(`${done} seeds, ${failed} failed, ${((done * 1000) / (realNow() - since)).toFixed(1)} seeds/s`)
  for (let seed = from; seed < from + count && (failed === 0 || keepsGoing); seed += 1) {
    const result = await runSeed(seed, twin)
    done += 1
    if (result.broken.length > 0) failed += 1
    if (result.broken.length > 0) for (const line of result.tail) say(line)
    report(result)
    if (done % PACE_EVERY === 0) sayPace()
  }
  sayPace()
  return failed === 0
}

function report({ seed, broken }: RunResult): void {
  for (const { invariant, what } of broken) say(`seed ${seed} breaks: ${invariant}: ${what}`)
  if (broken.length > 0) say(`replay with: npm run simulate -- --seed ${seed}`)
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

await main()
