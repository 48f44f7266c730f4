import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EXPLAIN, explain, open, type Plan, take, write } from '../../test/world/db/contract-commands.ts'
import { createTestDatabase, type TestDatabase } from '../../test/world/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href

let place: TestDatabase
let db: Database
let stranger: pg.Client
const closing: (() => unknown)[] = []

beforeEach(async () => {
  place = await createTestDatabase('postgres')
  stranger = new pg.Client({ connectionString: place.url })
  await stranger.connect()
})
afterEach(async () => {
  await db.close()
  await stranger.end()
  for (const close of closing.splice(0)) await close()
  await place.drop()
})

const postings = async (): Promise<number> => {
  const { rows } = await stranger.query<{ n: string }>('SELECT count(*) AS n FROM postings')
  return Number(rows[0]?.n)
}

test('a connection cut after the COMMIT was sent neither loses nor repeats committed changes (A25)', async () => {
  const cut = await startCuttingProxy('after')
  db = await openDatabase(cut.url, COMMANDS)
  await db.transact(open, { wallet: 'w', amount: 100n })
  cut.arm()
  await db.transact(take, { wallet: 'w', amount: 60n })
  expect(cut.times()).toBe(1)
  expect(await postings()).toBe(1)
})

test('a connection cut before the COMMIT arrives runs the command again, once (A25)', async () => {
  const cut = await startCuttingProxy('before')
  db = await openDatabase(cut.url, COMMANDS)
  await db.transact(open, { wallet: 'w', amount: 100n })
  cut.arm()
  await db.transact(take, { wallet: 'w', amount: 60n })
  expect(cut.times()).toBe(1)
  expect(await postings()).toBe(1)
})

test('a service that starts while another process has the database exclusively waits until it is done', async () => {
  const alone = await openDatabase(place.url, COMMANDS, { alone: true })
  let started = false
  const starting = openDatabase(place.url, COMMANDS).then((opened) => {
    started = true
    return opened
  })
  for (let count = 0; count < 20; count += 1) await alone.transact(write, { name: 'n', value: String(count) })
  await vi.waitFor(async () => {
    const { rows } = await stranger.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'satchel listener' AND datname = current_database()`,
    )
    expect(rows).toHaveLength(2)
  })
  expect(started).toBe(false)
  await alone.close()
  db = await starting
  expect(await db.first('SELECT value FROM settings', [], (row) => row)).toEqual({ value: '19' })
})

test('a read that fails does not fail the other reads of its batch', async () => {
  db = await openDatabase(place.url, COMMANDS)
  const ends = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      db.first('SELECT 100 / CAST($1 AS bigint) AS n', [index % 20], (row: { n: bigint }) => Number(row.n)),
    ),
  )
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message))).toEqual(
    Array.from({ length: 40 }, (_, index) => (index % 20 === 0 ? 'division by zero' : Math.trunc(100 / (index % 20)))),
  )
})

test('a row is found by its key, however small its table is', async () => {
  db = await openDatabase(place.url, COMMANDS)
  await stranger.query(`INSERT INTO settings (name, value) SELECT n, repeat('x', 80) FROM generate_series(1, 200) AS n`)
  await stranger.query('ANALYZE settings')
  const plans = [
    await db.list(EXPLAIN, ['7'], (row: Plan) => row['QUERY PLAN']),
    await db.transact(explain, { name: '7' }),
  ]
  for (const plan of plans) expect(plan[0]).toMatch(/^Index Scan/)
  const { rows } = await stranger.query<Plan>(EXPLAIN.replace('$1', `'7'`))
  expect(rows[0]?.['QUERY PLAN'], 'what the server would do unasked').toMatch(/^Seq Scan/)
})

test('connections closed by the server under load are replaced; every command runs exactly once', async () => {
  db = await openDatabase(place.url, COMMANDS)
  await db.transact(open, { wallet: 'w', amount: 1000n })
  const taken = Array.from({ length: 200 }, async (_, index) => {
    if (index % 50 === 25) {
      await stranger.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'satchel%' AND datname = current_database()`)
    }
    await db.transact(take, { wallet: 'w', amount: 1n })
  })
  await Promise.all(taken)
  expect(await postings()).toBe(200)
  expect(await db.first('SELECT available_msat AS left FROM balances', [], (row: { left: bigint }) => row.left)).toBe(
    800n,
  )
}, 30_000)

test('a row that a foreign session keeps locked fails only commands on that row, within six seconds', async () => {
  db = await openDatabase(place.url, COMMANDS)
  await db.transact(open, { wallet: 'locked', amount: 100n })
  await db.transact(open, { wallet: 'free', amount: 100n })
  await stranger.query('BEGIN')
  await stranger.query(`SELECT 1 FROM balances WHERE wallet_id = 'locked' FOR UPDATE`)
  const startedAt = performance.now()
  const refused = db.transact(take, { wallet: 'locked', amount: 1n }).then(
    () => 'done',
    (error: Error) => `${error.message} after ${Math.ceil((performance.now() - startedAt) / 1000)} s`,
  )
  const slowest: number[] = []
  for (let index = 0; index < 20; index += 1) {
    const asked = performance.now()
    await db.transact(take, { wallet: 'free', amount: 1n })
    slowest.push(performance.now() - asked)
  }
  expect(Math.max(...slowest)).toBeLessThan(2000)
  expect(await refused).toMatch(/busy or unreachable.* after [4-7] s/)
  await stranger.query('ROLLBACK')
  await db.transact(take, { wallet: 'locked', amount: 1n })
}, 30_000)

test('a process that stops with the batch open loses it, and the others continue', async () => {
  db = await openDatabase(place.url, COMMANDS)
  // The remains of a stopped process: an open transaction that holds the writers' lock.
  const stopped = new pg.Client({ connectionString: place.url })
  stopped.on('error', () => undefined)
  await stopped.connect()
  await stopped.query(`SET idle_in_transaction_session_timeout = 1000`)
  await stopped.query('BEGIN')
  await stopped.query('SELECT pg_advisory_xact_lock(7361002)')
  await db.transact(write, { name: 'after', value: 'x' })
  expect(await db.first('SELECT value FROM settings', [], (row: { value: string }) => row.value)).toBe('x')
  await stopped.end().catch(() => undefined)
}, 30_000)

/** Between us and the server; once armed it cuts the connection at the next COMMIT, before or after it has passed. */
async function startCuttingProxy(when: 'before' | 'after') {
  const target = new URL(place.url)
  let armed = false
  let cuts = 0
  const proxy: Server = createServer((client: Socket) => {
    const server = connect(Number(target.port), target.hostname)
    client.on('error', () => undefined)
    server.on('error', () => undefined)
    client.on('close', () => server.end())
    server.on('close', () => client.end())
    server.on('data', (chunk) => client.write(chunk))
    client.on('data', (chunk) => {
      if (!armed || !chunk.includes('COMMIT')) return void server.write(chunk)
      armed = false
      cuts += 1
      if (when === 'before') server.destroy()
      else server.write(chunk)
      client.destroy()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closing.push(() => proxy.close())
  const url = new URL(place.url)
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    times: () => cuts,
    arm: () => {
      armed = true
    },
  }
}
