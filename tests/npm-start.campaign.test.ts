import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterEach, expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Started {
  readonly npm: ChildProcess
  readonly wallet: string
  readonly prices: string
  readonly output: () => string
  /** npm's own and all below, by process id; read while they run. */
  readonly processes: () => readonly number[]
}

const left: (() => void)[] = []
afterEach(() => left.splice(0).forEach((end) => end()))

test('npm ended by SIGTERM stops both services, the wallet service first, and leaves no process', async () => {
  const { npm, output, processes } = await startBoth()
  const all = processes()
  npm.kill('SIGTERM')
  await gone(all)
  const stopped = output()
    .split('\n')
    .filter((line) => line.includes('"msg":"stopping"'))
  expect(stopped.map((line) => JSON.parse(line).service)).toEqual(['wallet', 'prices'])
})

test.each([
  ['npm', 0],
  ['the script of npm start', 1],
  ['the process that runs both services', 2],
])('%s killed by SIGKILL leaves no process', async (_name, depth) => {
  const { processes } = await startBoth()
  const all = processes()
  const victim = all[depth]
  if (victim === undefined) throw new Error(`only ${all.length} processes`)
  process.kill(victim, 'SIGKILL')
  await gone(all)
})

test('a price aggregator that dies stops the wallet service in order', async () => {
  const { processes, output } = await startBoth()
  const all = processes()
  const prices = all.find((pid) => commandOf(pid).includes('price-aggregator'))
  if (prices === undefined) throw new Error('no price aggregator')
  process.kill(prices, 'SIGKILL')
  await gone(all)
  expect(output()).toMatch(/"service":"wallet".*"msg":"stopping"/)
})

async function startBoth(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [port, pricesPort] = [await reservePort(), await reservePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    PRICES_PORT: String(pricesPort),
    SERVICE_DATA_FOLDER: folder,
    PRICES_DATA_FOLDER: folder,
  }
  // Variables of the npm that runs this test are not part of the command.
  for (const name of Object.keys(env))
    if (/^npm_|^VITEST|^NODE_(ENV|OPTIONS)$/.test(name)) Reflect.deleteProperty(env, name)
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const wallet = `http://127.0.0.1:${port}`
  const prices = `http://127.0.0.1:${pricesPort}`
  const processes = (): number[] => below(npm.pid ?? 0)
  await expect.poll(() => answers(`${wallet}/ready`), { timeout: 60_000 }).toBe(true)
  await expect.poll(() => answers(`${prices}/health`), { timeout: 60_000 }).toBe(true)
  const all = processes()
  left.push(() => all.filter(isRunning).forEach((pid) => process.kill(pid, 'SIGKILL')))
  return { npm, wallet, prices, output: () => said, processes }
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

/** The state and the parent stand behind the name, which is in brackets. */
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
