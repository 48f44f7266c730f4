import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { LANGUAGES } from '@satchel/page/languages'
import { build, type Rollup } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { partOf } from './src/language/place-texts.ts'

type Chunk = Rollup.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** Budgets of docs/decisions/0036, in bytes of gzip. */
const UP_TO_HOME = 60_000
const EACH_PLACE = 25_000
/** What a place may fetch besides when it needs it, each with its reason. */
const APART = /^assets\/(?:zxing|scan-worker)/

const ROOT = fileURLToPath(new URL('.', import.meta.url))
/** Places without texts of the second part (places.ts). */
const STARTING = ['welcome/welcome', 'welcome/log-in', 'welcome/create-account', 'more/more'].map(
  (place) => `/places/${place}.tsx`,
)

let files: Map<string, Rollup.OutputChunk | Rollup.OutputAsset>

beforeAll(async () => {
  // Vitest names `test`, with which the builder adds what only developers need.
  process.env['NODE_ENV'] = 'production'
  const built = await build({ root: ROOT, mode: 'production', logLevel: 'error', build: { write: false } })
  files = new Map((built as Rollup.RollupOutput).output.map((file) => [file.fileName, file]))
}, 60_000)

const chunks = (): Chunk[] => [...files.values()].filter((file) => file.type === 'chunk')

const textOf = (name: string): string | Uint8Array => {
  const file = files.get(name)
  if (file === undefined) throw new Error(`${name} was not built`)
  return file.type === 'chunk' ? file.code : file.source
}

/** A chunk, everything that it imports, and their styles. */
function withImports(chunk: Chunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css)
  for (const name of chunk.imports) {
    const next = files.get(name)
    if (next?.type === 'chunk') withImports(next, seen)
  }
  return seen
}

const sizeOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(textOf(name), { level: 9 }).length, 0)

const moduleChunk = (ending: string): Chunk => {
  const found = chunks().find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending) === true)
  if (found === undefined) throw new Error(`no chunk of ${ending}`)
  return found
}

const upToHome = (language = 'en'): Set<string> =>
  new Set([
    'index.html',
    ...withImports(moduleChunk('/index.html')),
    ...withImports(moduleChunk(`/locales/${language}.json`)),
  ])

test.each(Object.keys(LANGUAGES))('everything up to Home, and its chart, fits in 60 kB, in %s', (language) => {
  const shell = upToHome(language)
  const later = withImports(moduleChunk('/places/home/month.tsx'))
  expect([...shell]).not.toEqual(expect.arrayContaining([moduleChunk('/places/home/month.tsx').fileName]))
  expect(sizeOf(new Set([...shell, ...later]))).toBeLessThan(UP_TO_HOME)
})

test('the page says in every language that the app needs scripts', () => {
  const said = [...String(textOf('index.html')).matchAll(/<p lang="(\w+)" dir="\w+">[^<]*JavaScript[^<]*<\/p>/g)]
  expect(said.map(([, language]) => language)).toEqual(Object.keys(LANGUAGES))
})

test('the start chunk uses only texts of the start part of the catalogue', () => {
  const chunksAtStart = [...upToHome(), ...STARTING.flatMap((place) => [...withImports(moduleChunk(place))])]
  const modules = chunks()
    .filter(({ fileName }) => chunksAtStart.includes(fileName))
    .flatMap(({ moduleIds }) => moduleIds)
  const own = modules.filter((id) => id.startsWith(ROOT) && /\.tsx?$/.test(id) && !id.includes('node_modules'))
  const keys = own.flatMap((id) =>
    [...readFileSync(id, 'utf8').matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, key]) => key),
  )
  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter((key) => partOf(key ?? '') !== 'start')).toEqual([])
})

test('each further place fits in 25 kB, as does each part that a place loads when it is opened', () => {
  const shell = upToHome()
  const places = chunks().filter(({ facadeModuleId }) => /\/(places|log-in)\//.test(facadeModuleId ?? ''))
  expect(places.length).toBeGreaterThan(10)
  const sizes = places.map((place) => {
    const files = withImports(place)
    // A part imports the chunk of the place that it is opened in, which is loaded already.
    const around = places.find(({ fileName }) => fileName !== place.fileName && files.has(fileName))
    const before = around === undefined ? shell : new Set([...shell, ...withImports(around)])
    const own = [...files].filter((name) => !before.has(name) && !APART.test(name))
    return { place: place.name, size: sizeOf(own) }
  })
  expect(sizes.filter(({ size }) => size > EACH_PLACE)).toEqual([])
})

test('the page has no inline script or style, and no script has a data: URL', () => {
  const page = String(textOf('index.html'))
  expect(page.match(/<script\b[^>]*>/g)).toEqual([expect.stringMatching(/ src="\/app\/assets\/[\w.-]+"/)])
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
  for (const { fileName, code } of chunks())
    expect([fileName, /data:(?:text|application)\/javascript/.test(code)]).toEqual([fileName, false])
})

test('the service worker caches the page and every file up to Home, and its own name has no hash', () => {
  const worker = String(textOf('sw.js'))
  expect(worker).not.toContain('__SHELL_FILES__')
  const kept = [...worker.matchAll(/\/app\/[\w./-]*/g)].map(([path]) => path)
  for (const name of upToHome()) {
    if (name === 'index.html' || name.endsWith('.css') || /\/[a-z]{2}-/.test(name)) continue
    expect(kept).toContain(`/app/${name}`)
  }
})

const publicFile = (path: string): Buffer => readFileSync(`${ROOT}public/${path.replace('/app/', '')}`)

test('the app can be installed: icons have the sizes in the manifest, and Receive and Scan are shortcuts', () => {
  expect(String(textOf('index.html'))).toContain('<link rel="manifest" href="/app/manifest.webmanifest"')
  const { icons, shortcuts, ...manifest } = JSON.parse(publicFile('manifest.webmanifest').toString())
  expect(manifest).toMatchObject({ id: '/app/', start_url: '/app/', scope: '/app/', display: 'standalone' })
  const drawn = (icons as { src: string; sizes: string; type: string; purpose: string }[])
    .filter(({ type }) => type === 'image/png')
    .map(({ src, sizes, purpose }) => {
      const png = publicFile(src)
      expect([src, sizes]).toEqual([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`])
      return `${sizes} ${purpose}`
    })
  expect(drawn).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  const routes = readFileSync(`${ROOT}src/app.tsx`, 'utf8')
  const places = (shortcuts as { url: string }[]).map(({ url }) => url.replace('/app', ''))
  expect(places).toEqual(expect.arrayContaining(['/receive', '/scan']))
  for (const place of places) expect(routes).toMatch(new RegExp(`<Route path="${place}(?:/\\*\\?)?">`))
})

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly hasInstallScript?: boolean
}

test('no dependency of the app or of its build has an install script', () => {
  const { packages } = JSON.parse(readFileSync(`${ROOT}../../package-lock.json`, 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  const ours = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    readonly dependencies: object
    readonly devDependencies: object
  }
  const seen = new Map<string, Locked>()
  const walk = (names: readonly string[]): void => {
    for (const name of names) {
      const found = packages[`apps/web/node_modules/${name}`] ?? packages[`node_modules/${name}`]
      if (found === undefined || seen.has(name)) continue
      seen.set(name, found)
      walk(Object.keys(found.dependencies ?? {}))
    }
  }
  walk([...Object.keys(ours.dependencies), ...Object.keys(ours.devDependencies)])
  expect(seen.size).toBeGreaterThan(15)
  expect([...seen].filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([name]) => name)).toEqual([])
})
