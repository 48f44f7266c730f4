import { spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Edit, SeededDefect } from './seeded-defects.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const COPIED = ['packages', 'extensions', 'services/wallet']
const WALLET_SOURCES = 'services/wallet/src'

export interface TestRun {
  readonly passed: number
  /** The messages of the failed tests. */
  readonly failures: readonly string[]
  readonly output: string
}

/** A copy of the sources, for defects that must not touch the real ones. */
export interface PatchedCopy {
  readonly folder: string
  /** Applies the edits while `run` runs. Throws if the text of an edit does not occur exactly once. */
  withDefect<T>(edits: readonly Edit[], run: () => Promise<T>): Promise<T>
  /** Runs the named tests on SQLite, in a separate process. */
  test(cases: readonly SeededDefect['caughtBy'][]): Promise<TestRun>
  remove(): void
}

export function makePatchedCopy(): PatchedCopy {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-defects-'))
  copySources(folder)
  return {
    folder,
    async withDefect(edits, run) {
      const originals = new Map(edits.map(({ file }) => [pathOf(file), readFileSync(join(ROOT, pathOf(file)), 'utf8')]))
      try {
        for (const edit of edits) applyEdit(folder, edit)
        return await run()
      } finally {
        for (const [path, text] of originals) writeFileSync(join(folder, path), text)
      }
    },
    test: (cases) => runTests(folder, cases),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function copySources(folder: string): void {
  for (const part of COPIED) {
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !['node_modules', 'campaigns'].includes(basename(path)),
    })
  }
  linkModules(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    linkModules(join(ROOT, 'packages', name, 'node_modules'), join(folder, 'packages', name, 'node_modules'))
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@satchel', name))
  }
  linkModules(join(ROOT, 'extensions/node_modules'), join(folder, 'extensions/node_modules'))
  symlinkSync(join(folder, 'extensions'), join(folder, 'node_modules/@satchel/extensions'))
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  // Only SQLite: a server for each defect would take longer than its tests.
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { include: ['services/**/*.test.ts'], isolate: false, testTimeout: 20000, bail: 1 } }`,
  )
}

/** Links all packages except our own, which are copied. */
function linkModules(from: string, to: string): void {
  mkdirSync(join(to, '@satchel'), { recursive: true })
  let names: string[] = []
  try {
    names = readdirSync(from)
  } catch {
    return
  }
  for (const name of names)
    if (name !== '@satchel' && !name.startsWith('.')) symlinkSync(join(from, name), join(to, name))
}

const pathOf = (file: string): string => (file.startsWith('packages/') ? file : join(WALLET_SOURCES, file))

function applyEdit(folder: string, { file, find, replace }: Edit): void {
  const path = join(folder, pathOf(file))
  const parts = readFileSync(path, 'utf8').split(find)
  if (parts.length !== 2) throw new Error(`${file}: found ${parts.length - 1} times, not once: ${find}`)
  writeFileSync(path, parts.join(replace))
}

interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[]
  }[]
}

async function runTests(folder: string, cases: readonly SeededDefect['caughtBy'][]): Promise<TestRun> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const files = [...new Set(cases.map(({ file }) => `${WALLET_SOURCES}/${file}`))]
  const names = `on sqlite.*(${[...new Set(cases.map(({ test }) => test))].join('|')})`
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--reporter=json', `--outputFile=${report}`, '-t', names, ...files],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise((resolve) => child.once('exit', resolve))
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    failures: [
      ...results.filter(({ status }) => status === 'failed').map(({ failureMessages }) => failureMessages.join('\n')),
      // A file that cannot even be loaded has no tests.
      ...testResults
        .filter(({ assertionResults }) => assertionResults.length === 0)
        .map(({ message }) => `no tests: ${message}`),
    ],
    output,
  }
}
