import { expect, test } from 'vitest'
import { valueAt } from './value-at.ts'

const json = JSON.parse(
  '{"result":{"XXBTZUSD":{"c":["95230.1","0.1"]},"__proto__":{"c":["1"]}},"list":[[7]],"text":"abc"}',
)

test('names lead into objects and numbers into lists', () => {
  expect(valueAt(json, ['result', '{key}', 'c', 0], 'XXBTZUSD')).toBe('95230.1')
  expect(valueAt(json, ['list', 0, 0])).toBe(7)
  expect(valueAt(json, [])).toBe(json)
})

test('a member named __proto__ is a member like any other, and found only where it was sent', () => {
  expect(valueAt(json, ['result', '__proto__', 'c', 0])).toBe('1')
  expect(valueAt({}, ['__proto__'])).toBeUndefined()
})

test.each([
  [['constructor', 'name']],
  [['toString']],
  [['result', 'hasOwnProperty']],
  [['list', 'length']],
  [['list', '0']],
  [['list', 1]],
  [['text', 'length']],
  [['text', 0]],
  [['result', 0]],
  [['missing', 'deeper', 3]],
  [['result', '{key}']],
])('%j finds nothing', (path) => {
  expect(valueAt(json, path)).toBeUndefined()
})

test.each([[null], [undefined], [5], ['text'], [true]])('%j has no members', (value) => {
  expect(valueAt(value, ['price'])).toBeUndefined()
  expect(valueAt(value, [0])).toBeUndefined()
})
