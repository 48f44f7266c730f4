import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE_FOLDERS = ['packages', 'services', 'extensions', 'examples', 'apps', 'tests', 'bench', 'scripts']

/** Files that the service serves beside the scripts of pages, and their place in this repository. */
const SERVED_BESIDE = new Map([
  ['services/wallet/src/extensions/pages/fields/secret-kind.js', 'packages/page/src/secret-kind.js'],
  ['services/wallet/src/extensions/pages/translate.js', 'packages/page/src/translate.js'],
  ['services/wallet/src/extensions/pages/numbers/read-typed-number.js', 'packages/money/src/read-typed-number.js'],
  ['services/wallet/src/extensions/pages/numbers/write-money.js', 'packages/money/src/write-money.js'],
])

/** Every source file with what it imports: `./x.ts` resolved to a repository path, packages by name. */
export const files = SOURCE_FOLDERS.flatMap((folder) => listSources(join(ROOT, folder))).map((path) => {
  const text = readFileSync(path, 'utf8')
  return { path: relative(ROOT, path), text, imports: importsOf(text, path) }
})
export const shipped = files.filter(
  ({ path }) => !/\.(test|contract)\.ts$/.test(path) && /^(packages|services|extensions|apps)\//.test(path),
)

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules') && !path.includes('/dist'))
}

/** `import`, `export … from` and `import()`; type imports count like any other. */
function importsOf(text: string, path: string): string[] {
  const specifiers = [
    ...text.matchAll(
      /^(?:import\b|export\b[^'"`=()]*\bfrom\b)[^'"`]*?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ]
  return (
    specifiers
      .map((match) => match[1] ?? match[2] ?? '')
      // The suffix for the bundler, `?worker&url`, is not part of its name.
      .map((specifier) => specifier.replace(/(?<=^\..*)\?[\w&]+$/, ''))
      .map((specifier) => {
        const own = /^@satchel\/([\w-]+)\/(.+)$/.exec(specifier)
        if (own?.[1] === 'extensions') return `extensions/${own[2]}.ts`
        if (own?.[2]?.startsWith('world/')) return `packages/${own[1]}/${own[2]}.ts`
        if (own !== null) return sourceOf(`packages/${own[1]}/src/${own[2]}`)
        if (!specifier.startsWith('.')) return specifier
        const target = relative(ROOT, resolve(dirname(path), specifier))
        return SERVED_BESIDE.get(target) ?? target
      })
  )
}

/** A file that browsers load unchanged has no types to strip. */
function sourceOf(path: string): string {
  return existsSync(join(ROOT, `${path}.js`)) ? `${path}.js` : `${path}.ts`
}

export const offences = (
  found: readonly { path: string; imports: readonly string[] }[],
  wrong: (from: string, to: string) => boolean,
) =>
  found.flatMap(({ path, imports }) =>
    imports.filter((target) => wrong(path, target)).map((target) => `${path} → ${target}`),
  )
