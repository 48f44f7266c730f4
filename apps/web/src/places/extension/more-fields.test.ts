import { expect, test } from 'vitest'
import type { FieldShape } from '../../api/extensions.ts'
import { splitFields } from './more-fields.ts'

const field = (name: string, more: Partial<FieldShape> = {}): FieldShape => ({
  name,
  type: 'text',
  label: name,
  required: false,
  optional: true,
  server: false,
  fixed: false,
  show: 'owner',
  ...more,
})
const needed = field('title', { required: true, optional: false })
const namesOf = (fields: readonly FieldShape[]) => {
  const { usual, more } = splitFields(fields)
  return [usual.map(({ name }) => name), more.map(({ name }) => name)]
}

test('fields that may be left out are behind More if the extension arranges none', () => {
  expect(namesOf([needed, field('a'), field('b'), field('c', { server: true })])).toEqual([['title'], ['a', 'b']])
})

test('a column of the list is not behind More', () => {
  const { usual } = splitFields([needed, field('a'), field('b'), field('c')], ['title', 'a'])
  expect(usual.map(({ name }) => name)).toEqual(['title', 'a'])
})

test('an extension that groups its fields, or calls some advanced, decides itself', () => {
  expect(namesOf([needed, field('a', { group: 'g' }), field('b')])).toEqual([['title', 'a', 'b'], []])
  expect(namesOf([needed, field('a', { advanced: true }), field('b')])).toEqual([['title', 'b'], ['a']])
})

test('a single field is not hidden, nor a form without required fields', () => {
  expect(namesOf([needed, field('a')])).toEqual([['title', 'a'], []])
  expect(namesOf([field('a'), field('b')])).toEqual([['a', 'b'], []])
})
