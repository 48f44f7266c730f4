import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@satchel/page/languages'
import { expect, test } from 'vitest'
import { fieldProblem, routeProblem } from './fields/field-problem.js'
import { OF_SCRIPTS } from './speak.ts'

test('a required field that is empty is named as missing, in the words of its kind', () => {
  expect(fieldProblem('', { kind: 'text', required: true })).toEqual(['This is missing.', {}])
  expect(fieldProblem('', { kind: 'choice', required: true })).toEqual(['Please choose one.', {}])
  expect(fieldProblem('', { kind: 'flag', required: true })).toEqual(['Please tick this.', {}])
  expect(fieldProblem('', { kind: 'text' })).toBeUndefined()
})

test('a text that is too long is not cut: the page says by how much, counted as by routes', () => {
  const field = { kind: 'text', max: 5 } as const
  expect(fieldProblem('⚡⚡⚡⚡🐎', field)).toBeUndefined()
  expect(fieldProblem('⚡⚡⚡⚡🐎!!', field)).toEqual([
    'Too long by {over}: at most {max} characters.',
    { over: 2, max: 5 },
  ])
})

test('an email address has an @ between two parts without blanks', () => {
  expect(fieldProblem('ada@x.example', { kind: 'email' })).toBeUndefined()
  for (const wrong of ['ada', 'ada@', '@x', 'a da@x'])
    expect(fieldProblem(wrong, { kind: 'email' })?.[0]).toBe('This is no e-mail address.')
})

test('problems of a route are shown as text for people', () => {
  expect(routeProblem({ type: 'string_too_long', msg: 'String should …', ctx: { max_length: 64 } })).toEqual([
    'At most {max} characters.',
    { max: 64 },
  ])
  expect(routeProblem({ type: 'string_pattern_mismatch', msg: "String should match '^[a-z]$'" })[0]).not.toContain('^')
  expect(routeProblem({ type: 'value_error', msg: 'not a Lightning address.' })).toEqual([
    'not a Lightning address.',
    {},
  ])
})

test('every sentence is included in the page, in every language', () => {
  const source = readFileSync(new URL('fields/field-problem.js', import.meta.url), 'utf8')
  const sentences = [...source.matchAll(/'([A-Z][^']*\.)'/g)].map(([, text = '']) => text)
  expect(sentences.length).toBeGreaterThan(8)
  for (const language of Object.keys(LANGUAGES).filter((each) => each !== 'en')) {
    const file = new URL(`locales/${language}.json`, import.meta.url)
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect(sentences.filter((text) => texts[text] === undefined)).toEqual([])
  }
  expect(sentences.filter((text) => !(OF_SCRIPTS as readonly string[]).includes(text))).toEqual([])
})
