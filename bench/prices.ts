import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startMockExchanges } from '../services/price-aggregator/mock/mock-exchanges.ts'
import { BARE, otherContenders, satchel, TELLING_ORDER } from './prices/contenders.ts'
import { type Load, startLoad } from './prices/load.ts'
import { type Measurement, toMarkdown } from './prices/measurements.ts'
import { PATHS, recordAnswers, requireSameAnswers } from './prices/recorded-answers.ts'
import { type ServerProcess, startServer } from './prices/server-process.ts'
import { judge } from './prices/verdicts.ts'

interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  readonly verdict: boolean
}

/** What a price costs in CPU time, next to node:http alone and to others who do the same (docs/benchmarks.md). */
async function main(): Promise<number> {
  const options = readOptions()
  const python = process.env['BENCH_PYTHON']
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  const stops: (() => unknown)[] = []
  const start = async (command: Parameters<typeof startServer>[0]): Promise<ServerProcess> => {
    const server = await startServer(command, folder)
    stops.push(server.stop)
    return server
  }
  try {
    const servers = await startServers(folder, python, start, stops)
    const load = startLoad()
    stops.push(load.stop)
    const measured = await measure(servers, load, options)
    const told = TELLING_ORDER.filter((name) => servers.some((server) => server.name === name))
    print(`${toMarkdown(measured, told, BARE)}\n`)
    print(`Node ${process.version}, ${availableParallelism()} cores, ${describe(options)}.`)
    if (python === undefined) {
      print('No fastapi row: set BENCH_PYTHON to a Python ≥ 3.10 with `pip install fastapi uvicorn[standard]`.')
    }
    return options.verdict ? pronounce(measured) : 0
  } finally {
    for (const stop of stops) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.5' },
      connections: { type: 'string', default: '32' },
      verdict: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const [rounds, seconds, connections] = [Number(values.rounds), Number(values.seconds), Number(values.connections)]
  const whole = Number.isInteger(rounds) && rounds > 0 && Number.isInteger(connections) && connections > 0
  if (!whole || !(seconds > 0)) throw new Error('--rounds and --connections are whole numbers, --seconds is above 0')
  return { rounds, seconds, connections, verdict: values.verdict }
}

const describe = ({ rounds, seconds, connections }: Options): string =>
  `${rounds} rounds of ${seconds} s per route and server, ${connections} connections`

async function startServers(
  folder: string,
  python: string | undefined,
  start: (command: Parameters<typeof startServer>[0]) => Promise<ServerProcess>,
  stops: (() => unknown)[],
): Promise<ServerProcess[]> {
  const exchanges = await startMockExchanges()
  stops.push(() => exchanges.close())
  const files = {
    exchangesFile: join(folder, 'exchanges.json'),
    answersFile: join(folder, 'answers.json'),
    dataFolder: join(folder, 'data'),
  }
  writeFileSync(files.exchangesFile, JSON.stringify(exchanges.exchangesFile()))
  const first = await start(satchel(files))
  const answers = await recordAnswers(first.port)
  writeFileSync(files.answersFile, JSON.stringify(answers))
  const others: ServerProcess[] = []
  for (const command of otherContenders(files, python)) {
    const other = await start(command)
    await requireSameAnswers(other.name, other.port, answers)
    others.push(other)
  }
  return [first, ...others]
}

/** Round by round and route by route, the servers one after another; each round starts with another one. */
async function measure(servers: readonly ServerProcess[], load: Load, options: Options): Promise<Measurement[]> {
  const measured: Measurement[] = []
  // Round 0 is the warm-up.
  for (let round = 0; round <= options.rounds; round += 1) {
    const first = round % servers.length
    const order = [...servers.slice(first), ...servers.slice(0, first)]
    for (const path of PATHS) {
      for (const server of order) measured.push({ round, path, ...(await measureOne(server, path, load, options)) })
    }
    process.stderr.write(round === 0 ? 'warm\n' : `round ${round} of ${options.rounds}\n`)
  }
  return measured.filter(({ round }) => round > 0)
}

async function measureOne(server: ServerProcess, path: string, load: Load, options: Options) {
  const target = { port: server.port, path, connections: options.connections }
  const result = await load.ask(target, options.seconds, async (run) => {
    const before = await server.cpuMicroseconds()
    const { requests, seconds } = await run()
    const used = (await server.cpuMicroseconds()) - before
    return {
      server: server.name,
      cpuMicrosecondsPerRequest: used / requests,
      requestsPerSecond: requests / seconds,
    }
  })
  server.forgetOutput()
  return result
}

function pronounce(measured: readonly Measurement[]): number {
  const verdicts = judge(measured)
  print(`\n${verdicts.map(({ kept, text }) => `- ${kept ? 'kept' : 'MISSED'}: ${text}`).join('\n')}`)
  return verdicts.every(({ kept }) => kept) ? 0 : 1
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`bench prices: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
