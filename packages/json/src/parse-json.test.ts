import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooMuch, MAX_KEYS, MAX_LEVELS, parseJson } from './parse-json.ts'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
/** A list in an object in a list. */
const both = (levels: number) => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2)
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`

test.each([lists, objects, both])('%o: 500 levels are read, and one more is rejected', (write) => {
  expect(() => parseJson(write(MAX_LEVELS))).not.toThrow()
  expect(() => parseJson(write(MAX_LEVELS + 2))).toThrow(SyntaxError)
})

test('an object has at most 1,000 keys, wherever it is in the text', () => {
  for (const around of [(one: string) => one, (one: string) => `[[],"\\"{:",${one}]`]) {
    expect(() => parseJson(around(keys(MAX_KEYS)))).not.toThrow()
    expect(() => parseJson(around(keys(MAX_KEYS + 1)))).toThrow(SyntaxError)
  }
})

test('brackets and colons in texts do not count, and neither do those of other objects', () => {
  const text = JSON.stringify(['[{":'.repeat(5000), '\\', '"[', ...Array.from({ length: 3000 }, () => [{ a: 1 }])])
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

test('any text is parsed fast and throws only its own error; within the limits it is read like JSON.parse', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json({ maxDepth: 12 }),
        fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ':', '"', ',', '\\', 'a', '1') }),
      ),
      (text) => {
        expect(isTooMuch(text)).toBe(false)
        let read: unknown = 'broken'
        try {
          read = parseJson(text)
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError)
        }
        let known: unknown = 'broken'
        try {
          known = JSON.parse(text)
        } catch {}
        expect(read).toEqual(known)
      },
    ),
  )
})
