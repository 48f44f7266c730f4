// `bundle-services.mjs FOLDER [SOURCE…]`: programs, those of `commands.mjs` unless others are named, and their threads as a
// few files. What they read beside their sources (SQL, texts of pages, manuals) stays there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { digestOf } from './build-once.mjs'
import { programs } from './commands.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, , target = '', ...others] = process.argv
const folder = resolve(target)
const sources = others.length > 0 ? others.map((path) => [basename(path, '.ts'), path]) : Object.entries(programs)
/** Not bundled: packages with machine code, and packages that read their own files. */
const NOT_BUNDLED = [
  'better-sqlite3',
  '@node-rs/argon2',
  'quickjs-wasi',
  'rolldown',
  'bufferutil',
  'utf-8-validate',
  'pg-native',
]
/** The sandbox's process may read only its own files, so it needs a bundle of its own. */
const SANDBOX = /\/sandbox\/src\/guest\//
/** A script that a thread or a process runs. */
const SCRIPT = /new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g

const inputs = new Map(sources.map(([name, path]) => [join(root, path), name]))
for (const path of ['packages', 'services'].flatMap(sourcesBelow)) {
  for (const [, script = ''] of readFileSync(path, 'utf8').matchAll(SCRIPT)) {
    const source = resolve(dirname(path), script)
    if (!SANDBOX.test(source)) inputs.set(source, basename(source, '.ts'))
  }
}

function sourcesBelow(place) {
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)src\/.*(?<!\.test)\.ts$/.test(path) && !/(^|\/)(node_modules|world)\//.test(path))
    .map((path) => join(root, place, path))
}

/** Rewrites paths, so that a module finds the files beside its source and the bundles of the scripts that it starts. */
const ownPlaces = {
  name: 'own-places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      if (id.includes('/node_modules/')) return undefined
      const own = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`
      const parts = code.split(SCRIPT)
      // Every second part is the name of a script.
      const placed = parts.map((part, nth) => {
        if (nth % 2 === 0) return part.replaceAll('import.meta.url', own)
        const bundled = inputs.get(resolve(dirname(id), part))
        return bundled === undefined ? `new URL('${part}', ${own})` : `new URL('./${bundled}.js', import.meta.url)`
      })
      return { code: placed.join(''), map: null }
    },
  },
}

/** The API pages can write their document as YAML, which no route does. */
const noYaml = {
  name: 'no-yaml',
  resolveId: { filter: { id: /^yaml$/ }, handler: () => '\0no-yaml' },
  load: { filter: { id: /^\0no-yaml$/ }, handler: () => 'export {}' },
}

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries([...inputs].map(([source, name]) => [name, source])),
  external: NOT_BUNDLED,
  plugins: [ownPlaces, noYaml],
  onLog(level, log) {
    if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
  },
})
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  // Line breaks are kept, because stack traces name lines. Expressions are not minified: that takes a fifth of the build.
  minify: { mangle: true, compress: false, codegen: { removeWhitespace: false } },
  sourcemap: true,
  sourcemapExcludeSources: true,
  comments: { legal: true, annotation: false, jsdoc: false },
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()

const modules = new Set(['package-lock.json', 'scripts/bundle-services.mjs', 'scripts/commands.mjs'])
for (const chunk of output.filter(({ type }) => type === 'chunk')) {
  finish(join(folder, chunk.fileName))
  for (const id of chunk.moduleIds) if (!/\/node_modules\/|\0/.test(id)) modules.add(relative(root, id))
}
const made = [...modules].sort()
writeFileSync(
  join(folder, 'stamp.json'),
  JSON.stringify({ made, digest: digestOf(root, basename(folder).replace(/-new$/, ''), made) }),
)

/**
 * Modules of Node without their ESM facade, which reads every export: `node:http` would load a second undici. In ASCII,
 * because V8 keeps a text that has other characters than Latin ones in twice the memory.
 */
function finish(file) {
  const code = readFileSync(file, 'utf8')
    .replaceAll(/^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+)|\{(.*)\})? from ("[^"]+");$/gm, toRequired)
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  writeFileSync(file, code)
}

function toRequired(line, whole, space, names, quoted) {
  if (!isBuiltin(JSON.parse(quoted))) return line
  const module = `process.getBuiltinModule(${quoted})`
  if (/\bdefault as\b/.test(names ?? '')) throw new Error(`not read without its facade: ${line}`)
  const parts = [whole, space, names && `{${names.replaceAll(' as ', ': ')}}`].filter(Boolean)
  return `const ${parts.map((part) => `${part} = ${module}`).join(', ')};`
}
