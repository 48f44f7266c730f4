import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Compiles files of this repository, with everything they import, to JavaScript and type declarations in `into`, by their
 * paths in the repository. Node strips no types below `node_modules`. Returns the packages they need, with versions.
 */
export function compileSources(entries: readonly string[], into: string): Readonly<Record<string, string>> {
  const { sources, packages } = collect(entries)
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  // Inside the repository, where the compiler finds the types of packages.
  const stage = mkdtempSync(join(ROOT, 'dist', '.author-kit-'))
  try {
    for (const [path, text] of sources) write(join(stage, 'src', path), text)
    write(join(stage, 'package.json'), '{ "type": "module" }')
    write(join(stage, 'tsconfig.json'), JSON.stringify(configFor(into)))
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', stage], { stdio: ['ignore', 2, 2] })
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  return Object.fromEntries([...packages].sort().map((name) => [name, installedVersion(name)]))
}

const configFor = (into: string): object => ({
  extends: join(ROOT, 'tsconfig.base.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    resolveJsonModule: true,
    rootDir: 'src',
    outDir: into,
    allowImportingTsExtensions: false,
  },
  include: ['src'],
})

interface Collected {
  /** By path: the text, with imports that name compiled files. */
  readonly sources: ReadonlyMap<string, string>
  /** Names of packages of the registry. */
  readonly packages: ReadonlySet<string>
}

const IMPORT = /(\bfrom |\bimport\(|^import )'([^'\n]+)'/gm

function collect(entries: readonly string[]): Collected {
  const sources = new Map<string, string>()
  const packages = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sources.has(path)) continue
    const from = dirname(path)
    const text = readFileSync(join(ROOT, path), 'utf8')
    const compiled = text.replace(IMPORT, (whole, before: string, specifier: string) => {
      const target = targetOf(specifier, from)
      if (target !== undefined) {
        waiting.push(target)
        return `${before}'${specifierOf(target, from)}'`
      }
      if (!specifier.startsWith('node:')) packages.add(packageOf(specifier))
      return whole
    })
    sources.set(path, path.endsWith('.ts') ? compiled : text)
  }
  return { sources, packages }
}

/** The file of this repository that an import names; undefined = it names a package. */
function targetOf(specifier: string, from: string): string | undefined {
  const own = /^@satchel\/([\w-]+)\/(.+)$/.exec(specifier)
  if (own !== null) return `packages/${own[1]}/src/${own[2]}.ts`
  return specifier.startsWith('.') ? join(from, specifier) : undefined
}

function specifierOf(target: string, from: string): string {
  const path = relative(from, target).replace(/\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const installedVersion = (name: string): string =>
  (JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
