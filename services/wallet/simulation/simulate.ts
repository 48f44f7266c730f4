import Sqlite from 'better-sqlite3'
import { parseArgs } from 'node:util'
import { makeDatabaseTemplate } from './database-template.ts'
import { type RunResult, runSeed } from './run-seed.ts'
import { createTwinDatabase } from './twin-database.ts'

const realNow = performance.now.bind(performance)

/** `--seeds N`: seeds 1 to N (`--from F`: from F on). `--seed S`: one seed with its whole trace. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      'keep-going': { type: 'boolean', default: false },
    },
  })
  // Errors are made by the thousand, and their stacks are read of one seed only.
  if (values.seed === undefined) Error.stackTraceLimit = 0
  const template = await makeDatabaseTemplate()
  const twin = createTwinDatabase(() => new Sqlite(template))
  if (values.seed !== undefined) {
    const result = await runSeed(Number(values.seed), twin, say)
    report({ ...result, tail: [] })
    say(`seed ${result.seed}: ${result.events} events, trace ${result.digest}`)
    process.exitCode = result.broken.length === 0 ? 0 : 1
    return
  }
  const [from, count] = [Number(values.from), Number(values.seeds)]
  const since = realNow()
  let failures = 0
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await runSeed(seed, twin)
    if (result.broken.length > 0) {
      failures += 1
      report(result)
      if (!values['keep-going']) break
    }
    if ((seed - from + 1) % 500 === 0) sayPace(seed - from + 1, failures, since)
  }
  sayPace(count, failures, since)
  process.exitCode = failures === 0 ? 0 : 1
}

function report({ seed, broken, tail }: RunResult): void {
  if (broken.length === 0) return
  for (const line of tail) say(line)
  for (const { invariant, what } of broken) say(`seed ${seed} breaks: ${invariant}: ${what}`)
  say(`replay with: npm run simulate -- --seed ${seed}`)
}

const sayPace = (done: number, failures: number, since: number): void =>
  say(`${done} seeds, ${failures} failed, ${((done * 1000) / (realNow() - since)).toFixed(1)} seeds/s`)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

await main()
