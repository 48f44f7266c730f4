import { expect, test } from 'vitest'
import { BUILT_INS } from '../../../services/wallet/src/extensions/built-ins.ts'
import { openWorld } from '../../../services/wallet/test/world/open-world.ts'
import { listOperations, readDocument, type Schema } from './operations.ts'

const world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
const document = await readDocument(world)
await world.close()

const USUAL_BYTES = 64 * 1024
const LOGIN_BYTES = 16 * 1024
const OPERATIONS = listOperations(document)
  .filter(({ body }) => body !== undefined)
  .map((operation) => {
    const answers = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses as Documented
    const kib = /larger than (\d+) KiB/.exec(answers['413']?.description ?? '')?.[1]
    return { ...operation, limit: Number(kib) * 1024, longest: longest(operation.body as Schema) }
  })

interface Documented {
  readonly [status: string]: { readonly description?: string }
}

/** No list of names, pictures or transactions has that many, all as long as they may be. */
const LONGER_ON_PAPER = [
  'changeSettings',
  'changeSettingsOfAdmin',
  'importContacts',
  'orderWallets',
  'tposCreate',
  'tposUpdate',
  'watchonlyPostIdPsbt',
]

test('a body as long as its schema allows is below the limit of its route', () => {
  expect(OPERATIONS.length).toBeGreaterThan(100)
  // Log-ins take 16 kB: browsers make keys and proofs far shorter than their fields allow.
  const others = OPERATIONS.filter(({ limit }) => limit !== LOGIN_BYTES)
  const tooLong = others.filter(({ limit, longest: bytes }) => !(bytes <= limit))
  expect(tooLong.map(({ id }) => id).sort()).toEqual(LONGER_ON_PAPER)
})

test('a caller without a credential sends at most 64 kB', () => {
  const open = OPERATIONS.filter(({ limit, schemes }) => limit > USUAL_BYTES && schemes.length === 0)
  expect(open.map(({ id }) => id)).toEqual([])
})

/** Bytes of a body in ASCII. Where the schema has no bound, the code has one of its own below 5 kB. */
function longest(schema: Schema): number {
  const { anyOf, enum: values, type, properties = {}, items, maxItems = 100, maxLength = 5000 } = schema
  if (anyOf !== undefined) return Math.max(...anyOf.map(longest))
  if (values !== undefined) return Math.max(...values.map((value) => JSON.stringify(value).length))
  if (type === 'array') return maxItems * (1 + longest(items ?? {}))
  if (type === 'string') return schema.format === 'uuid' ? 38 : 2 + maxLength
  if (type !== 'object') return 25
  return Object.entries(properties).reduce((sum, [name, one]) => sum + name.length + 4 + longest(one), 2)
}
