import { readFileSync } from 'node:fs'
import { ERROR_WORDS } from '@satchel/client/error-words'
import { GENERAL_CODES } from '@satchel/http/service-error'
import { LANGUAGES } from '@satchel/page/languages'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { shipped } from '../house/source-files.ts'

/** Where errors of the wallet service are made. */
const sources = shipped.filter(
  ({ path, text }) => /^(packages\/http|services\/wallet)\/src\//.test(path) && text.includes('service-error'),
)

/** `code: 'x'`, and the `params` that follow it, perhaps after the `detail`. */
const MADE = /\bcode: '([a-z_]+)'(?:(?:,\s*detail(?:: (?:'[^']*'|`[^`]*`))?)?,\s*params: \{([^}]*)\})?/g
const made = sources.flatMap(({ path, text }) =>
  [...text.matchAll(MADE)].map(([, word = '', params]) => ({
    path,
    word,
    // `lnurl-error.ts` brings the facts of its errors along.
    params:
      word.startsWith('lnurl_') || path.endsWith('/reading-lnurl.ts')
        ? undefined
        : (params ?? '').split(',').map((one) => one.split(':')[0]?.trim()),
  })),
)

/** Codes of connections that never became a request. */
const OF_CONNECTIONS = ['headers_too_large', 'request_timeout']

test('the list has every code that the service answers, and no other', () => {
  const codes = new Set([...Object.values(GENERAL_CODES), ...OF_CONNECTIONS, ...made.map(({ word }) => word)])
  expect([...codes].sort()).toEqual(Object.keys(ERROR_WORDS).sort())
})

test('a sentence uses only facts that every error with its code has', () => {
  const missing = made.flatMap(({ path, word, params }) => {
    const wanted = [...(ERROR_WORDS as Record<string, string>)[word]!.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    return params === undefined ? [] : wanted.filter((name) => !params.includes(name)).map((name) => [path, word, name])
  })
  expect(missing).toEqual([])
})

test('every code is a lower-case word, and every sentence ends like one', () => {
  for (const [word, sentence] of Object.entries(ERROR_WORDS)) {
    expect(word).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(sentence).toMatch(/^[A-Z0-9{].*[.}]$/)
  }
})

test('at least a hundred codes are specific', () => {
  expect(new Set(made.map(({ word }) => word)).size).toBeGreaterThan(100)
})

/** Codes that only a program causes: the app never sends such requests. */
const OF_PROGRAMS = new Set([
  'foreign_origin',
  'headers_too_large',
  'idempotency_key_invalid',
  'method_not_allowed',
  'redirect_uri_wrong',
  'request_timeout',
  'unsupported_media_type',
  'user_id_not_enough',
  'web_socket_only',
  'wrong_user_id',
  'connection_rejected',
])

const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../apps/web/locales/${language}.json`, import.meta.url), 'utf8'))

describe.each(Object.keys(LANGUAGES))('the web app in %s', (language) => {
  const texts = read(language)
  /** Throws where the text names a fact that is not given. */
  const format = (text: string, facts: Record<string, string | number>): string =>
    String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(facts))

  test('has a text for every code that a user can get', () => {
    const missing = Object.keys(ERROR_WORDS).filter(
      (word) => !OF_PROGRAMS.has(word) && texts[`error.${word}`] === undefined,
    )
    expect(missing).toEqual([])
  })

  test.runIf(language !== 'en')('has all of them in this language', () => {
    const english = read('en')
    const same = Object.keys(texts).filter((key) => key.startsWith('error.') && texts[key] === english[key])
    expect(same).toEqual([])
  })

  test('uses in it only facts that every error with its code has', () => {
    for (const [word, sentence] of Object.entries(ERROR_WORDS)) {
      const facts = Object.fromEntries([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 7000]))
      // The app shows seconds as a time, and reads those of a 429 from its `Retry-After`.
      const wait = (word === 'rate_limited' || 'seconds' in facts) && { time: '7 minutes' }
      const shown = format(texts[`error.${word}`] ?? '', { detail: 'x', ...facts, ...wait })
      expect([word, shown]).toEqual([word, expect.not.stringMatching(/[{}]/)])
    }
  })

  test('has a text for every kind of problem of a field, with its bounds', () => {
    const kinds = new Set(
      shipped
        .filter(({ path }) => /^(packages\/http|services\/wallet|packages\/extension-sdk)\/src\//.test(path))
        .flatMap(({ text }) => [...text.matchAll(KIND)].map(([, kind = '']) => kind)),
    )
    kinds.delete('model_attributes_type')
    expect(kinds.size).toBeGreaterThan(20)
    const bounds = { gt: 5, ge: 5, lt: 5, le: 5, min_length: 5, max_length: 5, expected: 'x' }
    for (const kind of kinds) {
      expect([kind, texts[`error.field.${kind}`]]).toEqual([kind, expect.any(String)])
      expect(format(texts[`error.field.${kind}`] ?? '', { message: 'x', ...bounds })).not.toMatch(/[{}]/)
    }
  })
})

/** FastAPI's words for the problem of a value. */
const KIND =
  /'((?:int|float|bool|string|list|dict|url|uuid|model_attributes)_(?:type|parsing|parsing_size|from_float|unicode|pattern_mismatch|too_short|too_long)|(?:greater|less)_than(?:_equal)?|missing|finite_number|literal_error|value_error|extra_forbidden)'/g
