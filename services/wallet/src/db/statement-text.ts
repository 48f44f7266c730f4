import type { Change, SqlValue } from './database.ts'

export interface PositionalText {
  readonly sql: string
  /** Parameter numbers in the order of the question marks; undefined = 1, 2, 3 … once each. */
  readonly order: readonly number[] | undefined
}

/** `$2 … $1` → `? … ?` with the order: SQLite's driver takes `$1` for a name. */
export function toPositional(sql: string): PositionalText {
  const order: number[] = []
  const text = sql.replace(/\$(\d+)/g, (_all, digits: string) => {
    order.push(Number(digits))
    return '?'
  })
  return { sql: text, order: order.every((parameter, index) => parameter === index + 1) ? undefined : order }
}

export interface CombinedText {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** Several changes as one data-modifying statement that answers how many rows each changed: columns c0, c1, … */
export function combine(changes: readonly Change[]): CombinedText {
  const params: SqlValue[] = []
  const parts = changes.map((change, index) => {
    const offset = params.length
    params.push(...change.params)
    const sql = change.sql.replace(/\$(\d+)/g, (_all, digits: string) => `$${Number(digits) + offset}`)
    return `c${index} AS (${sql} RETURNING 1)`
  })
  const counts = changes.map((_change, index) => `(SELECT count(*) FROM c${index}) AS c${index}`)
  return { sql: `WITH ${parts.join(', ')} SELECT ${counts.join(', ')}`, params }
}
