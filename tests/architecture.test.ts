import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE_FOLDERS = ['packages', 'services', 'extensions', 'tests', 'bench', 'scripts']
const MOST_LINES = 300
/** Written by a program, read by one. */
const GENERATED = 'packages/client/src/operations.ts'

/** Every source file with what it imports: `./x.ts` resolved to a repository path, packages by name. */
const files = SOURCE_FOLDERS.flatMap((folder) => listSources(join(ROOT, folder))).map((path) => {
  const text = readFileSync(path, 'utf8')
  return { path: relative(ROOT, path), text, imports: importsOf(text, path) }
})
const shipped = files.filter(
  ({ path }) => !/\.(test|contract)\.ts$/.test(path) && /^(packages|services|extensions)\//.test(path),
)

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
}

/** `import`, `export … from` and `import()`; type imports count like any other. */
function importsOf(text: string, path: string): string[] {
  const specifiers = [
    ...text.matchAll(
      /^(?:import\b|export\b[^'"`=()]*\bfrom\b)[^'"`]*?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ]
  return specifiers
    .map((match) => match[1] ?? match[2] ?? '')
    .map((specifier) => {
      const own = /^@satchel\/([\w-]+)\/(.+)$/.exec(specifier)
      if (own?.[1] === 'extensions') return `extensions/${own[2]}.ts`
      if (own !== null) return `packages/${own[1]}/src/${own[2]}.ts`
      return specifier.startsWith('.') ? relative(ROOT, resolve(dirname(path), specifier)) : specifier
    })
}

const offences = (
  found: readonly { path: string; imports: readonly string[] }[],
  wrong: (from: string, to: string) => boolean,
) =>
  found.flatMap(({ path, imports }) =>
    imports.filter((target) => wrong(path, target)).map((target) => `${path} → ${target}`),
  )

/** Price aggregator, top floor first: a file may import from its own line and from those below (ARCHITECTURE.md). */
const PRICE_FLOORS: readonly RegExp[] = [
  /^main\.ts$/,
  /^app\.ts$/,
  /\.routes\.ts$|^page\/|^price-metrics\.ts$|^rate-schemas\.ts$|^source-report\.ts$/,
  /^poll-prices\.ts$|^price-files\.ts$/,
  /^(latest-rates|published-rates|price-history|source-health|price-book|statistics)\.ts$/,
  /^config\.ts$/,
  /^exchanges\//,
]
const PRICES = 'services/price-aggregator/src/'

/** Wallet service, top floor first (architecture.md 1). A folder is one line: inside it anything may import anything. */
const WALLET_FLOORS: readonly RegExp[] = [
  /^(main|audit|mend|backup|restore|rekey)\.ts$/,
  /^(app|open-extensions|wallet-http|commands|look-after|credentials|service-side)\.ts$/,
  /^(extensions|admin|notifications|compat|tinyurl)\/|^status\.routes\.ts$/,
  /^(payments|accounts)\//,
  /^wallets\//,
  /^(ledger|funding|rates|lnurl|access|events|throttle)\//,
  /^(db|config)\/|^(config|secrets|clock|ids|page-cursor|make-folder|remember)\.ts$/,
]
const WALLET = 'services/wallet/src/'

const walletFloor = (path: string): number => WALLET_FLOORS.findIndex((floor) => floor.test(path.slice(WALLET.length)))
/** `payments/x.ts` → `payments`: the folders of one floor do not know each other. */
const walletFolder = (path: string): string | undefined => /^[\w-]+(?=\/)/.exec(path.slice(WALLET.length))?.[0]

const priceFloor = (path: string): number => PRICE_FLOORS.findIndex((floor) => floor.test(path.slice(PRICES.length)))

test('the checks below really see the code', () => {
  expect(shipped.length).toBeGreaterThan(40)
  expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(150)
  expect(shipped.some(({ path }) => path === 'packages/http/src/create-http-app.ts')).toBe(true)
  const app = files.find(({ path }) => path === `${PRICES}app.ts`)
  expect(app?.imports).toContain('packages/http/src/create-http-app.ts')
  expect(app?.imports).toContain(`${PRICES}poll-prices.ts`)
})

test('every import of our own code names a file that exists', () => {
  const known = new Set(files.map(({ path }) => path))
  expect(
    offences(
      files,
      (_from, to) =>
        /^(packages|services|extensions|tests|bench|scripts)\//.test(to) && !known.has(to) && !/\.(json|sql)$/.test(to),
    ),
  ).toEqual([])
})

test('packages know nothing of services, and services nothing of each other', () => {
  const serviceOf = (path: string): string | undefined => /^services\/[^/]+/.exec(path)?.[0]
  expect(offences(shipped, (from, to) => serviceOf(to) !== undefined && serviceOf(from) !== serviceOf(to))).toEqual([])
})

test('built-in extensions stand on the SDK alone, and know nothing of one another', () => {
  const own = shipped.filter(({ path }) => path.startsWith('extensions/') && !path.endsWith('.test.ts'))
  const folderOf = (path: string): string | undefined => /^extensions\/([^/]+)\//.exec(path)?.[1]
  expect(
    offences(
      own,
      (from, to) =>
        /^(services|tests|bench|scripts)\//.test(to) ||
        (to.startsWith('packages/') && !/^packages\/(extension-sdk|lnurl|money)\//.test(to)) ||
        (to.startsWith('extensions/') && folderOf(to) !== folderOf(from)),
    ),
  ).toEqual([])
})

test('every file of the price aggregator stands on a floor and imports only downwards', () => {
  const own = shipped.filter(({ path }) => path.startsWith(PRICES) && path.endsWith('.ts'))
  expect(own.length).toBeGreaterThan(15)
  expect(own.filter(({ path }) => priceFloor(path) < 0).map(({ path }) => path)).toEqual([])
  expect(
    offences(own, (from, to) => to.startsWith(PRICES) && to.endsWith('.ts') && priceFloor(to) < priceFloor(from)),
  ).toEqual([])
})

test('every file of the wallet service stands on a floor and imports only downwards, never sideways', () => {
  const own = shipped.filter(({ path }) => path.startsWith(WALLET) && path.endsWith('.ts'))
  expect(own.length).toBeGreaterThan(60)
  expect(own.filter(({ path }) => walletFloor(path) < 0).map(({ path }) => path)).toEqual([])
  expect(
    offences(own, (from, to) => {
      if (!to.startsWith(WALLET) || !to.endsWith('.ts')) return false
      if (walletFloor(to) !== walletFloor(from)) return walletFloor(to) < walletFloor(from)
      const [here, there] = [walletFolder(from), walletFolder(to)]
      return here !== there && here !== undefined && there !== undefined
    }),
  ).toEqual([])
})

test('SQL drivers are used only in db/, and only the ledger touches its tables', () => {
  const own = shipped.filter(({ path }) => path.startsWith(WALLET))
  const drivers = own.filter(({ imports }) => imports.includes('pg') || imports.includes('better-sqlite3'))
  expect(drivers.filter(({ path }) => !/\/(db|funding\/simulated)\//.test(path)).map(({ path }) => path)).toEqual([])
  const ledgerTables = /(INTO|UPDATE|DELETE FROM) (postings|balances)\b/
  const writers = own.filter(({ text, path }) => ledgerTables.test(text) && !path.endsWith('.test.ts'))
  expect(
    writers.filter(({ path }) => !/\/ledger\/|\/db\/contract-commands\.ts$/.test(path)).map(({ path }) => path),
  ).toEqual([])
})

test('what ships does not import the mock exchanges', () => {
  expect(offences(shipped, (from, to) => to.includes('/mock/') && !from.includes('/mock/'))).toEqual([])
})

test('no files import each other in a circle', () => {
  const graph = new Map(files.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const circleFrom = (path: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const next of graph.get(path) ?? []) {
      const circle = graph.has(next) ? circleFrom(next, [...trail, path]) : undefined
      if (circle !== undefined) return circle
    }
    done.add(path)
    return undefined
  }
  expect(files.map(({ path }) => circleFrom(path, [])).find((circle) => circle !== undefined)).toBeUndefined()
})

/** One door per outside thing (architecture, Floors 6). */
const DOORS: readonly {
  thing: string
  offends: (text: string, imports: readonly string[]) => boolean
  door: RegExp
}[] = [
  {
    thing: 'process.env',
    offends: (text) => text.includes('process.env'),
    door: /\/(main|audit|mend|backup|restore|rekey)\.ts$|\/campaigns\//,
  },
  {
    thing: 'Fastify',
    offends: (_text, imports) => imports.some((name) => /^@?fastify/.test(name)),
    door: /^packages\/http\/|\.routes\.ts$|\/access\//,
  },
  {
    thing: 'Taking WebSockets',
    offends: (_text, imports) => imports.includes('@fastify/websocket'),
    door: /^packages\/http\/src\/socket-door\.ts$/,
  },
  {
    thing: 'undici',
    offends: (_text, imports) => imports.includes('undici'),
    door: /\/exchanges\/fetch-json\.ts$|^packages\/outbound\/src\/send-pinned\.ts$/,
  },
  { thing: 'pino', offends: (_text, imports) => imports.includes('pino'), door: /^packages\/http\/src\/log\.ts$/ },
]

test.each(DOORS)('$thing is used only behind its door', ({ offends, door }) => {
  expect(
    shipped.filter(({ path, text, imports }) => offends(text, imports) && !door.test(path)).map(({ path }) => path),
  ).toEqual([])
  expect(shipped.some(({ path, text, imports }) => offends(text, imports) && door.test(path))).toBe(true)
})

test('files have at most 300 lines and are named after what they do', () => {
  const long = files.filter(({ path, text }) => path !== GENERATED && text.split('\n').length - 1 > MOST_LINES)
  expect(long.map(({ path }) => path)).toEqual([])
  const vague = /\/(index|utils?|helpers?|common|manager|misc)\.\w+$/
  expect(files.filter(({ path }) => vague.test(path) || /[A-Z_]/.test(path)).map(({ path }) => path)).toEqual([])
})

test('nothing has a default export, except where a tool demands one', () => {
  const demanded = new Set(['tests/closing-line.ts'])
  expect(
    files.filter(({ path, text }) => /^export default /m.test(text) && !demanded.has(path)).map(({ path }) => path),
  ).toEqual([])
})

test('functions have at most 70 lines', () => {
  expect(files.flatMap(({ path, text }) => longFunctions(text).map((name) => `${path}: ${name}`))).toEqual([])
})

/** Top-level functions, from their first line to the closing brace in column 0: the formatter guarantees the columns. */
function longFunctions(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, start) => {
    const name = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1]
    if (name === undefined) return []
    const length = lines.slice(start).findIndex((later) => later === '}') + 1
    return length > 70 ? [`${name} (${length} lines)`] : []
  })
}
