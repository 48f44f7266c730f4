import { MAX_KEYS, MAX_LEVELS } from '@satchel/json/parse-json'
import { expect, test } from 'vitest'
import { readJsonAnswer } from './json-answer.ts'
import { readMetadata } from './metadata.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

test('an answer of another service has the limits of depth and keys of all external text', () => {
  expect(readJsonAnswer(`{"a":${nested(MAX_LEVELS - 1)}}`)).toHaveProperty('a')
  const keys = Array.from({ length: MAX_KEYS + 1 }, (_, n) => `"${n}":1`)
  for (const body of [`{"a":${nested(MAX_LEVELS)}}`, `{${keys.join(',')}}`])
    expect(() => readJsonAnswer(body)).toThrow('gave no valid LNURL answer')
})

test('metadata inside it have the same limits', () => {
  expect(readMetadata(`[["text/plain","x"],${nested(MAX_LEVELS - 1)}]`).text).toBe('x')
  expect(() => readMetadata(`[["text/plain","x"],${nested(MAX_LEVELS)}]`)).toThrow('cannot be read')
})
