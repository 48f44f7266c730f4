import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { CODE_FILE, packCode } from '@satchel/extension-kit/pack-code'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { LIMITS } from '@satchel/sandbox/limits'
import { residentMb } from '@satchel/sandbox/world/resident-mb'
import { buildPackage } from '../services/wallet/world/extensions/build-archive.ts'
import { median } from './median.ts'
import type { ServerProcess } from './server-process.ts'
import { logIn, startWalletServer, stopWalletServer } from './wallet/wallet-server.ts'

/** A package of a usual size: a page, a form, a table, payments. */
const PACKAGE = fileURLToPath(new URL('../examples/extensions/board/board.ts', import.meta.url))

/** Memory is given back some time after a package has been unloaded. */
const REST_MS = 2 * LIMITS.restMs + 5000

/**
 * `npm run bench packages`: what 50 installed packages add to the start of the service and to its memory, beside a service
 * without any. `--packages 50`, `--starts 9`, `--rounds 3` of the memory, each of which waits two minutes.
 */
async function main(): Promise<void> {
  const number = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const { values } = parseArgs({ options: { packages: number('50'), starts: number('9'), rounds: number('3') } })
  const places = [makePlace(), makePlace()] as const
  try {
    const count = Number(values.packages)
    const without = await openContender(places[0], 0)
    const withAll = await openContender(places[1], count)
    const starts = await inTurns([without, withAll], Number(values.starts), measureStart)
    const memory: (readonly [Memory, Memory])[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      memory.push(await Promise.all([measureMemory(without, count), measureMemory(withAll, count)]))
    }
    const lines = [
      `| | without | with ${count} packages | difference |`,
      '|---|--:|--:|--:|',
      row('from the start to the first answer, ms', starts, ({ ms }) => ms),
      row('CPU time until then, ms', starts, ({ cpuMs }) => cpuMs),
      row('memory after the start, MB', memory, ({ started }) => started),
      row('memory after each was used, with the sandbox, MB', memory, ({ used }) => used),
      row('memory at rest again, MB', memory, ({ rested }) => rested),
    ]
    const about = `medians of ${values.starts} starts and ${values.rounds} rounds`
    process.stdout.write(`${lines.join('\n')}\n\nNode ${process.version}, ${availableParallelism()} cores, ${about}.\n`)
  } finally {
    for (const { folder } of places) rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly folder: string
  readonly packages: string
}

function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-packages-'))
  const packages = join(folder, 'packages')
  mkdirSync(packages)
  return { folder, packages }
}

interface Contender {
  start(): Promise<ServerProcess>
  /** Of each package. */
  readonly pages: readonly string[]
}

/** A service that has been set up and is stopped: so many packages installed, with an item each. */
async function openContender({ folder, packages }: Place, count: number): Promise<Contender> {
  const env = {
    SERVICE_EXTENSIONS_PATH: packages,
    SERVICE_SIM_CONTROL: `127.0.0.1:${await reservePort()}`,
    // As `npm run wallet` starts it.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const start = () =>
    startWalletServer({ dialect: 'sqlite', folder, url: `sqlite://${join(folder, 'satchel.db')}` }, env)
  const ids = await dropPackages(packages, count)
  const server = await start()
  const user = await logIn(server.port)
  const { adminkey } = await user.defaultWallet()
  const pages: string[] = []
  for (const id of ids) {
    await user.askAsUser('POST', '/api/v1/extension', { ext_id: id, source_repo: 'local' })
    const body = { title: 'Cause', goal: 1000 }
    const item = await user.ask<{ id: string }>('POST', `/${id}/api/v1/`, { 'x-api-key': adminkey }, body)
    pages.push(`/${id}/p/${item.id}`)
  }
  await stopWalletServer(server)
  return { start, pages }
}

/** The same package under many names: archives in the folder of a service. */
async function dropPackages(folder: string, count: number): Promise<readonly string[]> {
  const { manifest, source } = await packCode(PACKAGE, {})
  const ids = Array.from({ length: count }, (_one, index) => `bench_${index}`)
  for (const id of ids) {
    const archive = await buildPackage({ ...manifest, id }, [{ name: CODE_FILE, content: source }])
    writeFileSync(join(folder, `${id}.zip`), archive)
  }
  return ids
}

interface Start {
  readonly ms: number
  readonly cpuMs: number
}

/** Its process is a new one. */
async function measureStart({ start }: Contender): Promise<Start> {
  const began = performance.now()
  const server = await start()
  const ms = performance.now() - began
  const cpuMs = (await server.cpuMicroseconds()) / 1000
  await stopWalletServer(server)
  return { ms, cpuMs }
}

interface Memory {
  readonly started: number
  readonly used: number
  readonly rested: number
}

/** Both answer as many requests. */
async function measureMemory({ start, pages }: Contender, requests: number): Promise<Memory> {
  const server = await start()
  const now = (): number => residentMb([server.pid, ...childrenOf(server.pid)])
  const started = now()
  for (let n = 0; n < requests; n += 1) await readPage(server.port, pages[n] ?? '/api/v1/health')
  const used = now()
  await pause(REST_MS)
  const rested = now()
  await stopWalletServer(server)
  return { started, used, rested }
}

async function readPage(port: number, path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** The processes of its sandbox. */
const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Both in each round, in the other order than the round before; the first round only warms up. */
async function inTurns(
  [one, other]: readonly [Contender, Contender],
  rounds: number,
  measure: (contender: Contender) => Promise<Start>,
): Promise<readonly (readonly [Start, Start])[]> {
  const pairs: (readonly [Start, Start])[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const isEven = round % 2 === 0
    const first = await measure(isEven ? one : other)
    const second = await measure(isEven ? other : one)
    if (round > 0) pairs.push(isEven ? [first, second] : [second, first])
  }
  return pairs
}

/** The difference is the median of those within a round. */
function row<T>(what: string, pairs: readonly (readonly [T, T])[], read: (one: T) => number): string {
  const middle = (of: (pair: readonly [T, T]) => number): string => median(pairs.map(of)).toFixed(0)
  const columns = [
    middle(([one]) => read(one)),
    middle(([, other]) => read(other)),
    middle(([one, other]) => read(other) - read(one)),
  ]
  return `| ${what} | ${columns.join(' | ')} |`
}

await main()
