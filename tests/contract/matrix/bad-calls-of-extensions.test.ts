import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_INS } from '../../../services/wallet/src/extensions/built-ins.ts'
import { activateExtension } from '../../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../../services/wallet/test/world/open-world.ts'
import { type AnswerCheck, createAnswerCheck } from './answer-check.ts'
import { type AskedAnswer, urlOf } from './ask.ts'
import { ofThisRun } from './of-this-run.ts'
import { listOperations, type Operation, readDocument } from './operations.ts'

const EXTENSIONS = BUILT_INS.map(({ manifest }) => manifest.id)
const ENV = { SERVICE_FIXED_RATES: '{"USD":50000}', SERVICE_RATE_LIMIT_NO: '100000' }

/** Every operation of the built-ins in the manual: the other matrices use one extension as a sample. */
const listing = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
const DOCUMENT = await readDocument(listing)
const OPERATIONS = listOperations(DOCUMENT).filter(({ path }) => EXTENSIONS.includes(path.split('/')[1] ?? ''))
await listing.close()

let world: World
let owner: WorldWallet
let stranger: WorldWallet
let check: AnswerCheck

beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS, env: ENV })
  owner = await world.openWallet(1000)
  // Uses none of them.
  stranger = await world.openWallet()
  for (const extId of EXTENSIONS) await activateExtension(world, owner, extId)
  check = createAnswerCheck(DOCUMENT)
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

/** Problems of a request, from outside to inside. */
const WRONG: readonly {
  readonly what: string
  readonly headers?: object
  readonly payload?: string
  readonly id?: string
}[] = [
  { what: 'no body' },
  { what: 'an empty object', headers: { 'content-type': 'application/json' }, payload: '{}' },
  { what: 'half an object', headers: { 'content-type': 'application/json' }, payload: '{"a":' },
  { what: 'a list', headers: { 'content-type': 'application/json' }, payload: '[1]' },
  { what: 'another type', headers: { 'content-type': 'text/plain' }, payload: 'x' },
  { what: 'an address that is no UTF-8', id: '%E0%A4%A' },
  { what: 'too long an id', id: 'x'.repeat(1100) },
]

async function send(
  operation: Operation,
  { headers, payload, id = 'x9' }: (typeof WRONG)[number],
  key: string | undefined,
) {
  const params = Object.fromEntries(
    operation.parameters.flatMap((one) => (one.in === 'path' ? [[one.name, 'ID']] : [])),
  )
  const answer = await world.app.inject({
    method: operation.method,
    url: urlOf(operation, { params }, {}).replaceAll('ID', id),
    headers: { ...headers, ...(key !== undefined && { 'x-api-key': key }) },
    ...(payload !== undefined && operation.method !== 'GET' && { payload }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body } satisfies AskedAnswer
}

test('there are operations of every extension', () => {
  expect(new Set(OPERATIONS.map(({ path }) => path.split('/')[1]))).toEqual(new Set(EXTENSIONS))
})

test.each(ofThisRun(OPERATIONS))(
  '$method $path: the manual has the status and the type of every answer to a bad call',
  async (operation) => {
    const wrong: string[] = []
    for (const key of [undefined, owner.adminKey, owner.invoiceKey, stranger.adminKey]) {
      for (const one of WRONG) {
        const answer = await send(operation, one, key)
        const problem = check.problem(operation, answer)
        if (problem !== undefined || answer.status >= 500) wrong.push(`${one.what}: ${problem ?? answer.status}`)
      }
    }
    expect(wrong).toEqual([])
  },
)
