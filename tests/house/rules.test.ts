import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['packages', 'services', 'extensions', 'tests', 'bench', 'scripts', 'docs']
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const paths = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  .concat(readdirSync(ROOT).filter((name) => name.endsWith('.md')))
const RULES = 'docs/rules/'
/** Written from the service's OpenAPI document, which cites no rules. */
const GENERATED = 'packages/client/src/operations.ts'
/** The form of every citation is written down here and checked here; its examples are wrong on purpose. */
const THIS = 'tests/house/rules.test.ts'

const rulePages = paths.filter((path) => path.startsWith(RULES))
const sources = paths.filter((path) => /\.(ts|mjs|sql|md)$/.test(path) && path !== GENERATED && path !== THIS)
const pages = paths.filter((path) => path.endsWith('.md'))

const ANCHOR = /<a id="([a-z]\d+)"><\/a>/g
const known = new Set(rulePages.flatMap((path) => [...read(path).matchAll(ANCHOR)].map(([, id]) => id?.toUpperCase())))

const ID = '[A-Z]\\d{1,3}'
const NEXT = '(?:,(?: |\\s+\\*\\s+)| and |–)'
const LIST = `${ID}(?:${NEXT}${ID})*`
/** `rule A22`, `rules A14, A15`, over a line break of a comment, too. */
const IN_TEXT = new RegExp(`\\b(?:[Rr]ules?|money-safety)(?: |\\s+\\*\\s+|\\s+-- )(${LIST})(?![\\w])`, 'g')
/** `(A22)`, at the end of a test title, or in a page. */
const IN_TITLE = new RegExp(`\\((${LIST})\\)(?=['"\`])`, 'g')
const IN_PAGE = new RegExp(`\\((${LIST})\\)`, 'g')
/** What the audit and the campaigns report: `'B6'`, `B13 …`. */
const REPORTED = /['`]([AB]\d{1,2})(?=['` :])/g

/** Every id that is cited in a text; of `B1–B21` all that lie between, too. */
function citedIn(text: string, ...forms: readonly RegExp[]): string[] {
  return forms.flatMap((form) => [...text.matchAll(form)].flatMap(([, list = '']) => idsOf(list)))
}

function idsOf(list: string): string[] {
  return list.split(/,[\s*]+| and /).flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const letter = first.slice(0, 1)
    const [from, to] = [Number(first.slice(1)), Number(last.slice(1))]
    return Array.from({ length: Math.max(1, to - from + 1) }, (_, step) => `${letter}${from + step}`)
  })
}

const citations = sources.flatMap((path) => {
  const reports = /^services\/wallet\/(test\/campaigns\/compare-with-truth\.ts|src\/ledger\/audit\.sql)$/.test(path)
  const forms = [IN_TEXT]
  if (/\.(test|contract)\.ts$/.test(path)) forms.push(IN_TITLE)
  if (path.endsWith('.md')) forms.push(IN_PAGE)
  if (reports) forms.push(REPORTED)
  return citedIn(read(path), ...forms).map((id) => ({ path, id }))
})

test('a citation is found in a comment, a title, a report and a range', () => {
  expect(citedIn('/** Never twice (rules A2,\n * Z9). */ (rule A22)', IN_TEXT)).toEqual(['A2', 'Z9', 'A22'])
  expect(citedIn('as rules A14, A15 and Z16 say; rules B1–B3\n-- (money-safety A44)', IN_TEXT)).toEqual(
    'A14 A15 Z16 B1 B2 B3 A44'.split(' '),
  )
  expect(citedIn('lost (rule\n * B5).', IN_TEXT)).toEqual(['B5'])
  expect(citedIn(`test('paid once, on %s (A2, Z5)', () => {})`, IN_TITLE)).toEqual(['A2', 'Z5'])
  expect(citedIn("SELECT 'B16', checking_id", REPORTED)).toEqual(['B16'])
})

test('every cited rule exists in docs/rules', () => {
  expect(known.size).toBeGreaterThan(200)
  expect(citations.length).toBeGreaterThan(500)
  expect(citations.filter(({ id }) => !known.has(id)).map(({ path, id }) => `${path} cites ${id}`)).toEqual([])
})

test('every rule id is defined once', () => {
  const ids = rulePages.flatMap((path) => [...read(path).matchAll(ANCHOR)].map(([, id]) => id))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('every cited decision exists in docs/decisions', () => {
  const decisions = new Set(paths.map((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]))
  const cited = sources.flatMap((path) =>
    [...read(path).matchAll(/\bdecisions? ((?:\d{4}(?:, | and )?)+)/g)].flatMap(([, list = '']) =>
      (list.match(/\d{4}/g) ?? []).map((number) => ({ path, number })),
    ),
  )
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.filter(({ number }) => !decisions.has(number))).toEqual([])
})

test('sources cite rules in one form only', () => {
  const other =
    /\bSpec, [A-Z]|[Dd]ecisions? §|money safety, [A-Z]|\b(extensions|protocols|exchanges|decisions)\.md [A-Z§\d]/
  const older = /\b[Mm]oney-safety [A-Z]/
  const migrations = /\/migrations\//
  expect(
    sources
      .filter((path) => path !== 'docs/README.md')
      .filter((path) => other.test(read(path)) || (older.test(read(path)) && !migrations.test(path))),
  ).toEqual([])
})

test('a test title says the guarantee first and names its rule at the end', () => {
  const begins = /['"`][A-Z]\d{0,2}[.-]?\d{1,2}(?:, [A-Z]\d{1,2})*[:,] /
  const tests = sources.filter((path) => /\.(test|contract)\.ts$/.test(path))
  expect(tests.length).toBeGreaterThan(300)
  expect(tests.filter((path) => begins.test(read(path)))).toEqual([])
})

test('every link between pages leads to a file and a heading that exist', () => {
  expect(pages.length).toBeGreaterThan(50)
  const links = pages.flatMap((page) => linksOf(page).map((target) => ({ page, target })))
  expect(links.length).toBeGreaterThan(250)
  expect(
    links.filter(({ page, target }) => !exists(page, target)).map(({ page, target }) => `${page} → ${target}`),
  ).toEqual([])
})

/** Targets of links and pictures in this repository; text in code is not a link. */
function linksOf(page: string): string[] {
  const prose = read(page)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
  return [...prose.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
    .map(([, target, picture = '']) => target ?? picture)
    .filter((target) => !/^\w+:/.test(target))
}

function exists(page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? page : relative('.', normalize(join(dirname(page), file)))
  if (!existsSync(join(ROOT, path))) return false
  return anchor === undefined || anchorsOf(path).has(anchor)
}

/** Headings as GitHub names them, and explicit anchors. */
function anchorsOf(path: string): Set<string> {
  const text = read(path)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set([...headings.map(slugOf), ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
