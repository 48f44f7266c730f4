import { SILENT_LOG } from '@satchel/http/log'
import { createSharedRateLimitStore, type SharedCounts } from '@satchel/http/limits/rate-limit-shared'
import { rateLimitStoreContract, sharedRateLimitContract } from '@satchel/http/limits/rate-limit-store.contract'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openFreezingForwarder } from '@satchel/lightning/world/peer-parts/freezing-forwarder'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../../world/test-database.ts'
import { openWorld } from '../../world/open-world.ts'
import type { RedisServer } from '../../world/servers/fake-redis.ts'
import { REDIS_SERVERS } from '../../world/servers/redis-server.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { createDatabaseCounts } from './database-counts.ts'
import { createRedisCounts } from './redis-counts.ts'

const COMMANDS = new URL('../commands.ts', import.meta.url).href
const log = SILENT_LOG

/** Both contracts on counts that a server keeps. */
function countsContract(name: string, open: () => SharedCounts): void {
  const openStore = async (options: { requests: number; windowMs: number }) =>
    createSharedRateLimitStore({ ...options, counts: open(), log })
  // Each test of the first contract has a window length of its own, or it would find what others counted.
  let lengths = 0
  rateLimitStoreContract(name, ({ requests, windowMs }) => {
    lengths += 1
    return openStore({ requests, windowMs: windowMs - lengths })
  })
  sharedRateLimitContract(name, () => ({ openStore }))

  test(`${name}: a sum ends even where it was made without an end`, async () => {
    const counts = open()
    const sum = async () => (await counts.add([{ client: 'short', requests: 1, leftMs: 1 }]))[0]?.requests
    await vi.waitFor(async () => expect([await sum(), await sum(), await sum()]).toContain(1), { interval: 5 })
    await counts.close()
  })
}

describe('request counts in PostgreSQL', () => {
  let place: TestDatabase
  let db: Database
  beforeAll(async () => {
    place = await createTestDatabase('postgres')
    db = await openDatabase(place.url, COMMANDS)
  })
  afterAll(async () => {
    await db.close()
    await place.drop()
  })
  countsContract('PostgreSQL', () => createDatabaseCounts(db))

  test('what ended is swept', async () => {
    const rows = () =>
      db.first('SELECT count(*) AS n FROM request_counts WHERE client = $1', ['old'], (row: { n: bigint }) => row.n)
    const counts = createDatabaseCounts(db)
    await counts.add([{ client: 'old', requests: 1, leftMs: -61_000 }])
    expect(await rows()).toBe(0n)
  })
})

describe.each(REDIS_SERVERS)('request counts in a %s', (name, start) => {
  let server: RedisServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())
  countsContract(name, () => createRedisCounts(server.url))

  test('a lost server is an immediate error for the caller, and the connection is retried', async () => {
    const counts = createRedisCounts(server.url)
    const add = () => counts.add([{ client: 'a', requests: 1, leftMs: 60_000 }])
    await add()
    await server.stop()
    await expect(add()).rejects.toThrow()
    await counts.close()
    server = await start()
  })
})

test.each(REDIS_SERVERS)(
  'counts go on over a new connection after the one to a %s died silently',
  async (_name, start) => {
    const server = await start()
    onTestFinished(() => server.stop())
    const line = await openFreezingForwarder(Number(new URL(server.url).port))
    const counts = createRedisCounts(`redis://127.0.0.1:${line.port}`)
    onTestFinished(() => counts.close())
    const add = () => counts.add([{ client: 'a', requests: 1, leftMs: 60_000 }])
    await add()
    line.freeze()
    await expect(add()).rejects.toThrow()
    // Over a connection that was silent from its beginning, too.
    await expect(add()).rejects.toThrow()
    line.thaw()
    await expect.poll(() => add().then(() => 'counted', String), { timeout: 8000 }).toBe('counted')
    expect(line.connections()).toBe(1)
  },
)

test('a Redis that accepts and says nothing is given up after a second', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const counts = createRedisCounts(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const asked = performance.now()
  await expect(counts.add([{ client: 'a', requests: 1, leftMs: 60_000 }])).rejects.toThrow()
  expect(performance.now() - asked).toBeLessThan(5000)
  await counts.close()
  silent.close()
})

describe.each(DIALECTS)('the rate limit of the service, on %s', (dialect) => {
  test('answers 429 to one request too many, with or without a forged forwarding header', async () => {
    const world = await openWorld({ dialect, env: { SERVICE_RATE_LIMIT_NO: '5' } })
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}` }
      const { status, headers: answered } = await world.call('GET', '/api/v1/wallet', { headers })
      statuses.push(status)
      expect(answered['ratelimit-limit']).toBe('5')
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await world.call('GET', '/api/v1/health')).status).toBe(200)
    await world.close()
  })
})
