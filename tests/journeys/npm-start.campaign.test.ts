import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceStack } from '@satchel/http/source-stack'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterEach, expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Begun {
  readonly npm: ChildProcess
  readonly output: () => string
}

interface Started extends Begun {
  /** npm's own and all below, by process id; read while they run. */
  readonly processes: () => readonly number[]
}

const left: (() => void)[] = []
afterEach(() => left.splice(0).forEach((end) => end()))

test('both services are one process; npm ended by SIGTERM stops them, the wallet service first, and leaves no process', async () => {
  const { npm, output, processes } = await startBoth()
  const all = processes()
  expect(all).toHaveLength(2)
  expect(commandOf(all[1] ?? 0)).toContain(' services/dist/start.js')
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  await gone(all)
  expect(stopping(output())).toEqual(['wallet', 'prices'])
})

test.each([
  ['npm', 0],
  ['the process that runs both services', 1],
])('%s killed by SIGKILL leaves no process', async (_name, depth) => {
  const { processes } = await startBoth()
  const all = processes()
  const victim = all[depth]
  if (victim === undefined) throw new Error(`only ${all.length} processes`)
  process.kill(victim, 'SIGKILL')
  await gone(all)
})

test.each([
  ['price aggregator', 'PRICES_PORT', []],
  ['wallet service', 'PORT', ['prices']],
])('a %s that cannot start is reported and ends both, with 1', async (name, variable, stopped) => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const port = String((taken.address() as AddressInfo).port)
  const { npm, output } = await begin({ PORT: '0', PRICES_PORT: '0', [variable]: port })
  expect((await once(npm, 'exit'))[0]).toBe(1)
  expect(output()).toContain(`${name} cannot start:\n  PORT: ${port} is already in use on 127.0.0.1\n`)
  expect(stopping(output())).toEqual(stopped)
})

test('a stack of a bundle names the lines of the sources', () => {
  const { stderr } = spawnSync(process.execPath, ['services/dist/sqlite-check-process.js'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const source = readFileSync(join(ROOT, 'services/wallet/src/db/sqlite/sqlite-check-process.ts'), 'utf8')
  const line = source.split('\n').findIndex((each) => each.includes('throw new Error(')) + 1
  expect(sourceStack(stderr)).toContain(`services/wallet/src/db/sqlite/sqlite-check-process.ts:${line}:`)
})

/** The services that logged their stop, in this order. */
const stopping = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line.includes('"msg":"stopping"'))
    .map((line) => JSON.parse(line).service)

async function begin(ports: Readonly<Record<string, string>>): Promise<Begun> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...process.env, ...ports, SERVICE_DATA_FOLDER: folder, PRICES_DATA_FOLDER: folder }
  // Variables of the npm that runs this test are not part of the command.
  for (const name of Object.keys(env))
    if (/^npm_|^VITEST|^NODE_(ENV|OPTIONS)$/.test(name)) Reflect.deleteProperty(env, name)
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { npm, output: () => said }
}

async function startBoth(): Promise<Started> {
  const [port, pricesPort] = [await reservePort(), await reservePort()]
  const begun = await begin({ PORT: String(port), PRICES_PORT: String(pricesPort) })
  const processes = (): number[] => below(begun.npm.pid ?? 0)
  await expect.poll(() => answers(`http://127.0.0.1:${port}/ready`), { timeout: 60_000 }).toBe(true)
  await expect.poll(() => answers(`http://127.0.0.1:${pricesPort}/health`), { timeout: 60_000 }).toBe(true)
  const all = processes()
  left.push(() => all.filter(isRunning).forEach((pid) => process.kill(pid, 'SIGKILL')))
  return { ...begun, processes }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const gone = (all: readonly number[]): Promise<void> =>
  expect.poll(() => all.filter(isRunning).map(commandOf), { timeout: 15_000 }).toEqual([])

/** A process and its descendants, parents first. */
function below(root: number): number[] {
  const children = Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) })),
    ({ parent }) => parent,
  )
  const all = [root]
  for (const pid of all) all.push(...(children.get(pid) ?? []).map((child) => child.pid))
  return all
}

/** The state and the parent follow the name, which is in brackets. */
const statOf = (pid: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
const parentOf = (pid: number): number => Number(statOf(pid)[1])
const isRunning = (pid: number): boolean => ![undefined, 'Z', 'X'].includes(statOf(pid)[0])

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
