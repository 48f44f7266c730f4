import { expect, test } from 'vitest'
import { openMatrixWorld } from './open-matrix-world.ts'
import { listOperations, readDocument } from './operations.ts'

const world = await openMatrixWorld('sqlite')
const OPERATIONS = listOperations(await readDocument(world)).filter(({ body }) => body !== undefined)
await world.close()

test('more than forty operations have a body', () => {
  expect(OPERATIONS.length).toBeGreaterThan(40)
})

test.each(OPERATIONS)('$method $path: tools can build its body (S535)', ({ body }) => {
  const { type, properties = {}, required = [], ...others } = body ?? {}
  expect([type, Object.keys(properties).length > 0]).toEqual(['object', true])
  expect(Object.keys(others).filter((key) => /^(anyOf|oneOf|allOf|not|if|patternProperties)$/.test(key))).toEqual([])
  for (const name of required) {
    // Nothing else in the document defines the value.
    const { type: own, enum: choices, const: only } = properties[name] ?? {}
    expect([name, own ?? choices ?? only], name).not.toEqual([name, undefined])
  }
})
