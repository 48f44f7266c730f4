import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sourceStack } from './source-stack.ts'

function bundleWith(map: object | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  if (map !== undefined) writeFileSync(join(folder, 'start.js.map'), JSON.stringify(map))
  return pathToFileURL(join(folder, 'start.js')).href
}

/** Line 3, column 11 comes from line 6, column 8. */
const MAP = { version: 3, sources: ['../wallet/src/pay.ts'], names: [], mappings: ';;UAKO' }

test('a stack of a bundle names the lines of the sources', () => {
  const file = bundleWith(MAP)
  const frames = (place: string): string =>
    `Error: no route\n    at pay (${place})\n    at async ${place}\n    at node:internal/timers:685:17`
  const source = `${new URL('../wallet/src/pay.ts', file).href}:6:8`
  expect(sourceStack(frames(`${file}:3:11`))).toBe(frames(source))
  expect(sourceStack(frames(`${file}:3:11`))).toBe(frames(source))
})

test.each([
  ['without a map', undefined, '3:11'],
  ['outside of what its map covers', MAP, '1:1'],
])('a stack line that is %s stays unchanged', (_what, map, place) => {
  const stack = `Error: no route\n    at pay (${bundleWith(map)}:${place})`
  expect(sourceStack(stack)).toBe(stack)
})
