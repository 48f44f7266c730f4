import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_INS } from '../../../services/wallet/src/extensions/built-ins.ts'
import { openWorld, type World } from '../../../services/wallet/test/world/open-world.ts'
import { ask } from './ask.ts'
import { type Cast, GOOD, openCast } from './cast.ts'
import { openMatrixWorld } from './open-matrix-world.ts'
import { listOperations, readDocument, type Schema } from './operations.ts'
import type { SampleRequest } from './sample.ts'
import { samplesOf } from './samples.ts'
import { createSecrets } from './secrets.ts'
import { isPublic, letsIn } from './who-may.ts'

const listing = await openMatrixWorld('sqlite')
const OPERATIONS = listOperations(await readDocument(listing))
const ROWS = OPERATIONS.flatMap((operation) =>
  samplesOf(operation).map((sample) => ({ title: sample.title, operation, sample })),
)
await listing.close()

const withBuiltIns = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
const OF_BUILT_INS = listOperations(await readDocument(withBuiltIns))
await withBuiltIns.close()

const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|[0-9a-f]{32})$/

/** Values that grant access are compared as given. */
const SECRETS = new Set(['usr', 'secret', 'token', 'k1', 'key', 'adminkey', 'inkey', 'client_id'])

/** Every UUID and every hash of a request, in any place. */
function inCapitals<T>(value: T, name = ''): T {
  if (typeof value === 'string') return (ID.test(value) && !SECRETS.has(name) ? value.toUpperCase() : value) as T
  if (Array.isArray(value)) return value.map((one) => inCapitals(one, name)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inCapitals(one, key)])) as T
}

const hasCapitals = (given: SampleRequest, written: SampleRequest): boolean =>
  JSON.stringify(given) !== JSON.stringify(written)

let world: World
let cast: Cast
let compared = 0
beforeAll(async () => {
  world = await openMatrixWorld('sqlite')
  cast = await openCast(world, createSecrets())
}, 60_000)
afterAll(() => world.close())

test.each(ROWS)('$title: ids and hashes in capitals mean the same', async ({ operation, sample }) => {
  const kind = isPublic(operation)
    ? 'user'
    : GOOD.find((one) => letsIn(sample.whoMay ?? operation.whoMay, { kind: one }))
  const caller = await cast.openCaller(kind ?? 'user')
  const given = await sample.make(cast, caller.person)
  const written = inCapitals(given)
  if (!hasCapitals(given, written)) return
  compared += 1
  const naming = caller.walletId === undefined ? caller : { ...caller, walletId: caller.walletId.toUpperCase() }
  const answer = await ask(world, operation, written, naming)
  expect([answer.status, answer.status === sample.status ? '' : answer.text]).toEqual([sample.status, ''])
})

test('many requests have ids in them', () => {
  expect(compared).toBeGreaterThan(40)
})

/** Ids of programs, extensions, passkeys and businesses; hashes that their route reads in either case. */
const NOT_OURS = /\.(?:ext_id|client_id|vat_id|passkey\.id)$|^loginByPasskey /

function* idFieldsOf(schema: Schema | undefined, path = ''): Generator<readonly [string, string]> {
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    if (/(?:^|_)(?:id|ids|hash|wallet)$/.test(name) && JSON.stringify(field).includes('"string"'))
      yield [`${path}.${name}`, JSON.stringify(field)]
    else yield* idFieldsOf(field, `${path}.${name}`)
  }
  for (const one of [...(schema?.anyOf ?? []), ...(schema?.items === undefined ? [] : [schema.items])])
    yield* idFieldsOf(one, path)
}

test('every id and hash in a body is read in lower case, also those without a sample', () => {
  const fields = [...OPERATIONS, ...OF_BUILT_INS].flatMap((operation) =>
    [...idFieldsOf(operation.body)].map(([path, field]) => ({ name: `${operation.id} ${path}`, field })),
  )
  expect(fields.length).toBeGreaterThan(20)
  const left = fields.filter(({ name, field }) => !/x-lower-case|\[0-9a-fA-F\]/.test(field) && !NOT_OURS.test(name))
  expect(left.map(({ name }) => name)).toEqual([])
})
