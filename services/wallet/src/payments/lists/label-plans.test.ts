import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '../../../test/world/open-world.ts'
import { createTestDatabase } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { markedRows } from './marked-rows.ts'

/** 20,000 payments of a wallet; every 400th has the label. */
const SEED = [
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
   INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, created_at,
     expires_at)
   SELECT 'p' || i, 'w', 'in', 'success', 'success', 'hash' || i, '', 1000, 1000000 - i, 2000000 FROM n`,
  `INSERT INTO payment_labels (wallet_id, label, payment_seq, checking_id)
   SELECT wallet_id, 'rare', seq, checking_id FROM payments WHERE seq % 400 = 0`,
]
const QUERY = (dialect: 'sqlite' | 'postgres', wallets: readonly string[]) =>
  `SELECT payments.memo FROM ${markedRows(dialect, { walletIds: wallets, label: 'rare' })}
   WHERE wallet_id = w.id ORDER BY w.place DESC LIMIT $3`

test('SQLite finds the payments of a label by the label, in order, and reads no other payment', async () => {
  const world = await openWorld({ dialect: 'sqlite' })
  try {
    for (const sql of SEED) await writeDirectly(world, sql)
    for (const wallets of [['w'], ['w', 'v']]) {
      const plan = await world.db.list(
        `EXPLAIN QUERY PLAN ${QUERY('sqlite', wallets)}`,
        [wallets.length === 1 ? 'w' : JSON.stringify(wallets), 'rare', 21],
        (row: { detail: string }) => row.detail,
      )
      const text = plan.join('\n')
      expect(text).toMatch(/SEARCH m USING .*\(wallet_id=\? AND label=\?\)/)
      expect(text).toMatch(/SEARCH payments USING INDEX \S+ \(checking_id=\?\)/)
      expect(text).not.toContain('SCAN payments')
      if (wallets.length === 1) expect(text).not.toContain('TEMP B-TREE')
    }
  } finally {
    await world.close()
  }
})

test('PostgreSQL finds the payments of a label by the label, and reads no other payment', async () => {
  const place = await createTestDatabase('postgres')
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  try {
    await client.query(
      `${SEED.join(';')}; ANALYZE payments; ANALYZE payment_labels; SET plan_cache_mode = 'force_generic_plan'`,
    )
    for (const [name, wallets, first] of [
      ['one', ['w'], 'w'],
      ['several', ['w', 'v'], '["w", "v"]'],
    ] as const) {
      await client.query(`PREPARE ${name} AS ${QUERY('postgres', wallets)}`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) EXECUTE ${name} ('${first}', 'rare', 21)`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Scan using payments_pkey on payments')
      expect(plan).not.toMatch(/Seq Scan on payments|payments_of_wallet/)
    }
  } finally {
    await client.end()
    await place.drop()
  }
})
