import { connect } from '../services/wallet/src/db/postgres/postgres-connection.ts'
import { type Case, openCases } from './citus/open-cases.ts'
import { halveCommit } from './citus/halve-commit.ts'
import { loseDecision } from './citus/lose-decision.ts'
import { median } from './median.ts'

/**
 * `npm run bench citus`: what a transfer between two wallets costs on Citus, beside plain PostgreSQL of the same version
 * and settings, how many sums a reader gets wrong meanwhile, and what becomes of a commit when the coordinator crashes or a
 * worker is away (docs/guide/citus.md). Needs Citus.
 */
const ROUNDS = 9
const TRANSFERS = 150
const READS = 400

async function main(): Promise<void> {
  for (const layout of ['untracked', 'wallets'] as const) print(await halveCommit(layout))
  for (const line of await loseDecision()) print(line)
  const cases = await openCases()
  try {
    const times = new Map(cases.all.map((one) => [one.name, [] as number[]]))
    for (const one of cases.all) await measure(one, 50)
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 === 0 ? cases.all : cases.all.toReversed()
      for (const one of order) times.get(one.name)?.push(await measure(one, TRANSFERS))
    }
    print(
      `| ${TRANSFERS} transfers in a row, ${ROUNDS} rounds in turns | time over the same on PostgreSQL |\n|---|---|`,
    )
    for (const { name, beside } of cases.all) {
      if (beside === undefined) continue
      const base = times.get(beside) ?? []
      const ratios = (times.get(name) ?? []).map((time, round) => time / (base[round] ?? Number.NaN))
      const [low, high] = [Math.min(...ratios), Math.max(...ratios)]
      print(`| ${name} | ${median(ratios).toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)}) |`)
    }
    for (const one of cases.all.slice(0, 4))
      print(`${one.name}: ${await countWrongSums(one, cases.urlOf(one.name))} of ${READS} sums were wrong meanwhile`)
  } finally {
    await cases.close()
  }
}

/** Milliseconds. */
async function measure(one: Case, transfers: number): Promise<number> {
  const since = performance.now()
  for (let index = 0; index < transfers; index += 1) await one.run()
  return performance.now() - since
}

/** A transfer changes no sum: what a reader sees otherwise is half of one. */
async function countWrongSums(one: Case, url: string): Promise<number> {
  const reader = await connect({ url, name: 'reader' })
  let reading = true
  const writing = (async () => {
    while (reading) await one.run()
  })()
  const sum = async (): Promise<string> =>
    (await reader.query<{ sum: string }>('SELECT sum(available_msat) AS sum FROM balances')).rows[0]?.sum ?? ''
  let wrong = 0
  for (let index = 0; index < READS; index += 1) if ((await sum()) !== '1000000000000') wrong += 1
  reading = false
  await writing
  await reader.end()
  return wrong
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

await main()
