import { expect, test } from 'vitest'
import { combine, toPositional } from './statement-text.ts'

test('numbered parameters become question marks in the order of their use', () => {
  expect(toPositional('a = $1 AND b = $2')).toEqual({ sql: 'a = ? AND b = ?', order: undefined })
  expect(toPositional('a = $2 AND b = $1 AND c = $2')).toEqual({ sql: 'a = ? AND b = ? AND c = ?', order: [2, 1, 2] })
})

test('changes that are combined keep their own parameters', () => {
  const { sql, params } = combine([
    { sql: 'UPDATE t SET a = $1 WHERE b = $2', params: [1, 2] },
    { sql: 'DELETE FROM t WHERE a = $1 OR b = $1', params: [3] },
  ])
  expect(params).toEqual([1, 2, 3])
  expect(sql).toBe(
    'WITH c0 AS (UPDATE t SET a = $1 WHERE b = $2 RETURNING 1), c1 AS (DELETE FROM t WHERE a = $3 OR b = $3 RETURNING 1) SELECT (SELECT count(*) FROM c0) AS c0, (SELECT count(*) FROM c1) AS c1',
  )
})
