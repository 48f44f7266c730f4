import { STATUS_OF } from '@satchel/http/service-error'
import { ERROR_WORDS } from '@satchel/client/error-words'
import { expect, test } from 'vitest'
import { shipped } from './source-files.ts'

/** Where errors of the wallet service are made. */
const sources = shipped.filter(
  ({ path, text }) => /^(packages\/http|services\/wallet)\/src\//.test(path) && text.includes('service-error'),
)

/** `word: 'x'`, and the `params` that follow it. */
const made = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/\bword: '(\w+)'(?:,\s*params: \{([^}]*)\})?/g)].map(([, word = '', params]) => ({
    path,
    word,
    // `lnurl-error.ts` brings the facts of its errors along.
    params: word.startsWith('lnurl_') ? undefined : (params ?? '').split(',').map((one) => one.split(':')[0]?.trim()),
  })),
)

/** Of connections that never became a request. */
const OF_CONNECTIONS = ['headers_too_large', 'request_timeout']

test('the list names every code that the service answers with, and no other', () => {
  const codes = new Set([...Object.keys(STATUS_OF), ...OF_CONNECTIONS, ...made.map(({ word }) => word)])
  expect([...codes].sort()).toEqual(Object.keys(ERROR_WORDS).sort())
})

test('a sentence names only facts that every error with its code has', () => {
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

test('at least a hundred codes say precisely what went wrong', () => {
  expect(new Set(made.map(({ word }) => word)).size).toBeGreaterThan(100)
})
