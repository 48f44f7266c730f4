import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePatchedCopy, type PatchedCopy } from './patched-copy.ts'
import { SEEDED_DEFECTS } from './seeded-defects.ts'
import { SEEDED_PROOF_DEFECTS } from './seeded-proof-defects.ts'

/** A defect has to be noticed within a minute, or the suite is too weak (rule H13). */
const NOTICED_MS = 60_000

const DEFECTS = [...SEEDED_DEFECTS, ...SEEDED_PROOF_DEFECTS]

let copy: PatchedCopy
beforeAll(() => {
  copy = makePatchedCopy()
})
afterAll(() => copy.remove())

test('without a defect all the named tests pass', async () => {
  const { failures, passed, output } = await copy.test(DEFECTS.map(({ caughtBy }) => caughtBy))
  expect(failures, output).toEqual([])
  expect(passed).toBeGreaterThan(DEFECTS.length)
})

test.for(DEFECTS)('noticed: $name', { timeout: NOTICED_MS * 3 }, async ({ edits, caughtBy, name }) => {
  const since = performance.now()
  const { failures, output } = await copy.withDefect(edits, () => copy.test([caughtBy]))
  expect(failures.length, `no test noticed: ${name}\n${output}`).toBeGreaterThan(0)
  // Code with a syntax error would fail every test, and prove nothing.
  expect(failures.filter((text) => /SyntaxError|ReferenceError|is not defined|no tests:/.test(text))).toEqual([])
  expect(
    failures.some((text) => text.includes('AssertionError')),
    failures.join('\n'),
  ).toBe(true)
  expect(performance.now() - since).toBeLessThan(NOTICED_MS)
})
