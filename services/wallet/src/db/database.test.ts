import { ServiceError } from '@satchel/http/service-error'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../../test/campaigns/seeded-random.ts'
import {
  move,
  moveIf,
  name,
  open,
  overdraw,
  rewritePostings,
  take,
  write,
  writeAndRefuse,
  writeTwiceTheSame,
} from '../../test/world/db/contract-commands.ts'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { readSqliteAside } from './sqlite/sqlite-database.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href

describe.each(DIALECTS)('database on %s', (dialect) => {
  let place: TestDatabase
  let db: Database
  const setting = (name: string): Promise<string | undefined> =>
    db.first('SELECT value FROM settings WHERE name = $1', [name], (row: { value: string }) => row.value)
  const balance = (wallet: string) =>
    db.first('SELECT available_msat, reserved_msat FROM balances WHERE wallet_id = $1', [wallet], (row) => row)

  beforeEach(async () => {
    place = await createTestDatabase(dialect)
    db = await openDatabase(place.url, COMMANDS)
  })
  afterEach(async () => {
    await db.close()
    await place.drop()
  })

  test('a write is read as soon as its command is answered', async () => {
    for (let index = 0; index < 50; index += 1) {
      await db.transact(write, { name: 'n', value: String(index) })
      expect(await setting('n')).toBe(String(index))
    }
  })

  test('a write is visible as soon as its command is answered, also to concurrent reads', async () => {
    for (let index = 0; index < 50; index += 1) {
      let answered = false
      const written = db.transact(write, { name: 'n', value: String(index) }).then(() => {
        answered = true
        return setting('n')
      })
      while (!answered) {
        await setting('n')
        await new Promise(setImmediate)
      }
      expect(await written).toBe(String(index))
    }
  })

  test('concurrent reads each get their own row, also the same row or none', async () => {
    for (const index of [0, 1, 2]) await db.transact(write, { name: `n${index}`, value: `v${index}` })
    const asked = Array.from({ length: 300 }, (_, index) => index % 5)
    const read = (index: number) =>
      db.first('SELECT name, value FROM settings WHERE name = $1', [`n${index}`], (row) => row)
    const found = await Promise.all(asked.map(read))
    expect(found).toEqual(asked.map((index) => (index < 3 ? { name: `n${index}`, value: `v${index}` } : undefined)))
  })

  test('a number, its text and null are different parameters', async () => {
    const ask = (value: string | bigint | null) =>
      db.first(
        'SELECT coalesce(CAST($1 AS text), $2) AS answer',
        [value, 'nothing'],
        (row: { answer: string }) => row.answer,
      )
    expect(await Promise.all([ask('7'), ask('7n'), ask(null), ask('null')])).toEqual(['7', '7n', 'nothing', 'null'])
  })

  test('exclusive access to the database is rejected while a service has it open', async () => {
    await expect(openDatabase(place.url, COMMANDS, { alone: true })).rejects.toThrow(/uses the database/)
    await db.transact(write, { name: 'n', value: 'still works' })
    expect(await setting('n')).toBe('still works')
  })

  test('an answered write is there after closing and opening', async () => {
    await db.transact(write, { name: 'kept', value: 'yes' })
    await db.close()
    db = await openDatabase(place.url, COMMANDS)
    expect(await setting('kept')).toBe('yes')
  })

  test('a command that throws is rolled back as a whole, with its error, and does not affect its neighbours', async () => {
    const results = await Promise.allSettled([
      db.transact(write, { name: 'before', value: '1' }),
      db.transact(writeAndRefuse, { name: 'refused' }),
      db.transact(write, { name: 'after', value: '1' }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const reason = (results[1] as PromiseRejectedResult).reason
    expect(reason).toBeInstanceOf(ServiceError)
    expect(reason).toMatchObject({ status: 400, detail: 'refused after writing' })
    expect([await setting('before'), await setting('refused'), await setting('after')]).toEqual(['1', undefined, '1'])
  })

  test('fifty concurrent commands for the whole balance: one gets it, the others are rejected, none overdraws (A1)', async () => {
    await db.transact(open, { wallet: 'w', amount: 1000n })
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => db.transact(take, { wallet: 'w', amount: 1000n })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance('w')).toEqual({ available_msat: 0n, reserved_msat: 1000n })
    expect(await db.list('SELECT id FROM postings', [], (row) => row)).toHaveLength(1)
  })

  test('concurrent commands have the effects of sequential ones, and each gets its own outcome', async () => {
    const wallets = Array.from({ length: 8 }, (_, index) => `w${index}`)
    for (const wallet of wallets) await db.transact(open, { wallet, amount: 100n })
    const random = seededRandom('side by side')
    const moves = Array.from({ length: 400 }, () => ({
      from: random.pick(wallets),
      to: random.int(20) === 0 ? 'unknown' : random.pick(wallets),
      amount: BigInt(1 + random.int(60)),
    }))
    const ends = await Promise.allSettled(moves.map((each) => db.transact(move, each)))
    const expected = new Map(wallets.map((wallet) => [wallet, 100n]))
    let received = 0
    ends.forEach((end, index) => {
      const { from, to, amount } = moves[index] ?? { from: '', to: '', amount: 0n }
      if (end.status === 'rejected') {
        expect([to, end.reason.detail]).toEqual(['unknown', 'no such wallet'])
      } else if (end.value) {
        expect(to).not.toBe('unknown')
        received += 1
        expected.set(from, (expected.get(from) ?? 0n) - amount)
        expected.set(to, (expected.get(to) ?? 0n) + amount)
      }
    })
    const rows = await db.list(
      'SELECT wallet_id, available_msat FROM balances ORDER BY wallet_id',
      [],
      (row: { wallet_id: string; available_msat: bigint }) => [row.wallet_id, row.available_msat],
    )
    expect(rows).toEqual([...expected])
    const counted = await db.first('SELECT sum(created) AS n FROM payment_counts', [], (row: { n: unknown }) => row.n)
    expect(Number(counted)).toBe(received)
    expect(ends.some((end) => end.status === 'rejected')).toBe(true)
    expect(received).toBeGreaterThan(50)
  })

  test.each([1, 20])(
    'of %d concurrent commands, those whose condition fails change nothing and return false',
    async (count) => {
      const wallets = Array.from({ length: count }, (_, index) => `w${index}`)
      for (const wallet of [...wallets, 'till']) await db.transact(open, { wallet, amount: 10n })
      const moves = wallets.flatMap((from) => [1, 2].map(() => ({ from, to: 'till', amount: 4n })))
      const answers = await Promise.all(moves.map((each) => db.transact(moveIf, each)))
      expect(answers.map(String).sort()).toEqual([...wallets.map(() => 'false'), ...wallets.map(() => 'true')])
      expect(await balance('till')).toMatchObject({ available_msat: 10n + 4n * BigInt(count) })
      for (const wallet of wallets) expect(await balance(wallet)).toEqual({ available_msat: 6n, reserved_msat: 1n })
    },
  )

  test('a change that depends on others is rolled back with them, in a batch and alone', async () => {
    for (const wallet of ['a', 'b', 'till']) await db.transact(open, { wallet, amount: 10n })
    const ends = await Promise.allSettled([
      db.transact(moveIf, { from: 'a', to: 'unknown', amount: 4n }),
      db.transact(moveIf, { from: 'b', to: 'till', amount: 4n }),
    ])
    expect(ends).toMatchObject([{ reason: { detail: 'no such wallet' } }, { value: true }])
    expect([await balance('a'), await balance('till')]).toMatchObject([
      { available_msat: 10n },
      { available_msat: 14n },
    ])
  })

  test('a command that violates a constraint in a batch fails alone', async () => {
    await db.transact(open, { wallet: 'w', amount: 100n })
    const ends = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => db.transact(take, { wallet: 'w', amount: 1n })),
      db.transact(name, { name: 'one' }),
      db.transact(name, { name: 'two' }),
      db.transact(name, { name: 'one' }),
      ...Array.from({ length: 10 }, () => db.transact(take, { wallet: 'w', amount: 10n })),
    ])
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(await balance('w')).toEqual({ available_msat: 0n, reserved_msat: 100n })
    expect([await setting('one'), await setting('two')]).toEqual(['x', 'x'])
  })

  test('the database itself rejects a negative balance (A1)', async () => {
    await db.transact(open, { wallet: 'w', amount: 5n })
    await expect(db.transact(overdraw, { wallet: 'w' })).rejects.toThrow(/check/i)
    expect(await balance('w')).toEqual({ available_msat: 5n, reserved_msat: 0n })
  })

  test('a unique key holds for two concurrent commands', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => db.transact(writeTwiceTheSame, { name: 'only' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test.each(['update', 'delete'] as const)('postings reject an %s (A52)', async (how) => {
    await db.transact(open, { wallet: 'w', amount: 10n })
    await db.transact(take, { wallet: 'w', amount: 10n })
    await expect(db.transact(rewritePostings, { how })).rejects.toThrow('postings are append-only')
  })

  test('msat beyond 2^53 survive exactly', async () => {
    const most = 9_007_199_254_740_000n
    await db.transact(open, { wallet: 'w', amount: most })
    await db.transact(take, { wallet: 'w', amount: most - 1n })
    expect(await balance('w')).toEqual({ available_msat: 1n, reserved_msat: most - 1n })
  })

  test('parameters may be used twice and in any order', async () => {
    const row = await db.first(
      'SELECT CAST($2 AS TEXT) AS second, CAST($1 AS TEXT) AS first, CAST($2 AS TEXT) AS again',
      ['a', 'b'],
      (found) => found,
    )
    expect(row).toEqual({ second: 'b', first: 'a', again: 'b' })
  })

  test('listeners are notified of commits, and a thousand concurrent commands are all answered', async () => {
    let notified = 0
    const stop = db.onCommit(() => {
      notified += 1
    })
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) => db.transact(write, { name: `n${index}`, value: String(index) })),
    )
    stop()
    expect(notified).toBeGreaterThan(0)
    const count = await db.first('SELECT count(*) AS n FROM settings', [], (row: { n: bigint }) => row.n)
    expect(count).toBe(1000n)
  })

  test('several processes that open it concurrently find one schema', async () => {
    await db.close()
    const opened =
      dialect === 'sqlite'
        ? [await openDatabase(place.url, COMMANDS)]
        : await Promise.all([1, 2, 3].map(() => openDatabase(place.url, COMMANDS)))
    await Promise.all(opened.map((each, index) => each.transact(write, { name: `p${index}`, value: 'x' })))
    await Promise.all(opened.slice(1).map((each) => each.close()))
    db = opened[0] as Database
    expect(await setting('p0')).toBe('x')
  })
})

test('a second process on one SQLite file does not start (A12)', async () => {
  const place = await createTestDatabase('sqlite')
  const first = await openDatabase(place.url, COMMANDS)
  await expect(openDatabase(place.url, COMMANDS)).rejects.toThrow('several processes need PostgreSQL')
  await first.close()
  const again = await openDatabase(place.url, COMMANDS)
  await again.close()
  await place.drop()
})

test('a read in a separate thread has closed the SQLite file when it returns: its caller may move the file', async () => {
  const place = await createTestDatabase('sqlite')
  const db = await openDatabase(place.url, COMMANDS)
  await db.transact(write, { name: 'one', value: '1' })
  await db.close()
  const file = place.url.replace('sqlite://', '')
  for (let round = 0; round < 20; round += 1) {
    const read = await readSqliteAside(file, 'SELECT name FROM settings', [], (row: { name: string }) => row.name)
    expect(read).toEqual(['one'])
    const alone = new Sqlite(file, { timeout: 0 })
    alone.pragma('journal_mode = DELETE')
    alone.pragma('journal_mode = WAL')
    alone.close()
  }
  await place.drop()
})
