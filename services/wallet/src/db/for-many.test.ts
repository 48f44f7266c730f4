import { expect, test } from 'vitest'
import { forMany, selectForMany } from './for-many.ts'

test('an update for many takes arrays and says which set of parameters changed its row', () => {
  expect(
    forMany("UPDATE balances SET a = a + $2 WHERE wallet_id = $1 AND a + $2 >= 0 AND kind = 'x'", ['text', 'bigint']),
  ).toEqual({
    sql: "UPDATE balances SET a = a + v.p2 FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS v(p1, p2, n) WHERE wallet_id = v.p1 AND a + v.p2 >= 0 AND kind = 'x' RETURNING v.n",
    saysWhich: true,
  })
})

test('an insert for many keeps its rows, their order, and what happens on a conflict', () => {
  const sql = `INSERT INTO events (kind, at) VALUES ($2, $1), ($3, $1)
    ON CONFLICT (kind) DO UPDATE SET at = excluded.at`
  expect(forMany(sql, ['bigint', 'text', 'text'])).toEqual({
    sql: `INSERT INTO events (kind, at) SELECT r.* FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS v(p1, p2, p3, n), LATERAL (VALUES (v.p2, v.p1), (v.p3, v.p1)) AS r ORDER BY v.n ON CONFLICT (kind) DO UPDATE SET at = excluded.at`,
    saysWhich: false,
  })
})

test.each(['DELETE FROM payments WHERE id = $1', 'SELECT 1', 'INSERT INTO a (b) SELECT $1', 'UPDATE a SET b = $1'])(
  '%s stays for one set of parameters',
  (sql) => {
    expect(forMany(sql, ['text'])).toBeUndefined()
  },
)

test('a reading for many runs once for each set of parameters, and its rows say for which', () => {
  expect(selectForMany('SELECT a FROM b WHERE c = $2 AND d > $1 ORDER BY a', ['bigint', 'text'])).toBe(
    'SELECT v.n AS of_set, r.* FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS v(p1, p2, n), LATERAL (SELECT * FROM (SELECT a FROM b WHERE c = v.p2 AND d > v.p1 ORDER BY a) AS found OFFSET 0) AS r',
  )
})

test.each([
  ['SELECT a FROM b', []],
  ['UPDATE a SET b = $1', ['text']],
])('%s stays one reading', (sql, types) => {
  expect(selectForMany(sql, types)).toBeUndefined()
})
