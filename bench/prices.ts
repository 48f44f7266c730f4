import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startMockExchanges } from '../services/price-aggregator/mock/mock-exchanges.ts'
import { sendRequests } from './mix/send-requests.ts'
import { BARE, type ContenderFiles, otherContenders, satchel, TELLING_ORDER } from './prices/contenders.ts'
import { type Measurement, toMarkdown } from './prices/measurements.ts'
import { PATHS, recordAnswers, requireSameAnswers } from './prices/recorded-answers.ts'
import { judge } from './prices/verdicts.ts'
import { type ServerProcess, startServer } from './server-process.ts'

interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  readonly verdict: boolean
}

/** `npm run bench prices`: the CPU time of a price, beside bare `node:http` and other frameworks (docs/benchmarks.md). */
async function main(): Promise<number> {
  const options = readOptions()
  const python = process.env['BENCH_PYTHON']
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  const exchanges = await startMockExchanges()
  try {
    const files = {
      exchangesFile: join(folder, 'exchanges.json'),
      answersFile: join(folder, 'answers.json'),
      dataFolder: join(folder, 'data'),
    }
    writeFileSync(files.exchangesFile, JSON.stringify(exchanges.exchangesFile()))
    const measured: Measurement[] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      measured.push(...(await runRound(round, { folder, files, python, options })))
      process.stderr.write(`round ${round} of ${options.rounds}\n`)
    }
    const ran = TELLING_ORDER.filter((name) => measured.some(({ server }) => server === name))
    print(`${toMarkdown(measured, ran, BARE)}\n`)
    print(`Node ${process.version}, ${availableParallelism()} cores, ${describe(options)}.`)
    if (python === undefined) {
      print('No fastapi row: set BENCH_PYTHON to a Python ≥ 3.10 with `pip install fastapi uvicorn[standard]`.')
    }
    return options.verdict ? pronounce(measured) : 0
  } finally {
    await exchanges.close()
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
  `${rounds} rounds of ${seconds} s per route and server, new processes each round, ${connections} connections`

interface Setting {
  readonly folder: string
  readonly files: ContenderFiles
  readonly python: string | undefined
  readonly options: Options
}

/**
 * One round starts new processes for all servers, because the compiled code of a process differs from that of another by
 * several percent. On each route the servers take turns; each round begins with another server.
 */
async function runRound(round: number, setting: Setting): Promise<Measurement[]> {
  const servers: ServerProcess[] = []
  try {
    await startServers(servers, setting)
    const first = round % servers.length
    const order = [...servers.slice(first), ...servers.slice(0, first)]
    const warmUp = { ...setting.options, seconds: Math.min(setting.options.seconds, WARM_UP_SECONDS) }
    for (const path of WARM_UP) for (const server of order) await measureOne(server, path, warmUp)
    const measured: Measurement[] = []
    for (const path of PATHS) {
      for (const server of order) {
        measured.push({ round, path, ...(await measureOne(server, path, setting.options)) })
      }
    }
    return measured
  } finally {
    for (const server of servers) server.stop()
  }
}

/** A new process needs about a second to compile the code that all routes share, and then some time for each route. */
const WARM_UP = [PATHS[0], ...PATHS]
const WARM_UP_SECONDS = 0.5

async function startServers(servers: ServerProcess[], { folder, files, python }: Setting): Promise<void> {
  const service = await startServer(await satchel(files), folder)
  servers.push(service)
  const answers = await recordAnswers(service.port)
  writeFileSync(files.answersFile, JSON.stringify(answers))
  for (const command of await otherContenders(files, python)) {
    const other = await startServer(command, folder)
    servers.push(other)
    await requireSameAnswers(other.name, other.port, answers)
  }
}

async function measureOne(server: ServerProcess, path: string, options: Options) {
  const before = await server.cpuMicroseconds()
  const { requests, seconds } = await sendFor(server.port, path, options)
  const used = (await server.cpuMicroseconds()) - before
  server.forgetOutput()
  return { server: server.name, cpuMicrosecondsPerRequest: used / requests, requestsPerSecond: requests / seconds }
}

async function sendFor(port: number, path: string, { connections, seconds }: Options) {
  // Only the headers that HTTP requires: more would cost every server the same, and bring the ratios closer to 1.
  const request = { text: `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, status: 200 }
  const endsAt = performance.now() + seconds * 1000
  let requests = 0
  let isSending = true
  // Busy-waits: waking this process would cost the server CPU, and a slow server would wake it more often.
  const stayAwake = (): void => {
    if (isSending) setImmediate(stayAwake)
  }
  stayAwake()
  const took = await sendRequests({ ports: [port], connections }, () => {
    if (performance.now() > endsAt) return undefined
    requests += 1
    return request
  })
  isSending = false
  return { requests, seconds: took }
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
