import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['packages', 'services', 'extensions', 'examples', 'apps', 'tests', 'bench', 'scripts', 'docs']

/** The whole word, also as a part of an identifier: `told`, `toldCursor`, `isTold`, `TOLD_AT`. */
const wholeWord = (word: string): RegExp => {
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  return new RegExp(`(?<![A-Za-z])${word}(?![a-z])|${capital}(?![a-z])|(?<![A-Z])${word.toUpperCase()}(?![A-Z])`, 'g')
}

/** Words that hide who does what, with what to write instead. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [wholeWord('told'), 'notified, reported, answered, returned, passed'],
  [wholeWord('whoever'), 'the caller, the payer, the holder'],
  [wholeWord('nobody'), 'no caller, no account, no process'],
  [wholeWord('somebody'), 'a payer, another account, another process'],
  [wholeWord('anew'), 'again, from scratch'],
  [wholeWord('under way'), 'in flight, running, pending'],
  [/\b(?:MOST|LEAST)_[A-Z]/g, 'MAX_, MIN_'],
]

/** Texts that are allowed, and why. */
interface Allowed {
  readonly path: RegExp
  /** Absent = all of them. */
  readonly word?: string
  readonly why: string
}

const ALLOWED: readonly Allowed[] = [
  { path: /^tests\/house\/language\.test\.ts$/, why: 'the words themselves' },
  { path: /^packages\/client\/src\/operations\.ts$/, why: 'generated from the OpenAPI document' },
  { path: /\/migrations\/[^/]+\.sql$/, why: 'the text of a migration is checksummed' },
  {
    path: /^docs\/guide\/(accounts|configuration)\.md$|config\/accounts\.ts$|(registration|protection|walk-schemas)\.test\.ts$|\/setting-text\.ts$/,
    word: 'nobody',
    why: 'a value of SERVICE_REQUIRE_SECOND_FACTOR',
  },
]

const paths = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && !/node_modules|\/dist/.test(entry.parentPath))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  .concat(readdirSync(ROOT).filter((name) => name.endsWith('.md')))
  .filter((path) => /\.(tsx?|js|mjs|sql|css|py|md)$/.test(path))

const isAllowed = (path: string, found: string): boolean =>
  ALLOWED.some((allowed) => allowed.path.test(path) && (allowed.word === undefined || allowed.word === found))

const findings = (path: string, text: string): string[] =>
  WORDS.flatMap(([word, instead]) =>
    [...text.matchAll(word)]
      .filter(([found]) => !isAllowed(path, found))
      .map((found) => {
        const line = text.slice(0, found.index).split('\n').length
        return `${path}:${line} "${found[0]}": ${instead}`
      }),
  )

test('texts and identifiers name who does what', () => {
  expect(paths.length).toBeGreaterThan(1000)
  expect(paths.flatMap((path) => findings(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
})

test('each of the words is found, also within an identifier, and not within another word', () => {
  const found = (text: string): (string | undefined)[] => findings('x.ts', text).map((each) => each.split('"')[1])
  expect(found('told, toldCursor, isTold, TOLD_AT')).toEqual(['told', 'told', 'Told', 'TOLD'])
  expect(found('NOBODY\nwhoever\nSomebody\nanew, under way, MOST_ROWS')).toEqual([
    'whoever',
    'NOBODY',
    'Somebody',
    'anew',
    'under way',
    'MOST_R',
  ])
  expect(found('untold, renewal, nobodys')).toEqual([])
})
