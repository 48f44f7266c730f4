import { expect, test } from 'vitest'
import type { FieldShape } from '../../api/extensions.ts'
import { changesOf, keptChanges, shownPart, toBody, toDraft } from './draft.ts'

const field = (name: string, type: string, more: Partial<FieldShape> = {}): FieldShape => ({
  name,
  type,
  label: name,
  required: false,
  optional: true,
  server: false,
  fixed: false,
  show: 'owner',
  ...more,
})

const FIELDS = [
  field('min', 'sat'),
  field('price', 'money'),
  field('tips', 'list', { isPlain: true, of: [field('', 'int')] }),
  field('items', 'list', { of: [field('price', 'money')] }),
]

test('numbers of an item keep all digits in the form and in the request', () => {
  const values = { min: 1000, price: 1.234, tips: [5, 1000], items: [{ price: 0.000_000_1 }] }
  const draft = toDraft(FIELDS, values)
  expect(draft).toEqual({ min: '1000', price: '1.234', tips: ['5', '1000'], items: [{ price: '0.0000001' }] })
  expect(toBody(FIELDS, draft, 'change')).toEqual(values)
  expect(changesOf(FIELDS, draft, { ...draft, min: '2000' })).toEqual({ min: 2000 })
})

test('an unparsed number is never sent as a number', () => {
  const good = { min: '1', price: '1.25', tips: ['5'], items: [{ price: '2' }] }
  for (const bad of [{ min: '?10.50' }, { price: '?1e6' }, { tips: ['5', '?1.5'] }, { items: [{ price: '?1.234' }] }])
    expect(JSON.stringify(toBody(FIELDS, { ...good, ...bad }, 'new'))).toContain('"?')
})

test('a form without secrets keeps the draft of the form with them, and vice versa', () => {
  const [small, whole] = [{ title: 'Till' }, { title: 'Till', secret: '' }]
  const typed = keptChanges({}, small, { title: 'Bar' })
  expect({ ...whole, ...shownPart(typed, whole) }).toEqual({ title: 'Bar', secret: '' })
  const both = keptChanges(typed, whole, { title: 'Bar', secret: 'x' })
  expect(shownPart(both, small)).toEqual({ title: 'Bar' })
  expect(keptChanges(both, small, { title: 'Shop' })).toEqual({ title: 'Shop', secret: 'x' })
  // The small form has been sent.
  expect(keptChanges(both, small, small)).toEqual({ secret: 'x' })
  expect(keptChanges(both, whole, whole)).toEqual({})
})
