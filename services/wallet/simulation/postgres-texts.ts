import type { SqlValue } from '../src/db/database.ts'
import { forMany, selectForMany } from '../src/db/for-many.ts'
import type { TwinDatabase } from './twin-database.ts'

export interface Rows {
  readonly command: string
  readonly rows: readonly object[]
  readonly rowCount: number
}

/** A parameter, or an array of them where a text is for many sets. */
export type Param = SqlValue | readonly SqlValue[]

/** What runs on SQLite of what the service sends to PostgreSQL. */
export interface PostgresTexts {
  /** From here on the texts that the service makes of this one for many sets of parameters are understood, too. */
  parameterTypes(sql: string): readonly string[]
  isReading(sql: string): boolean
  run(twin: TwinDatabase, sql: string, params: readonly Param[], inside: boolean): Rows
}

export function createPostgresTexts(): PostgresTexts {
  const many = new Map<string, { readonly single: string; readonly kind: 'update' | 'insert' | 'select' }>()
  const parts = new Map<string, readonly Part[]>()
  const partsOf = (sql: string): readonly Part[] => {
    let known = parts.get(sql)
    if (known === undefined) parts.set(sql, (known = splitCombined(sql)))
    return known
  }
  return {
    parameterTypes(sql) {
      const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, digits]) => Number(digits)))
      const types = Array.from({ length: count }, () => 'text')
      const change = forMany(sql, types)
      if (change !== undefined) {
        many.set(change.sql, { single: sql, kind: change.saysWhich ? 'update' : 'insert' })
      }
      const reading = selectForMany(sql, types)
      if (reading !== undefined) many.set(reading, { single: sql, kind: 'select' })
      return types
    },
    isReading: (sql) => many.get(sql)?.kind === 'select' || isSelect(sql),
    run(twin, sql, params, inside) {
      const ofMany = many.get(sql)
      if (ofMany?.kind === 'select') return selectMany(twin, ofMany.single, params, inside)
      if (ofMany !== undefined) return changeMany(twin, ofMany.single, params, ofMany.kind)
      if (sql.startsWith('WITH c0 AS (')) return runCombined(twin, partsOf(sql), params as readonly SqlValue[])
      const plain = toSqlite(sql)
      if (isSelect(sql)) return toRows('SELECT', twin.list(plain, params as readonly SqlValue[], inside))
      const rowCount = twin.change(plain, params as readonly SqlValue[])
      return { command: sql.trimStart().slice(0, 6).toUpperCase(), rows: [], rowCount }
    },
  }
}

const toRows = (command: string, rows: readonly object[]): Rows => ({ command, rows, rowCount: rows.length })

const isSelect = (sql: string): boolean => /^\s*SELECT\b/.test(sql)

const LAST_SEQ = /pg_sequence_last_value\(.*\) AS seq/

const known = new Map<string, string>()

function toSqlite(sql: string): string {
  let text = known.get(sql)
  if (text === undefined) {
    text = LAST_SEQ.test(sql)
      ? 'SELECT MAX(seq) AS seq FROM payments'
      : sql.replace(/::\w+/g, '').replace(/ FOR UPDATE$/, '')
    // SQLite would plan a statement again whenever its limit is another one.
    text = text.replace(/ LIMIT (\$\d+)/g, ' LIMIT (SELECT $1)')
    known.set(sql, text)
  }
  return text
}

function setsOf(params: readonly Param[]): SqlValue[][] {
  const [first] = params as readonly (readonly SqlValue[])[]
  return (first ?? []).map((_value, set) => params.map((values) => (values as readonly SqlValue[])[set] ?? null))
}

function selectMany(twin: TwinDatabase, single: string, params: readonly Param[], inside: boolean): Rows {
  const rows = setsOf(params).flatMap((set, index) =>
    twin.list(toSqlite(single), set, inside).map((row) => ({ of_set: BigInt(index + 1), ...row })),
  )
  return toRows('SELECT', rows)
}

function changeMany(twin: TwinDatabase, single: string, params: readonly Param[], kind: 'update' | 'insert'): Rows {
  const rows: { n: bigint }[] = []
  let rowCount = 0
  setsOf(params).forEach((set, index) => {
    const changed = twin.change(single, set)
    rowCount += changed
    for (let row = 0; row < changed; row += 1) rows.push({ n: BigInt(index + 1) })
  })
  return { command: kind.toUpperCase(), rows: kind === 'update' ? rows : [], rowCount }
}

/** One change of a combined statement, with its own numbers of parameters. */
interface Part {
  readonly sql: string
  /** The numbers of its parameters in the whole text, from 0. */
  readonly params: readonly number[]
}

/** `WITH c0 AS (change RETURNING 1), … SELECT (SELECT count(*) FROM c0) AS c0, …`, as `combine` writes it. */
function splitCombined(sql: string): Part[] {
  const head = sql.slice('WITH c0 AS ('.length, sql.lastIndexOf(' RETURNING 1) SELECT '))
  return head.split(/ RETURNING 1\), c\d+ AS \(/).map((part) => {
    const params = [...new Set([...part.matchAll(/\$(\d+)/g)].map(([, digits]) => Number(digits) - 1))].sort(
      (one, other) => one - other,
    )
    const text = part.replace(/\$(\d+)/g, (_all, digits: string) => `$${params.indexOf(Number(digits) - 1) + 1}`)
    return { sql: text, params }
  })
}

function runCombined(twin: TwinDatabase, parts: readonly Part[], params: readonly SqlValue[]): Rows {
  const counts = parts.map((part, index) => {
    const given = part.params.map((number) => params[number] ?? null)
    return [`c${index}`, BigInt(twin.change(part.sql, given))]
  })
  return toRows('SELECT', [Object.fromEntries(counts)])
}
