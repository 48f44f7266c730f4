import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TIPJAR } from '@satchel/extensions/tipjar/tipjar'
import { bundleCode } from '@satchel/sandbox/bundle-code'
import type { HostSide } from '@satchel/sandbox/host-side'
import { LIMITS } from '@satchel/sandbox/limits'
import type { GuestCode } from '@satchel/sandbox/load-code'
import type { Json } from '@satchel/sandbox/messages'
import { openSandbox } from '@satchel/sandbox/sandbox'
import { residentMb } from '@satchel/sandbox/world/resident-mb'

const AT_ONCE = 50

/**
 * `npm run bench sandbox`: what the sandbox adds to a run with two calls of the host, and what packages cost that are
 * loaded, and at rest. `--runs 5000`, `--packages 50`; `--rest` waits until they are unloaded.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5000' },
      packages: { type: 'string', default: '50' },
      rest: { type: 'boolean', default: false },
    },
  })
  const [runs, packages] = [Number(values.runs), Number(values.packages)]
  const sandbox = openSandbox({ onBreach: (extension, breach) => console.error(`${extension}: ${breach}`) })
  const lines = ['| | built-in runner | sandbox | difference |', '|---|--:|--:|--:|']
  const direct = await measure(runs, () => readTwice({ title: 'First' }, context))
  const boxed = await measure(runs, () => sandbox.run(READS_TWICE, CALL, host, 5000))
  const row = (what: string, read: (times: readonly number[]) => number): void => {
    const values = [read(direct), read(boxed), read(boxed) - read(direct)]
    lines.push(`| ${what} | ${values.map((value) => value.toFixed(3)).join(' | ')} |`)
  }
  row('run with two calls, p50, ms', (times) => times[Math.floor(times.length / 2)] ?? 0)
  row('p99, ms', (times) => times[Math.floor(times.length * 0.99)] ?? 0)
  row('mean, ms', (times) => times.reduce((sum, time) => sum + time, 0) / times.length)
  const began = performance.now()
  const turns = Math.ceil(runs / AT_ONCE)
  const runAll = async (): Promise<void> => {
    for (let n = 0; n < turns; n += 1) await sandbox.run(READS_TWICE, CALL, host, 5000)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runAll))
  const perSecond = ((turns * AT_ONCE) / (performance.now() - began)) * 1000
  const idle = residentMb(sandbox.pids())
  await loadAll(packages, (code) => sandbox.run(code, { path: ['spendCeiling'], args: [] }, host, 30_000))
  const full = residentMb(sandbox.pids())
  if (values.rest) await pause(2 * LIMITS.restMs + 5000)
  const rested = values.rest ? `, ${sandbox.pids().length === 0 ? 'no process' : 'a process'} at rest` : ''
  process.stdout.write(`${lines.join('\n')}\n\n${perSecond.toFixed(0)} runs/s of one extension. `)
  process.stdout.write(
    `The process: ${idle.toFixed(0)} MB, ${full.toFixed(0)} MB after ${packages} packages${rested}.\n`,
  )
  process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores.\n`)
  await sandbox.stop()
}

/** The handler: the built-in runner calls this function, the sandbox gets its text. */
async function readTwice(given: { title: string }, ctx: typeof context): Promise<Json> {
  const [one, other] = [await ctx.items.get('a'), await ctx.items.get('b')]
  return { ...given, one, other }
}
const READS_TWICE: GuestCode = {
  extension: 'reads',
  version: '1',
  source: async () => `export default { f: ${readTwice.toString()} }`,
}
const CALL = { path: ['f'], args: [{ title: 'First' }], contextAt: 1 }
const ITEM = { id: 'a', title: 'First', wallet: 'wallet:1:0', version: 1, created_at: 1, updated_at: 1 }
const context = { items: { get: async (_id: string): Promise<Json> => ITEM } }
const host: HostSide = {
  now: () => Date.now(),
  facts: () => ({ may: [], values: { base: 'https://pay.example/reads' } }),
  call: () => context.items.get('a'),
  ask: () => null,
  notice: () => undefined,
  toGuestError: () => undefined,
}

async function measure(runs: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  for (let n = 0; n < 200; n += 1) await work()
  const times: number[] = []
  for (let n = 0; n < runs; n += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)
}

/** Loads the code of the tip jar, which has a usual size, under many names. */
async function loadAll(count: number, use: (code: GuestCode) => Promise<unknown>): Promise<void> {
  const entry = fileURLToPath(import.meta.resolve(`@satchel/extensions/${TIPJAR.manifest.id}/${TIPJAR.manifest.id}`))
  const source = bundleCode(entry, 'TIPJAR')
  for (let n = 0; n < count; n += 1) {
    const code = { extension: `package${n}`, version: '1', source: () => source }
    await use(code).catch(() => undefined)
  }
}

await main()
