import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { type Forwarder, startForwarder } from '../../test/world/servers/forwarder.ts'
import { isDatabaseAway } from './database-away.ts'
import { openDatabase } from './open-database.ts'

let world: World
let wallet: WorldWallet
let forwarder: Forwarder

beforeAll(async () => {
  const changed: Record<string, string> = {}
  world = await openWorld({ dialect: 'postgres' })
  await world.restart(changed, async (place) => {
    forwarder = await startForwarder(place.url)
    changed['SERVICE_DATABASE_URL'] = forwarder.url
  })
  wallet = await world.openWallet(1000)
})
afterAll(async () => {
  await world.close()
  await forwarder.close()
})
beforeEach(async () => {
  await forwarder.mend()
  await vi.waitFor(async () =>
    expect((await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })).status).toBe(200),
  )
})

test.each([
  ['a reading', 'GET', '/api/v1/wallet', undefined],
  ['a list', 'GET', '/api/v1/payments', undefined],
  ['an invoice', 'POST', '/api/v1/payments', { out: false, amount: 5 }],
] as const)(
  'without the database %s is answered 503 with Retry-After and a detail',
  async (_name, method, url, body) => {
    const key = wallet.adminKey
    expect((await world.call(method, url, { key, body })).status).toBeLessThan(300)
    await forwarder.refuse()
    const answer = await world.call(method, url, { key, body })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(answer.body.detail).toMatch(/database/)
    expect(answer.body.detail).not.toMatch(/127\.0\.0\.1|ECONN/)
  },
)

test('a request that may have been executed is not reported as undone', async () => {
  await forwarder.refuse()
  const body = { out: true, bolt11: 'lnbcrt1' }
  const answer = await world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body })
  expect([answer.status, answer.body.detail]).toEqual([503, expect.stringContaining('Idempotency-Key')])
})

test('/ready says why the service cannot work, without a credential and without the rate limit', async () => {
  await forwarder.refuse()
  const answer = await world.call('GET', '/ready')
  expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([
    503,
    '1',
    { detail: 'The database cannot be reached; retry.', code: 'database_away' },
  ])
  expect((await world.call('GET', '/api/v1/health')).status).toBe(200)
})

test('/ready answers within a second and a half when the database is silent', async () => {
  forwarder.silence()
  const startedAt = performance.now()
  const answer = await world.call('GET', '/ready')
  expect([answer.status, answer.body]).toEqual([
    503,
    { detail: 'The database has not answered for 1 s.', code: 'database_away' },
  ])
  expect(performance.now() - startedAt).toBeLessThan(1500)
})

test.each([
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), true],
  [new AggregateError([Object.assign(new Error(''), { code: 'ECONNREFUSED' })]), true],
  [Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }), true],
  [Object.assign(new Error('the database system is starting up'), { code: '57P03' }), true],
  [Object.assign(new Error('sorry, too many clients already'), { code: '53300' }), true],
  [Object.assign(new Error('database "satchel" does not exist'), { code: '3D000' }), true],
  [Object.assign(new Error('password authentication failed for user "satchel"'), { code: '28P01' }), true],
  [Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY_SNAPSHOT' }), true],
  [Object.assign(new Error('division by zero'), { code: '22012' }), false],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' }), false],
  [new Error('cannot read properties of undefined'), false],
  ['ECONNREFUSED', false],
])('%s is a failed connection: %s', (error, away) => {
  expect(isDatabaseAway(error)).toBe(away)
})

test.each([
  ['a server that is not there', (url: URL) => (url.port = '1')],
  ['a wrong password', (url: URL) => (url.password = 'hunter2')],
  ['a database that does not exist', (url: URL) => (url.pathname = '/nowhere')],
  ['a host that has no address', (url: URL) => (url.hostname = 'nowhere.invalid')],
])('the start names the variable of a wrong database URL: %s', async (_name, spoil) => {
  const url = new URL(forwarder.url)
  spoil(url)
  const opening = openDatabase(url.href, new URL('../../test/world/db/contract-commands.ts', import.meta.url).href, {
    waitMs: 0,
  })
  await expect(opening).rejects.toThrow(/^SERVICE_DATABASE_URL: the database cannot be opened \(.+\)$/)
  await expect(opening).rejects.not.toThrow('hunter2')
})

test('the start names the variable of an invalid URL', async () => {
  const opening = openDatabase(
    'postgres://[',
    new URL('../../test/world/db/contract-commands.ts', import.meta.url).href,
  )
  await expect(opening).rejects.toThrow(/^SERVICE_DATABASE_URL/)
})
