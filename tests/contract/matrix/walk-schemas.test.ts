import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../services/wallet/test/world/test-database.ts'
import { tokenOf } from '../../../services/wallet/test/world/token-of.ts'
import { type AnswerCheck, createAnswerCheck } from './answer-check.ts'
import { arbitraryOf } from './arbitrary-of-schema.ts'
import { ask } from './ask.ts'
import { type Cast, openCast } from './cast.ts'
import { ofThisRun } from './of-this-run.ts'
import { openMatrixWorld } from './open-matrix-world.ts'
import { listOperations, type Operation, type Parameter, readDocument } from './operations.ts'
import type { SampleRequest } from './sample.ts'
import { samplesOf } from './samples.ts'
import { createSecrets } from './secrets.ts'
import { isPublic } from './who-may.ts'

const listing = await openMatrixWorld('sqlite')
const DOCUMENT = await readDocument(listing)
const OPERATIONS = listOperations(DOCUMENT)
await listing.close()

/** On PostgreSQL fewer: what only it refuses is text, and every case has some. */
const RUNS = { sqlite: 25, postgres: 5 } as const
/** Hashing a password is slow on purpose. */
const RUNS_WITH_PASSWORD = 5

/** Fields that would change the world for later calls: they are not sent. */
const TAMED: Readonly<Record<string, object>> = {
  setHalt: { halted: false },
  ...Object.fromEntries(
    ['changeSettings', 'changeSettingsOfAdmin'].map((id) => [
      id,
      { require_second_factor: 'nobody', auth_allowed_methods: undefined, rate_limit_requests: undefined },
    ]),
  ),
}

const ENDS_THE_ACCOUNT: readonly string[] = ['deleteCurrentUser']

describe.each(LOGIC_DIALECTS)('everything the manual allows or forbids, on %s', (dialect) => {
  let world: World
  let cast: Cast
  let check: AnswerCheck
  beforeAll(async () => {
    world = await openMatrixWorld(dialect)
    cast = await openCast(world, createSecrets())
    check = createAnswerCheck(DOCUMENT)
  }, 60_000)
  afterAll(() => world.close())

  test.each(ofThisRun(OPERATIONS))(
    '$method $path: the answer matches the manual',
    async (operation) => {
      const [sample] = samplesOf(operation)
      const person = await cast.openPerson('super-user')
      const good = (await sample?.make(cast, person)) ?? {}
      const judge = async (request: SampleRequest): Promise<void> => {
        const asking = ENDS_THE_ACCOUNT.includes(operation.id) ? await cast.openPerson('super-user') : person
        const credential = isPublic(operation) ? {} : { token: await tokenOf(world, asking) }
        const answer = await ask(world, operation, request, credential)
        expect(check.problem(operation, answer)).toBeUndefined()
        if (!check.allowsBody(operation, request.body)) expect(answer.status).toBeGreaterThanOrEqual(400)
      }
      await judge(good)
      if (operation.body === undefined && operation.parameters.length === 0) return
      const numRuns = 'password' in (operation.body?.properties ?? {}) ? RUNS_WITH_PASSWORD : RUNS[dialect]
      await fc.assert(fc.asyncProperty(arbitraryRequest(operation, good), judge), { numRuns, seed: 20_261_121 })
    },
    60_000,
  )
})

/** Now and then all is as it should be, else one thing is not. */
function arbitraryRequest(operation: Operation, good: SampleRequest): fc.Arbitrary<SampleRequest> {
  const named = (place: Parameter['in']): readonly Parameter[] => operation.parameters.filter((one) => one.in === place)
  const texts = (parameters: readonly Parameter[]): Record<string, fc.Arbitrary<string>> =>
    Object.fromEntries(parameters.map(({ name, schema }) => [name, arbitraryText(schema)]))
  const required = named('query').flatMap(({ name, required: must }) => (must === true ? [name] : []))
  return fc.record({
    // An existing object, else one with a valid form.
    params: fc.oneof(fc.constant(good.params ?? {}), fc.record(texts(named('path')))),
    query: fc.record(texts(named('query')), { requiredKeys: required }),
    body: arbitraryBody(operation, good.body),
  })
}

/** A lone dot is a step in a path, and never reaches the route. */
const arbitraryText = (schema: Parameter['schema']): fc.Arbitrary<string> =>
  fc
    .oneof(arbitraryOf(schema).map(String), fc.string({ unit: 'binary', minLength: 1, maxLength: 70 }))
    .filter((text) => !/^\.{0,2}$/.test(text))

function arbitraryBody({ id, body, bodyRequired }: Operation, good: unknown): fc.Arbitrary<unknown> {
  if (body === undefined) return fc.constant(undefined)
  const allowed = arbitraryOf(body) as fc.Arbitrary<object>
  const names = Object.keys(body.properties ?? {})
  const oneWrong = fc
    .tuple(allowed, fc.constantFrom(...names), fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }))
    .map(([value, name, wrong]) => ({ ...value, [name]: wrong }))
  return fc
    .oneof(allowed, oneWrong, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }))
    .map((value) => ({ ...value, ...TAMED[id] }))
    .chain((value) =>
      fc.constantFrom(value, ...(good === undefined ? [] : [good]), ...(bodyRequired ? [] : [undefined])),
    )
}
