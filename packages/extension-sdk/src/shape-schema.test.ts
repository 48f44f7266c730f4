import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Shape } from './shape.ts'
import { isShown, itemSchema, objectSchema, patchSchema, type Viewer } from './shape-schema.ts'

const SHAPE = {
  name: { type: 'text', max: 5, doc: 'Its name.', show: 'public' },
  size: { type: 'text', max: 9, oneOf: ['small', 'large'], doc: 'How large.', default: 'small' },
  price: { type: 'money', doc: 'What it costs.', optional: true },
  at: { type: 'time', doc: 'When.', optional: true },
  until: { type: 'time', isEnd: true, doc: 'Until when.', optional: true },
  tips: { type: 'list', of: { scalar: 'int', min: 0, max: 100 }, maxItems: 2, doc: 'Choices.', optional: true },
  key: { type: 'text', max: 9, doc: 'A key.', optional: true, show: 'admin', atRest: 'sealed' },
  token: { type: 'text', max: 9, doc: 'A token.', by: 'server', show: 'once' },
} as const satisfies Shape

const ajv = new Ajv({ strict: false, useDefaults: true })
addFormats.default(ajv)
const creates = ajv.compile(objectSchema(SHAPE))
const patches = ajv.compile(patchSchema(SHAPE))

test.each([
  [{ name: 'a' }, true],
  [{}, false],
  [{ name: 'abcdef' }, false],
  [{ name: 'a\0' }, false],
  [{ name: 'a', size: 'huge' }, false],
  [{ name: 'a', price: -1 }, false],
  [{ name: 'a', price: 0.5 }, true],
  [{ name: 'a', price: null }, false],
  [{ name: 'a', at: '24:00' }, false],
  [{ name: 'a', at: '23:59' }, true],
  [{ name: 'a', until: '24:00' }, true],
  [{ name: 'a', until: '24:01' }, false],
  [{ name: 'a', tips: [5, 10] }, true],
  [{ name: 'a', tips: [5, 101] }, false],
  [{ name: 'a', tips: [1, 2, 3] }, false],
  // An unknown field and one that the extension sets: both are ignored.
  [{ name: 'a', other: 1, token: 5 }, true],
])('a new item %j: %s', (body, good) => {
  expect(creates({ ...body })).toBe(good)
})

test('an omitted field of a new item gets its default; of a change it does not', () => {
  const [made, changed] = [{ name: 'a' }, {}]
  creates(made)
  patches(changed)
  expect([made, changed]).toEqual([{ name: 'a', size: 'small' }, {}])
})

test.each([
  [{}, true],
  [{ price: null }, true],
  [{ name: null }, false],
  [{ name: 'abcdef' }, false],
])('a change %j: %s', (body, good) => {
  expect(patches({ ...body })).toBe(good)
})

test('secrets are marked, so that no error repeats them', () => {
  const { properties } = objectSchema(SHAPE) as { properties: Record<string, object> }
  expect(properties['key']).toHaveProperty('writeOnly', true)
  expect(properties['name']).not.toHaveProperty('writeOnly')
  expect(patchSchema(SHAPE)).toHaveProperty('properties.key.writeOnly', true)
})

describe('who sees what', () => {
  const seen: Record<Viewer, readonly string[]> = {
    public: ['name'],
    invoice: ['name', 'size', 'price', 'at', 'until', 'tips'],
    admin: ['name', 'size', 'price', 'at', 'until', 'tips', 'key'],
    creator: ['name', 'size', 'price', 'at', 'until', 'tips', 'key', 'token'],
  }
  test.each(Object.entries(seen) as [Viewer, readonly string[]][])('%s', (viewer, names) => {
    const { properties } = itemSchema(SHAPE, viewer) as { properties: object }
    expect(Object.keys(properties).filter((name) => name in SHAPE)).toEqual(names)
    expect(
      Object.entries(SHAPE)
        .filter(([, field]) => isShown(field, viewer))
        .map(([name]) => name),
    ).toEqual(names)
  })
})
