import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIMULATED_DEFECTS } from '../simulation/seeded-defects.ts'
import { makePatchedCopy, type PatchedCopy } from './patched-copy.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SHARE = process.env['SEEDS'] ?? '500'
/** A share takes a minute on a free core. */
const SHARE_MS = 600_000
/** A campaign would miss a defect that needs more seeds. */
const FOUND_WITHIN = '200'

let copy: PatchedCopy
beforeAll(() => {
  copy = makePatchedCopy()
})
afterAll(() => copy.remove())

/** The simulation as it is run by hand, in a separate process, because it replaces clocks and chance. */
async function simulate(
  root: string,
  ...args: string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const program = join(root, 'services/wallet/test/simulation/simulate.ts')
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

test('no seed loses what was acknowledged, nor what the node did', { timeout: SHARE_MS }, async () => {
  const { code, output } = await simulate(ROOT, '--seeds', SHARE)
  expect(code, output.slice(-20_000)).toBe(0)
  expect(output).toContain(`${SHARE} seeds, 0 failed`)
  process.stdout.write(`simulation: ${output.trim().split('\n').at(-1)}\n`)
})

test('a seed repeats its run exactly', { timeout: SHARE_MS }, async () => {
  const [first, second] = await Promise.all([simulate(ROOT, '--seed', '7'), simulate(ROOT, '--seed', '7')])
  expect(first.output).toMatch(/seed 7: \d{4,} events, trace [0-9a-f]{16}/)
  expect(second.output).toBe(first.output)
})

test.for(SIMULATED_DEFECTS)('found within 200 seeds: $name', { timeout: SHARE_MS }, async ({ edits, breaks }) => {
  const { code, output } = await copy.withDefect(edits, () => simulate(copy.folder, '--seeds', FOUND_WITHIN))
  const broken = output.split('\n').filter((line) => / breaks: /.test(line))
  expect(code, output.slice(-2000)).toBe(1)
  expect(
    broken.some((line) => breaks.test(line)),
    broken.join('\n') || output.slice(-2000),
  ).toBe(true)
})
