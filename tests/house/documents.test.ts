import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].concat(
  ['docs', 'docs/guide'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
)

test.each(['README.md', 'ARCHITECTURE.md'])('%s has at most 6 kB', (path) => {
  expect(Buffer.byteLength(read(path))).toBeLessThanOrEqual(6000)
})

test('a release has at most ten lines beside its upgrade notes', () => {
  const releases = read('CHANGELOG.md').split(/^## /m).slice(1)
  const long = releases.filter((release) => {
    const parts = release.split(/^### /m).filter((part) => !part.startsWith('Upgrade notes'))
    return (parts.join('').match(/^- /gm) ?? []).length > 10
  })
  expect(long.map((release) => release.split('\n')[0])).toEqual([])
})

test('every `npm run` of the documentation exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object }
  // Commands of an author's folder, and a placeholder.
  const known = new Set([...Object.keys(scripts), 'COMMAND', 'dev', 'pack'])
  const named = pages.flatMap((path) =>
    [...read(path).matchAll(/\bnpm run ([\w:-]*\w)/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
})

test('every path of the repository in the documentation exists', () => {
  const paths = pages.flatMap((page) =>
    [
      ...read(page).matchAll(/[`\s]((?:apps|bench|ci|docs|ops|packages|scripts|services|tests)\/[\w./-]*\w)(?=[`\s])/g),
    ].map(([, path = '']) => path),
  )
  // vitest takes the beginning of a file's path. Capitals are a placeholder.
  const exists = (path: string): boolean =>
    /\/[A-Z]+$/.test(path) ||
    (existsSync(`${ROOT}${dirname(path)}`) &&
      readdirSync(`${ROOT}${dirname(path)}`).some((name) => name.startsWith(basename(path))))
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

test('curl calls in the documentation use options that curl 7.81 has', () => {
  const calls = pages.flatMap((path) =>
    [...read(path).matchAll(/\bcurl\b[^\n]*(?:\\\n[^\n]*)*/g)].map(([call]) => ({ path, call })),
  )
  expect(calls.length).toBeGreaterThan(10)
  // `--json` came with 7.82; Ubuntu 22.04 has 7.81.
  expect(calls.filter(({ call }) => call.includes('--json'))).toEqual([])
})
