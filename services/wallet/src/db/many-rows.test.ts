import { expect, test } from 'vitest'
import { insertRow, updateRow } from './many-rows.ts'

test('an update has the same conditions for one set of parameters and for many', () => {
  const update = updateRow('balances', { wallet: 'text', amount: 'bigint' }, ({ wallet, amount }) => ({
    set: `msat = msat + ${amount}`,
    where: `wallet_id = ${wallet} AND msat + ${amount} >= 0`,
  }))
  expect(update.sql).toBe('UPDATE balances SET msat = msat + $2 WHERE wallet_id = $1 AND msat + $2 >= 0')
  expect(update.many).toEqual({
    sql: 'UPDATE balances SET msat = msat + v.p2 FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS v(p1, p2, n) WHERE wallet_id = v.p1 AND msat + v.p2 >= 0 RETURNING v.n',
    returns: 'changed sets',
  })
})

test('an insert of many rows keeps their order, and what happens on a conflict', () => {
  const conflict = 'ON CONFLICT (kind) DO NOTHING'
  const insert = insertRow('events', { kind: 'text', at: 'bigint' }, conflict)
  expect(insert.sql).toBe(`INSERT INTO events (kind, at) VALUES ($1, $2) ${conflict}`)
  expect(insert.many).toEqual({
    sql: `INSERT INTO events (kind, at) SELECT v.p1, v.p2 FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS v(p1, p2, n) ORDER BY v.n ${conflict}`,
    returns: 'nothing',
  })
})
