import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@satchel/page/languages'
import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { PARSING } from './message.ts'

type Texts = Readonly<Record<string, string>>
type Part = { type: number; value: string; options?: Readonly<Record<string, { value: Part[] }>> }

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../locales/${name}.json`, import.meta.url), 'utf8')) as Texts

const english = read('en')
const sources = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .map((path) => ({ path: path.slice(SOURCES.length), text: readFileSync(path, 'utf8') }))

/** Of `selectordinal` and `plural`, by the category of the language; `=1` is a number. */
const PLURAL = 6
const SELECT = 5

const parts = (text: string, language: string): Part[] =>
  new IntlMessageFormat(text, language, undefined, PARSING).getAst() as unknown as Part[]

const walk = (list: readonly Part[]): Part[] =>
  list.flatMap((part) => [part, ...Object.values(part.options ?? {}).flatMap(({ value }) => walk(value))])

const placeholders = (text: string, language: string): string[] =>
  [
    ...new Set(
      walk(parts(text, language))
        .filter(({ type }) => type > 0 && type < 7)
        .map(({ value }) => value),
    ),
  ].sort()

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  const texts = read(language)

  test('has every key of English and no other, in order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    expect(Object.keys(texts)).toEqual(Object.keys(texts).sort())
  })

  test('has the placeholders of English, in texts that are not empty', () => {
    for (const [key, text] of Object.entries(texts)) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      expect([key, placeholders(text, language)]).toEqual([key, placeholders(english[key] ?? '', 'en')])
    }
  })

  test('has every plural category of the language, and `other` for each choice', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, text] of Object.entries(texts)) {
      for (const { type, options = {} } of walk(parts(text, language))) {
        const names = Object.keys(options)
        if (type === SELECT) expect([key, names]).toEqual([key, expect.arrayContaining(['other'])])
        if (type === PLURAL) expect([key, names]).toEqual([key, expect.arrayContaining(categories)])
      }
    }
  })
})

/** Keys whose text gets what `Intl` calls a duration, in the nominative, such as `3 Tage` and `يومان`: `seit` and `منذ` want another case. */
const withDurations = sources
  .flatMap(({ text }) => [...text.matchAll(/t\('([\w.-]+)', \{ (\w+): durationText\(/g)])
  .map(([, key = '', name = '']) => ({ key, name }))
const waits = Object.keys(english)
  .filter((key) => key.startsWith('error.') && english[key]?.includes('{time}'))
  .map((key) => ({ key, name: 'time' }))

test.each([
  ['de', /\b(?:seit|in|nach|vor|mit|von|aus|bei|zu)\s*$/i],
  ['ar', /(?:^|\s)(?:منذ|خلال|بعد|قبل|في|لمدة)\s*$/],
])('a duration stands where its case is right, in %s', (language, governing) => {
  const texts = read(language)
  const places = [...withDurations, ...waits]
  expect(new Set(places.map(({ key }) => key))).toEqual(
    new Set(['admin.age', 'offline.again', 'error.rate_limited', 'error.too_many_attempts']),
  )
  expect(places.filter(({ key, name }) => governing.test(texts[key]!.split(`{${name}}`)[0]!))).toEqual([])
})

test('in Arabic a number is not followed by a noun in one form for all numbers', () => {
  const COUNTED = /\{\w+, number[^}]*\} (?!ساتوشي|بايت|من |إلى )\p{L}/u
  expect(Object.entries(read('ar')).filter(([, text]) => COUNTED.test(text))).toEqual([])
})

test('people are asked for no unit of the wire: millisatoshis, parts per million, a count of seconds', () => {
  const WIRE =
    /milli?sat|ميلي|\bm?sat per|\bppm\b|per million|je million|por millón|المليون|\((?:in )?(?:seconds|sekunden|segundos)\)/i
  const found = Object.keys(LANGUAGES).flatMap((language) =>
    Object.entries(read(language)).filter(([key, text]) => key !== 'admin.checked-right' && WIRE.test(text)),
  )
  expect(found).toEqual([])
})

test('notes for translators are about keys that exist', () => {
  expect(Object.keys(read('notes')).filter((key) => english[key] === undefined)).toEqual([])
})

test('every key is used; texts of errors and settings are looked up by the names of the service', () => {
  const all = sources.map(({ text }) => text).join('\n')
  const unused = Object.keys(english).filter(
    (key) => !/^(?:error\.|admin\.set-)/.test(key) && !all.includes(`'${key}'`),
  )
  expect(unused).toEqual([])
})

test('what others write is isolated by `t`, `joined`, `listed`, `named` or `Isolated`, and nowhere by hand', () => {
  const BY_HAND = /<bdi|\\u206[6-9]|Intl\.ListFormat|join\(' · '\)|\} · (?:\$)?\{/
  const OWN = ['language/joined.ts', 'language/isolated.tsx']
  expect(sources.filter(({ path, text }) => !OWN.includes(path) && BY_HAND.test(text)).map(({ path }) => path)).toEqual(
    [],
  )
})

test('a line of isolated texts has the direction of the page: of itself it would have none', () => {
  const OWN_DIRECTION = /dir="auto"[^<]*>\s*\{[^}]*\b(?:joined|named|listed)\(/
  expect(sources.filter(({ text }) => OWN_DIRECTION.test(text)).map(({ path }) => path)).toEqual([])
})

/** Attributes that people read or hear. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'alt', 'placeholder', 'title', 'label', 'hint'])

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly name?: { readonly name?: string }
}

test('no text for people stands outside the catalogues', () => {
  const found: string[] = []
  const visit = (path: string, node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(path, each)
    if (typeof node !== 'object' || node === null) return
    const { type, value, name } = node as Node
    if (type === 'JSXText' && hasLetters(value)) found.push(`${path}: ${String(value).trim()}`)
    if (type === 'JSXAttribute' && SPOKEN.has(name?.name ?? '') && hasLetters((value as Node | null)?.value))
      found.push(`${path}: ${name?.name} ${String((value as Node).value)}`)
    for (const each of Object.values(node)) visit(path, each)
  }
  for (const { path, text } of sources.filter((source) => source.path.endsWith('.tsx')))
    visit(path, parseSync(path, text).program)
  expect(found).toEqual([])
})

const hasLetters = (value: unknown): boolean => typeof value === 'string' && /\p{L}/u.test(value)
