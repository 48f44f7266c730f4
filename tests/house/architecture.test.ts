import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { DOORS, READS_ENVIRONMENT } from './floors/doors.ts'
import { FLOORS, floorOf, PRICES, WALLET, WEB } from './floors/floors.ts'
import { FOLDERS, mayUse } from './floors/folders.ts'
import { matches, nameOf } from './floors/patterns.ts'
import { writeFloors } from './floors/write-floors.ts'
import { files, offences, shipped } from './source-files.ts'

const MAX_LINES = 300
/** Written by a program, read by one. */
const GENERATED = 'packages/client/src/operations.ts'

const walletFloor = (path: string): number => floorOf(WALLET, FLOORS[WALLET], path)
/** `payments/x.ts` → `payments`: the folders of one floor do not know each other. */
const walletFolder = (path: string): string | undefined => /^[\w-]+(?=\/)/.exec(path.slice(WALLET.length))?.[0]

const priceFloor = (path: string): number => floorOf(PRICES, FLOORS[PRICES], path)

test('every folder has a line in the table of folders', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  // One level for most, two of apps and packages, three of services, four of their tests.
  const folder =
    /^(?:services\/[\w-]+\/(?:test\/)?[\w-]+|(?:apps|packages)\/[\w-]+|(?!services|apps|packages)\w[\w-]*)(?=\/)/
  const found = tracked.flatMap((path) => folder.exec(path) ?? [])
  expect([...new Set(found)].sort()).toEqual(Object.keys(FOLDERS).sort())
})

test('docs/floors.md shows the current tables', async () => {
  await expect(writeFloors()).toMatchFileSnapshot('../../docs/floors.md')
})

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
        /^(packages|services|extensions|apps|tests|bench|scripts)\//.test(to) &&
        !known.has(to) &&
        !/\.(json|sql|css)$|\.css\.ts$/.test(to),
    ),
  ).toEqual([])
})

test('packages do not import services, and services do not import each other', () => {
  const serviceOf = (path: string): string | undefined => /^services\/[^/]+/.exec(path)?.[0]
  expect(offences(shipped, (from, to) => serviceOf(to) !== undefined && serviceOf(from) !== serviceOf(to))).toEqual([])
})

