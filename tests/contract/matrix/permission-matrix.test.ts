import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../services/wallet/test/world/accounts/make-acl-token.ts'
import type { World } from '../../../services/wallet/test/world/open-world.ts'
import { readStoredRows } from '../../../services/wallet/test/world/stored-rows.ts'
import { LOGIC_DIALECTS } from '../../../services/wallet/test/world/test-database.ts'
import { type AskedAnswer, ask, detailOf } from './ask.ts'
import { type Caller, type Cast, GOOD, openCast, type Person } from './cast.ts'
import { ofThisRun } from './of-this-run.ts'
import { openMatrixWorld } from './open-matrix-world.ts'
import { listOperations, type Operation, readDocument } from './operations.ts'
import type { Sample, SampleRequest } from './sample.ts'
import { samplesOf } from './samples.ts'
import { createSecrets } from './secrets.ts'
import { isOutOfReach, isPublic, letsIn, letsItemsSpend, schemesFor } from './who-may.ts'

const listing = await openMatrixWorld('sqlite')
const OPERATIONS = listOperations(await readDocument(listing))
await listing.close()

/** On PostgreSQL every tenth is enough: permissions are checked before a query runs. */
const SAMPLED = { sqlite: 1, postgres: 10 } as const

test('there are operations of every kind', () => {
  expect(OPERATIONS.length).toBeGreaterThan(90)
  expect(new Set(OPERATIONS.flatMap(({ whoMay }) => whoMay)).size).toBeGreaterThan(7)
})

test.each(OPERATIONS)('$method $path: the credential in the manual is that of the text beside it', (operation) => {
  expect(operation.schemes).toEqual(schemesFor(operation))
})

/** Operation: invoice key, admin key, bearer, no credential; word for word as in the specification. */
const SPECIFIED: Readonly<Record<string, readonly [boolean, boolean, boolean, boolean]>> = {
  'GET /api/v1/wallet': [true, true, true, false],
  'createPayment, receiving': [true, true, true, false],
  'createPayment, sending': [false, true, true, false],
  'PUT /api/v1/wallet': [false, true, true, false],
  'DELETE /api/v1/wallet': [false, true, true, false],
  'GET /api/v1/wallets': [false, false, true, false],
  'PUT /api/v1/auth/me': [false, false, true, false],
  'POST /api/v1/auth/register': [true, true, true, true],
}

test.each(Object.entries(SPECIFIED))('%s admits exactly the specified credentials (W26)', (name, expected) => {
  const rows = OPERATIONS.flatMap((operation) => samplesOf(operation).map((sample) => ({ operation, sample })))
  const found = rows.filter(
    ({ operation: { method, path }, sample }) => `${method} ${path}` === name || sample.title === name,
  )
  const kinds = ['invoice key', 'admin key', 'user'] as const
  expect(
    found.map(({ operation, sample }) => [
      ...kinds.map((kind) => isPublic(operation) || letsIn(sample.whoMay ?? operation.whoMay, { kind })),
      isPublic(operation),
    ]),
  ).toEqual([expected])
})

