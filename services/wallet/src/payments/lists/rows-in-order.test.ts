import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { createTestDatabase, DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { listPayments, listPaymentsBefore } from './payment-list-store.ts'
import { rowsInOrder, rowsOfWallets } from './rows-in-order.ts'

/** Every seventh row was sent, every third belongs to another wallet. */
const seed = (count: number): string => `
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
  INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, created_at,
    expires_at)
  SELECT 'p' || i, CASE WHEN i % 3 = 0 THEN 'other' ELSE 'w' END, CASE WHEN i % 7 = 0 THEN 'out' ELSE 'in' END, 'success',
    'success', 'hash' || i, '', 1000, 1000000 - i, 2000000 FROM n`

const idsOf = (rows: readonly { checkingId: string }[]): string[] => rows.map(({ checkingId }) => checkingId)

describe.each(DIALECTS)('the rows of a wallet, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())

  test('a page of both directions is in the order of creation, wherever it begins', async () => {
    await writeDirectly(world, seed(100))
    const all = Array.from({ length: 100 }, (_, index) => 100 - index).filter((number) => number % 3 !== 0)
    for (const [offset, limit] of [
      [0, 5],
      [3, 1],
      [20, 20],
      [60, 20],
      [66, 3],
      [80, 3],
    ] as const) {
      const { payments } = await listPayments(world.db, { walletIds: ['w'] }, { offset, limit })
      expect(idsOf(payments)).toEqual(all.slice(offset, offset + limit).map((number) => `p${number}`))
    }
    for (const before of [101, 70, 8, 1]) {
      const rows = await listPaymentsBefore(world.db, { walletIds: ['w'], status: 'success' }, before, 10)
      const older = all.filter((number) => number < before).slice(0, 10)
      expect(idsOf(rows)).toEqual(older.map((number) => `p${number}`))
    }
  })
})

test('SQLite reads a page of several wallets from the index by wallet, and no other row', async () => {
  const world = await openWorld({ dialect: 'sqlite' })
  try {
    const rows = rowsOfWallets('sqlite', 'wallet_id = w.id', { wallets: '$1', most: '$2', readsBoth: true })
    const plan = await world.db.list(
      `EXPLAIN QUERY PLAN SELECT * FROM ${rows} ORDER BY seq DESC LIMIT $2`,
      ['["w", "other"]', 21],
      (row: { detail: string }) => row.detail,
    )
    expect(plan.join('\n')).toContain('SEARCH payments USING COVERING INDEX payments_of_wallet (wallet_id=?)')
    expect(plan.join('\n')).not.toContain('SCAN payments')
  } finally {
    await world.close()
  }
})

test('PostgreSQL merges the two directions, and neither sorts nor reads rows outside the page', async () => {
  const place = await createTestDatabase('postgres')
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  try {
    await client.query(`${seed(20_000)}; ANALYZE payments; SET plan_cache_mode = 'force_generic_plan'`)
    const several = rowsOfWallets('postgres', 'wallet_id = w.id', { wallets: '$1', most: '$2', readsBoth: true })
    await client.query(`PREPARE several AS SELECT * FROM ${several} ORDER BY seq DESC LIMIT $2`)
    const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) EXECUTE several ('["w", "other"]', 21)`,
    )
    const planOfSeveral = lines.map((row) => row['QUERY PLAN']).join('\n')
    expect(planOfSeveral).toMatch(/Index Scan Backward using payments_of_wallet_by_direction .* rows=21/)
    expect(planOfSeveral).not.toMatch(/Seq Scan on payments|Bitmap/)
    for (const order of ['ASC', 'DESC'] as const) {
      const rows = rowsInOrder('postgres', 'wallet_id = $1', order, () => '$2')
      await client.query(`PREPARE page_${order} AS SELECT * FROM ${rows} ORDER BY seq ${order} LIMIT $3 OFFSET $4`)
      const explained = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN ANALYZE EXECUTE page_${order} ('w', 21, 20, 1)`,
      )
      const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Merge Append')
      expect(plan).toContain('using payments_of_wallet_by_direction')
      expect(plan).not.toMatch(/Sort  |Seq Scan|Bitmap/)
    }
  } finally {
    await client.end()
    await place.drop()
  }
})
