import { type AddCounts, createSharedRateLimitStore } from '@satchel/http/limits/rate-limit-shared'
import { rateLimitStoreContract, sharedRateLimitContract } from '@satchel/http/limits/rate-limit-store.contract'
import { SILENT_LOG } from '@satchel/http/log'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openWorld } from '../../test/world/open-world.ts'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { addRequests } from './request-count-commands.ts'

const COMMANDS = new URL('../wiring/commands.ts', import.meta.url).href

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
  const addCounts: AddCounts = (added) => db.transact(addRequests, { added })
  const openStore = async (options: { requests: number; windowMs: number }) =>
    createSharedRateLimitStore({ ...options, addCounts, log: SILENT_LOG })
  // Each test of the first contract has a window length of its own, or it would find the counts of others.
  let lengths = 0
  rateLimitStoreContract('PostgreSQL', ({ requests, windowMs }) => {
    lengths += 1
    return openStore({ requests, windowMs: windowMs - lengths })
  })
  sharedRateLimitContract('PostgreSQL', () => ({ openStore }))

  test('a sum ends with its window', async () => {
    const sum = async () => (await addCounts([{ client: 'short', requests: 1, leftMs: 1 }]))[0]?.requests
    await vi.waitFor(async () => expect([await sum(), await sum(), await sum()]).toContain(1), { interval: 5 })
  })

  test('ended windows are deleted', async () => {
    const rows = () =>
      db.first('SELECT count(*) AS n FROM request_counts WHERE client = $1', ['old'], (row: { n: bigint }) => row.n)
    await addCounts([{ client: 'old', requests: 1, leftMs: -61_000 }])
    expect(await rows()).toBe(0n)
  })
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
