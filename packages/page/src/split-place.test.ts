import { expect, test } from 'vitest'
import { splitPlace } from './split-place.ts'

test.each([
  ['body.username: already taken.', 'body.username: ', 'already taken.'],
  ['body.items.0.price: Field required', 'body.items.0.price: ', 'Field required'],
  ['query.limit: too large', 'query.limit: ', 'too large'],
  ['Wallet not found: body.id: gone', '', 'Wallet not found: body.id: gone'],
  ['body.note: line one\nline two: three', 'body.note: ', 'line one\nline two: three'],
])('%j is split into the path of a field and a sentence', (detail, place, sentence) => {
  expect(splitPlace(detail)).toEqual([place, sentence])
})