test.each(OPERATIONS.filter(({ path }) => /^\/(admin|api\/v1\/admin)\//.test(path)))(
  '$method $path is for the super user only (W26)',
  ({ whoMay }) => expect(whoMay).toEqual(['access token of the super user']),
)

describe.each(LOGIC_DIALECTS)('every credential on every operation, on %s', (dialect) => {
  // PostgreSQL is backed up by its own tool on the command line.
  const here = OPERATIONS.filter(({ id }) => dialect === 'sqlite' || id !== 'downloadBackup')
  const rows = ofThisRun(
    here
      .flatMap((operation) => samplesOf(operation).map((sample) => ({ operation, sample })))
      .filter((_row, index) => index % SAMPLED[dialect] === 0),
  )
  const guarded = rows
    .filter(({ operation }) => !isPublic(operation))
    .map(({ operation, sample }) => ({ title: sample.title, operation, sample }))
  const open = rows
    .filter(({ operation }) => isPublic(operation))
    .map(({ operation, sample }) => ({ title: sample.title, operation, sample }))
  let world: World
  let cast: Cast
  let callers: readonly Caller[]
  beforeAll(async () => {
    world = await openMatrixWorld(dialect)
    cast = await openCast(world, createSecrets())
    callers = await inTurn(GOOD, (kind) => cast.openCaller(kind))
  }, 60_000)
  afterAll(() => world.close())

  const mayDo = (operation: Operation, sample: Sample, caller: Caller): boolean =>
    letsIn(sample.whoMay ?? operation.whoMay, caller)

  /** Asks, and checks what holds for every answer. */
  const asked = async (operation: Operation, request: SampleRequest, caller: Caller): Promise<AskedAnswer> => {
    const answer = await ask(world, operation, request, caller)
    expect(answer.status).toBeLessThan(answer.status === 503 ? 504 : 500)
    if (answer.status >= 400) {
      expect(detailOf(answer), `${caller.kind}: ${answer.status} ${answer.text}`).toEqual(expect.any(String))
      expect(answer.headers['content-type']).toBe('application/json')
    }
    expectNotStored(operation, answer)
    // Administrators of accounts see their ids.
    const mayRead = operation.whoMay.some((who) => who.startsWith('access token of ')) && answer.status < 300
    const found = cast.secrets.foundIn(answer.text, caller.person.userId)
    expect(mayRead ? [] : found, `${caller.kind} received a secret of another account`).toEqual([])
    return answer
  }

  /** Answers with or to a credential are not cached; cacheable answers contain no secret of an account. */
  const expectNotStored = (operation: Operation, { headers, text }: AskedAnswer): void => {
    const stored = headers['cache-control']
    if (!isPublic(operation)) expect(stored).toBe('no-store')
    else if (operation.method !== 'GET') expect(stored).toMatch(/^(private, )?no-store$/)
    else if (stored !== 'no-store') expect(cast.secrets.foundIn(text, undefined)).toEqual([])
  }

  test.each(guarded)(
    '$title: callers without permission are rejected, and nothing changes',
    async ({ operation, sample }) => {
      const refused = callers.filter((caller) => !mayDo(operation, sample, caller))
      const requests: [Caller, SampleRequest, number][] = []
      for (const caller of refused) requests.push([caller, await sample.make(cast, caller.person), 403])
      const request = await sample.make(cast, cast.stranger)
      for (const caller of cast.worthless) requests.push([caller, request, 401])
      const limited = await withEverythingElse(cast, operation)
      requests.push([limited, await sample.make(cast, limited.person), 403])
      if (letsItemsSpend(operation)) {
        const bound = await withJustThis(cast, operation, BUDGET)
        requests.push([bound, await sample.make(cast, bound.person), 403])
      }
      const before = await readStoredRows(world)
      const statuses: [string, number][] = []
      for (const [caller, mine] of requests) {
        statuses.push([caller.kind, (await asked(operation, mine, caller)).status])
      }
      expect(statuses).toEqual(requests.map(([{ kind }, , status]) => [kind, status]))
      expect(await readStoredRows(world)).toEqual(before)
    },
  )

  test.each(guarded)(
    '$title: callers with permission are answered, for their own data',
    async ({ operation, sample }) => {
      const statuses: [string, number][] = []
      const expected: [string, number][] = []
      const answer = async (caller: Caller, owner: Person, status: number, of: string): Promise<AskedAnswer> => {
        const answered = await asked(operation, await sample.make(cast, owner), caller)
        statuses.push([`${caller.kind}, ${of}`, answered.status])
        expected.push([`${caller.kind}, ${of}`, status])
        return answered
      }
      const letIn = await openLetIn(cast, operation, sample)
      expect(letIn.length).toBeGreaterThan(0)
      for (const caller of letIn) {
        if (sample.ofOwner) await answer(caller, cast.stranger, 404, 'of a stranger')
        const naming = { ...caller, walletId: cast.stranger.id }
        if (takesWalletId(operation) && caller.key === undefined) {
          await answer(naming, caller.person, 404, 'in the wallet of a stranger')
        }
        const { status, headers } = await answer(caller, caller.person, sample.status, 'own')
        if (status < 300) expect(headers['referrer-policy']).toBe('no-referrer')
      }
      expect(statuses).toEqual(expected)
    },
  )

  test.each(open)('$title: open to every caller, with any credential', async ({ operation, sample }) => {
    const statuses: [string, number][] = []
    const everybody = [...cast.worthless, ...callers]
    for (const caller of everybody) {
      const { status } = await asked(operation, await sample.make(cast, caller.person), caller)
      statuses.push([caller.kind, status])
    }
    expect(statuses).toEqual(everybody.map(({ kind }) => [kind, sample.status]))
  })

  test('no access list can have routes that its tokens may not call (S405)', async () => {
    const { token } = await cast.openPerson()
    const accepted: string[] = []
    for (const { method, path } of OPERATIONS) {
      const body = { name: 'x', allowed_endpoints: [`${method} ${path}`] }
      const { status } = await world.call('POST', '/api/v1/auth/acls', { token, body })
      expect([201, 422]).toContain(status)
      if (status === 201) accepted.push(`${method} ${path}`)
    }
    const inReach = OPERATIONS.filter((operation) => !isOutOfReach(operation))
    expect(accepted).toEqual(inReach.map(({ method, path }) => `${method} ${path}`))
  })

  const objects = guarded.filter(({ sample }) => sample.ofOwner)
  test.each(objects)('$title: data of others is answered like missing data', async ({ operation, sample }) => {
    const [caller = await cast.openCaller('user')] = await openLetIn(cast, operation, sample)
    const foreign = await sample.make(cast, cast.stranger)
    const nowhere = { ...foreign, ...withUnknownIds(foreign) }
    const [one, other] = [await asked(operation, foreign, caller), await asked(operation, nowhere, caller)]
    expect([one.status, one.text]).toEqual([404, other.text])
    expect(other.status).toBe(404)
  })
})

/** To act in a wallet; the super user's lists take it as a filter over all wallets. */
const takesWalletId = ({ parameters, whoMay }: Operation): boolean =>
  !whoMay.includes('access token of the super user') && parameters.some(({ name }) => name === 'wallet_id')

/** New callers of each permitted kind, an ACL token with just this entry among them. */
async function openLetIn(cast: Cast, operation: Operation, sample: Sample): Promise<Caller[]> {
  const kinds = GOOD.filter((kind) => letsIn(sample.whoMay ?? operation.whoMay, { kind }))
  const callers = await inTurn(kinds, (kind) => cast.openCaller(kind))
  const byToken = kinds.includes('user') && !isOutOfReach(operation)
  if (!byToken) return callers
  const free = await withJustThis(cast, operation)
  return [...callers, free, ...(letsItemsSpend(operation) ? [] : [await withJustThis(cast, operation, BUDGET)])]
}

const BUDGET = { budget_sats: 1_000_000, budget_period: 'day' }

async function withJustThis(cast: Cast, { method, path }: Operation, more = {}): Promise<Caller> {
  const person = await cast.openPerson()
  const { token } = await makeAclToken(cast.world, person.token, [`${method} ${path}`], more)
  const kind = `ACL token with just this entry${'budget_sats' in more ? ' and a budget' : ''}`
  return { kind, person, token }
}

/** Every endpoint that an access list can have, except this one. */
async function withEverythingElse(cast: Cast, { method, path }: Operation): Promise<Caller> {
  const person = await cast.openPerson()
  const choices = await cast.world.call('GET', '/api/v1/auth/acls/endpoints', { token: person.token })
  const endpoints = (choices.body as { endpoint: string }[]).map(({ endpoint }) => endpoint)
  const others = endpoints.filter((endpoint) => endpoint.replace(/ receive$/, '') !== `${method} ${path}`)
  const { token } = await makeAclToken(cast.world, person.token, others)
  return { kind: 'ACL token with every other entry', person, token }
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

function withUnknownIds({ params, body }: SampleRequest): SampleRequest {
  const unknown = (of: object): Record<string, string> =>
    Object.fromEntries(Object.keys(of).map((name) => [name, UNKNOWN]))
  return params === undefined ? { body: unknown(body as object) } : { params: unknown(params) }
}

async function inTurn<T, R>(list: readonly T[], make: (one: T) => Promise<R>): Promise<R[]> {
  const made: R[] = []
  for (const one of list) made.push(await make(one))
  return made
}
