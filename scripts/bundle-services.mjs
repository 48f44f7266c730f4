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
/** Machine code, and packages whose files are read. */
const NOT_BUNDLED = [
  'better-sqlite3',
  '@node-rs/argon2',
  'quickjs-wasi',
  'rolldown',
  'bufferutil',
  'utf-8-validate',
  'pg-native',
]
/** Its process may read nothing but its sources. */
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

/** A module finds what is beside its source, and the bundles of the scripts that it starts. */
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

/** What the services use of a package: undici without its fetch, caches and mocks; nothing of YAML. */
const PARTS = {
  undici: `
    import api from './lib/api/index.js'
    import Agent from './lib/dispatcher/agent.js'
    import Client from './lib/dispatcher/client.js'
    import Dispatcher from './lib/dispatcher/dispatcher.js'
    Object.assign(Dispatcher.prototype, api)
    export { Agent, Client }`,
  yaml: 'export {}',
}
const parts = {
  name: 'parts',
  resolveId: { filter: { id: /^(?:undici|yaml)$/ }, handler: (id) => join(root, 'node_modules', id, 'part.js') },
  load: { filter: { id: /\/part\.js$/ }, handler: (id) => PARTS[basename(dirname(id))] },
}

/**
 * Work of packages that the start does not need. The router compiles three functions for each of 1,000 routes, a sixth of
 * the CPU of a start: now routes share those with the same parameters, and what constraints of routes need is compiled
 * when a request needs it. AES computes its tables when it encrypts.
 */
const LATER = [
  [/\/find-my-way\/lib\/node\.js$/, 'const LONG_PREFIX_MIN_LENGTH = 16', 'const LONG_PREFIX_MIN_LENGTH = 2'],
  [
    /\/find-my-way\/lib\/handler-storage\.js$/,
    'createParamsObject: this._compileCreateParamsObject(params)',
    'createParamsObject: (HandlerStorage[`made ${params}`] ??= this._compileCreateParamsObject(params))',
  ],
  [
    /\/find-my-way\/lib\/handler-storage\.js$/,
    'this._compileGetHandlerMatchingConstraints(constrainer, constraints)',
    `this._getHandlerMatchingConstraints = (derived) => {
      this._compileGetHandlerMatchingConstraints(constrainer, constraints)
      return this._getHandlerMatchingConstraints(derived)
    }`,
  ],
  [
    /\/@noble\/ciphers\/aes\.js$/,
    'function genTtable(sbox, fn) {',
    `function genTtable(sbox, fn) {
      let made
      return new Proxy({}, { get: (_, name) => (made ??= computeTtable(sbox, fn))[name] })
    }
    function computeTtable(sbox, fn) {`,
  ],
]
const later = {
  name: 'later',
  transform: {
    filter: { id: LATER.map(([file]) => file) },
    handler(code, id) {
      const changed = LATER.filter(([file]) => file.test(id)).reduce((text, [, before, after]) => {
        if (!text.includes(before)) throw new Error(`${id} has changed: it has no ${before}`)
        return text.replace(before, () => after)
      }, code)
      return { code: changed, map: null }
    },
  },
}

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries([...inputs].map(([source, name]) => [name, source])),
  external: NOT_BUNDLED,
  plugins: [ownPlaces, parts, later],
  onLog(level, log) {
    if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
  },
})
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  // Lines stay: a stack names them, and Node prints the one that threw. To rewrite expressions takes a fifth of the build.
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
writeFileSync(join(folder, 'stamp.json'), JSON.stringify({ made, digest: digestOf(root, 'services', made) }))

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

function toRequired(line, whole, space = whole, names, quoted) {
  if (!isBuiltin(JSON.parse(quoted))) return line
  const module = `process.getBuiltinModule(${quoted})`
  const parts = [space, names && `{${names.replaceAll(' as ', ': ')}}`].filter(Boolean)
  return `const ${parts.map((part) => `${part} = ${module}`).join(', ')};`
}
