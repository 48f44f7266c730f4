import { availableParallelism } from 'node:os'
import { openBalancer } from '../services/wallet/deployments/balancer.ts'
import { openBenchDatabase, type ServerDatabase } from './mix/bench-database.ts'
import { calibrate } from './mix/calibrate.ts'
import { type Contender, type Front, measureTurn, openContender } from './mix/measure-turn.ts'
import { cpuOfProcesses } from './mix/process-cpu.ts'
import { addHistory } from './scale/add-history.ts'
import { holdSockets } from '../services/wallet/world/servers/hold-sockets.ts'
import { type Measured, toScaleTable } from './scale/report-scale.ts'
import { readScaleOptions, type ScaleOptions } from './scale/scale-options.ts'
import { type Pooler, startPooler } from './scale/start-pooler.ts'
import { OWN_ROOT } from './wallet/wallet-server.ts'

const CONNECTIONS = 64
/** Processes with which sockets and tables of different sizes are measured. */
const PROCESSES = 2

/**
 * `npm run bench scale`: the mix on PostgreSQL behind Nginx, with several processes, PgBouncer, open WebSockets and
 * tables of different sizes (docs/guide/scale.md). It needs the Debian packages `nginx` and `pgbouncer`.
 */
async function main(): Promise<void> {
  const options = readScaleOptions()
  const database = await openBenchDatabase('postgres')
  const pooler = await startPooler(database.url)
  try {
    const contender = await openContender(database, 'scale', OWN_ROOT)
    const { hello, transfers } = await calibrate(database, contender.place, CONNECTIONS)
    print(`Node ${process.version}, ${availableParallelism()} cores, rounds: ${options.rounds}.`)
    print(`bare \`node:http\`: ${hello.perSecond.toFixed(0)} answers/s`)
    print(`two-row transfers: ${transfers.perSecond.toFixed(0)}/s, ${transfers.cpuMicroseconds.toFixed(0)} µs of CPU\n`)
    for (const settings of listSettings(options)) {
      const rows: Measured[] = []
      for (const setting of settings) {
        await growTables(contender, setting.payments)
        rows.push(await measure(database, { contender, pooler }, setting, options))
        say(rows.at(-1)?.setting ?? '')
      }
      if (rows.length > 0) print(`${toScaleTable(rows)}\n`)
    }
  } finally {
    await pooler.stop()
    await database.close()
  }
}

interface Setting {
  readonly name: string
  readonly processes: number
  readonly isPooled: boolean
  readonly sockets: number
  readonly payments: number
}

/** A list for each table; that of the tables' sizes is last, because nothing makes them smaller again. */
function listSettings({ processes, sockets, payments }: ScaleOptions): readonly (readonly Setting[])[] {
  const plain = { processes: PROCESSES, isPooled: false, sockets: 0, payments: 0 }
  const count = (number: number): string => number.toLocaleString('en')
  return [
    processes.flatMap((number) =>
      [false, true].map((isPooled) => {
        const name = `${number} ${number === 1 ? 'process' : 'processes'}${isPooled ? ', PgBouncer' : ''}`
        return { ...plain, name, processes: number, isPooled }
      }),
    ),
    sockets.map((number) => ({ ...plain, name: `${count(number)} WebSockets`, sockets: number })),
    payments.map((number) => ({ ...plain, name: `${count(number)} payments more`, payments: number })),
  ]
}

interface Measurable {
  readonly contender: Contender
  readonly pooler: Pooler
}

async function measure(
  database: ServerDatabase,
  { contender, pooler }: Measurable,
  { name, processes, isPooled, sockets }: Setting,
  { requests, rounds }: ScaleOptions,
): Promise<Measured> {
  const { place, unused } = contender
  const keys = unused.map(({ inkey }) => inkey)
  const turns: Measured['turns'][number][] = []
  const openFront = (ports: readonly number[]): Promise<Front> =>
    openFrontOf(ports, { sockets, keys, pids: isPooled ? [pooler.pid] : [] })
  const databaseUrl = isPooled ? pooler.urlOf(place.url) : place.url
  for (let seed = 1; seed <= rounds; seed += 1) {
    const turn = { processes, requests, connections: CONNECTIONS, seed, databaseUrl, openFront }
    turns.push(await measureTurn(database, contender, turn))
  }
  return { setting: name, turns }
}

interface FrontPlan {
  readonly sockets: number
  readonly keys: readonly string[]
  /** Processes beside the balancer that count with it. */
  readonly pids: readonly number[]
}

async function openFrontOf(ports: readonly number[], { sockets, keys, pids }: FrontPlan): Promise<Front> {
  const balancer = await openBalancer(ports.map((port) => `http://127.0.0.1:${port}`))
  const balanced = [Number(new URL(balancer.url).port)]
  const held = sockets === 0 ? undefined : await holdSockets({ ports: balanced, count: sockets, keys })
  return {
    ports: balanced,
    cpuMicroseconds: () => cpuOfProcesses([balancer.pid, ...pids]),
    async close() {
      await held?.close()
      await balancer.close()
    },
  }
}

let payments = 0
async function growTables({ place }: Contender, wanted: number): Promise<void> {
  if (wanted <= payments) return
  say(`adding ${wanted - payments} payments`)
  const bytes = await addHistory(place.url, payments, wanted)
  payments = wanted
  print(`database with ${wanted.toLocaleString('en')} payments more: ${(bytes / 1e9).toFixed(1)} GB\n`)
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const say = (text: string): void => void process.stderr.write(`${text}\n`)

// Children and folders go with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await main()