test('packages, services, extensions and apps, tests included, know nothing of scripts, benchmarks and the tests of all', () => {
  const own = files.filter(({ path }) => /^(?:packages|services|extensions|apps)\//.test(path))
  expect(offences(own, (_from, to) => /^(?:scripts|bench|examples|tests)\//.test(to))).toEqual([])
})

test('the service calls its own routes only by internal calls, which count no request twice', () => {
  const calling = shipped.filter(({ path, text }) => !path.endsWith('.test.ts') && /\bapp\.inject\(/.test(text))
  const ofServices = calling.filter(({ path }) => /^(?:packages|services)\/[^/]+\/src\//.test(path))
  expect(ofServices.map(({ path }) => path)).toEqual(['packages/http/src/inside-door.ts'])
})

test('built-in extensions import the SDK only, and not one another', () => {
  const own = shipped.filter(({ path }) => path.startsWith('extensions/') && !path.endsWith('.test.ts'))
  const folderOf = (path: string): string | undefined => /^extensions\/([^/]+)\//.exec(path)?.[1]
  expect(
    offences(
      own,
      (from, to) =>
        /^(services|tests|bench|scripts)\//.test(to) ||
        (to.startsWith('packages/') && !mayUse('extensions', to)) ||
        (to.startsWith('extensions/') && folderOf(to) !== folderOf(from)),
    ),
  ).toEqual([])
})

test('the web app imports packages that run in a browser, and its places do not import one another', () => {
  const own = shipped.filter(({ path }) => path.startsWith(WEB))
  const webFloor = (path: string): number => floorOf(WEB, FLOORS[WEB], path)
  const placeOf = (path: string): string | undefined => /^apps\/web\/src\/places\/([\w-]+)\//.exec(path)?.[1]
  expect(own.length).toBeGreaterThan(40)
  expect(own.filter(({ path }) => webFloor(path) < 0).map(({ path }) => path)).toEqual([])
  expect(
    offences(own, (from, to) => {
      if (/^(services|extensions|tests|bench|scripts)\/|^node:/.test(to)) return true
      if (to.startsWith('packages/')) return !mayUse('apps/web', to)
      if (!to.startsWith(WEB) || to.endsWith('.css')) return false
      if (placeOf(from) !== undefined && placeOf(to) !== undefined) return placeOf(from) !== placeOf(to)
      return webFloor(to) < webFloor(from)
    }),
  ).toEqual([])
  expect(
    own.filter(({ text }) => /innerHTML|insertAdjacentHTML|document\.write/i.test(text)).map(({ path }) => path),
  ).toEqual([])
  // Types are erased; the table of all operations is 24 kB.
  const values = own.filter(({ text }) => /^import (?!type )[^'"]*'@satchel\/client\//m.test(text))
  expect(values.map(({ path }) => path)).toEqual([])
})

test('every file of the price aggregator is on a floor and imports only downwards', () => {
  const own = shipped.filter(({ path }) => path.startsWith(PRICES) && path.endsWith('.ts'))
  expect(own.length).toBeGreaterThan(15)
  expect(own.filter(({ path }) => priceFloor(path) < 0).map(({ path }) => path)).toEqual([])
  expect(
    offences(own, (from, to) => to.startsWith(PRICES) && to.endsWith('.ts') && priceFloor(to) < priceFloor(from)),
  ).toEqual([])
})

test('every file of the wallet service, tests included, is on a floor and imports only downwards, never sideways', () => {
  const own = files.filter(({ path }) => path.startsWith(WALLET) && path.endsWith('.ts'))
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

test('only the ledger writes its tables', () => {
  const ledgerTables = /(INTO|UPDATE|DELETE FROM) (postings|balances)\b/
  const writers = shipped.filter(({ text, path }) => path.startsWith(WALLET) && ledgerTables.test(text))
  expect(writers.filter(({ path }) => !path.includes('/ledger/')).map(({ path }) => path)).toEqual([])
})

test('only the tables of payment states change the state of a payment', () => {
  const changesState = /UPDATE payments SET (?:(?!\bWHERE\b)[^`])*?\bstate\s*=/
  const writers = shipped.filter(({ path, text }) => path.startsWith(WALLET) && changesState.test(text))
  expect(writers.map(({ path }) => path)).toEqual([`${WALLET}payments/states/move-payment.ts`])
})

test('shipped code does not import the mock exchanges', () => {
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

const sources = shipped.filter(({ path }) => /^(packages|services)\/[\w-]+\/src\//.test(path))

test('no source imports test code', () => {
  expect(offences(sources, (_from, to) => /\/(world|mock|campaigns|test)\//.test(to) || to === 'vitest')).toEqual([])
})

test('built-in extensions, which also run in the sandbox, use no part of Node but their own files', () => {
  const own = shipped.filter(({ path }) => path.startsWith('extensions/') && !path.includes('/world/'))
  expect(offences(own, (_from, to) => to.startsWith('node:') && to !== 'node:fs')).toEqual([])
})

test.each(DOORS)('$thing: only behind its door', ({ modules, only }) => {
  const users = sources.filter(({ imports }) => imports.some((name) => modules.test(name))).map(({ path }) => path)
  expect(users.filter((path) => !matches(only, nameOf(path)))).toEqual([])
  // No entry is unused.
  expect(only.split(' ').filter((door) => !users.some((path) => matches(door, nameOf(path))))).toEqual([])
})

test('only programs read the environment', () => {
  const readers = sources.filter(({ text }) => text.includes('process.env')).map(({ path }) => nameOf(path))
  expect(readers.sort()).toEqual(READS_ENVIRONMENT.split(' ').sort())
})

test('files have at most 300 lines and are named after what they do', () => {
  const long = files.filter(({ path, text }) => path !== GENERATED && text.split('\n').length - 1 > MAX_LINES)
  expect(long.map(({ path }) => path)).toEqual([])
  const vague = /\/(index|utils?|helpers?|common|manager|misc)\.\w+$/
  expect(files.filter(({ path }) => vague.test(path) || /[A-Z_]/.test(path)).map(({ path }) => path)).toEqual([])
})

test('nothing has a default export, except where a tool demands one', () => {
  const demanded = new Set(['tests/run/closing-line.ts', 'apps/web/vite.config.ts', 'scripts/author/vitest.config.ts'])
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
