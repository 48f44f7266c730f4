import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Dialect } from '../services/wallet/src/db/database.ts'
import { measureIdleSockets } from './goals/idle-sockets.ts'
import { readsBesidePayments } from './goals/reads-beside-payments.ts'
import { median } from './median.ts'
import { type BenchDatabase, openBenchDatabase } from './mix/bench-database.ts'
import { calibrate } from './mix/calibrate.ts'
import { measureTurn, openContender, type TurnFigures } from './mix/measure-turn.ts'
import { planInternal } from './mix/requests.ts'
import { addPayments } from './wallet/seed-payments.ts'
import { OWN_ROOT, startWalletServer, stopWalletServer } from './wallet/wallet-server.ts'

const CONNECTIONS = 192
const ROUNDS = 3
const SOCKETS = 10_000

/**
 * `npm run bench goals`: what one process on one machine is meant to do (docs/guide/scale.md). `--payments`: internal
 * payments a round; `--history`: payments in the tables when it starts.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { payments: { type: 'string', default: '20000' }, history: { type: 'string', default: '1000000' } },
  })
  const rows: string[] = []
  const add = (what: string, figure: string, goal: string): void => void rows.push(`| ${what} | ${figure} | ${goal} |`)
  for (const dialect of ['sqlite', 'postgres'] as const)
    await measureOn(dialect, { payments: Number(values.payments), history: Number(values.history) }, add)
  const about = `Node ${process.version}, ${availableParallelism()} cores, rounds: ${ROUNDS}.`
  process.stdout.write(`${['| | measured | goal |', '|---|--:|--:|', ...rows].join('\n')}\n\n${about}\n`)
}

interface Sizes {
  readonly payments: number
  readonly history: number
}

async function measureOn(
  dialect: Dialect,
  { payments, history }: Sizes,
  add: (what: string, figure: string, goal: string) => void,
): Promise<void> {
  const name = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const database = await openBenchDatabase(dialect)
  try {
    const contender = await openContender(database, 'goals', OWN_ROOT)
    const turns: TurnFigures[] = []
    const ratios: number[] = []
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { transfers } = await calibrate(database, contender.place, CONNECTIONS)
      const turn = { processes: 1, requests: payments, connections: CONNECTIONS, seed, plan: planInternal }
      const figures = await measureTurn(database, contender, turn)
      turns.push(figures)
      ratios.push((figures.serviceCpu + figures.databaseCpu) / transfers.cpuMicroseconds)
    }
    const over = (figure: (turn: TurnFigures) => number): number => median(turns.map(figure))
    const rate = over(({ requestsPerSecond }) => requestsPerSecond)
    add(`${name}: internal payments/s`, rate.toFixed(0), dialect === 'postgres' ? '≥ 4,000' : '')
    const [service, server] = [over(({ serviceCpu }) => serviceCpu), over(({ databaseCpu }) => databaseCpu)]
    add(
      `${name}: CPU of an internal payment, service and server, µs`,
      `${service.toFixed(0)} + ${server.toFixed(0)}`,
      '',
    )
    add(
      `${name}: CPU of an internal payment ÷ a two-row transfer`,
      median(ratios).toFixed(2),
      dialect === 'sqlite' ? '≤ 3' : '',
    )
    const reads = await readsBesidePayments(contender, rate / 2)
    const [alone, beside] = [reads.alone.toFixed(1), reads.beside.toFixed(1)]
    add(`${name}: p99 of reads alone, and beside half as many payments, ms`, `${alone}, ${beside}`, '')
    add(`${name}: … ratio`, reads.ratio.toFixed(2), '≤ 2')
    if (dialect === 'sqlite') {
      const { megabytes, share, shareWithout } = await measureIdleSockets(contender, SOCKETS)
      add(`${SOCKETS.toLocaleString('en')} idle WebSockets, memory`, `${megabytes.toFixed(0)} MB`, '≤ 150 MB')
      const percent = (part: number): string => `${(part * 100).toFixed(1)} %`
      add(
        '… CPU of the process with them, and without, of a core',
        `${percent(share)}, ${percent(shareWithout)}`,
        '≤ 5 %',
      )
    }
    const seconds = await measureStarts(database, history)
    const what = `${name}: from start to first answer, ${history.toLocaleString('en')} payments more`
    add(what, `${median(seconds).toFixed(1)} s`, '≤ 2 s')
  } finally {
    await database.close()
  }
}

/** Starts on a new database, because the simulated node would load the many invoices of the measured one. */
async function measureStarts(database: BenchDatabase, history: number): Promise<number[]> {
  const { place, unused } = await openContender(database, 'starts', OWN_ROOT)
  await addPayments(place, unused[0]?.id ?? '', history)
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = performance.now()
    const server = await startWalletServer(place)
    seconds.push((performance.now() - before) / 1000)
    await stopWalletServer(server)
  }
  return seconds
}

// Children and folders go with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await main()
