import type { SqlValue } from '../../src/db/database.ts'
import type { TwinDatabase } from './twin-database.ts'

export interface Rows {
  readonly command: string
  readonly rows: readonly object[]
  readonly rowCount: number
}

/** A parameter, or an array of them where a text is for many sets. */
export type Param = SqlValue | readonly SqlValue[]

/** Translates the service's statements for PostgreSQL to SQLite. */
export function runText(twin: TwinDatabase, sql: string, params: readonly Param[], inside: boolean): Rows {
  const single = singleOf(sql)
  if (single !== undefined) return changeMany(twin, single, params)
  const plain = toSqlite(sql)
  if (isReading(sql)) return toRows('SELECT', twin.list(plain, params as readonly SqlValue[], inside))
  const rowCount = twin.change(plain, params as readonly SqlValue[])
  return { command: sql.trimStart().slice(0, 6).toUpperCase(), rows: [], rowCount }
}

export const isReading = (sql: string): boolean => /^\s*SELECT\b/.test(sql)

const toRows = (command: string, rows: readonly object[]): Rows => ({ command, rows, rowCount: rows.length })

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

interface Single {
  readonly sql: string
  readonly kind: 'UPDATE' | 'INSERT'
}

/** The sets of parameters, as `updateRow` and `insertRow` write them (db/many-rows.ts). */
const SETS = String.raw`FROM unnest\([^)]*\) WITH ORDINALITY AS v\([^)]*\)`
const UPDATE_MANY = new RegExp(String.raw`^(UPDATE [^]+?) ${SETS} (WHERE [^]+) RETURNING v\.n$`)
const INSERT_MANY = new RegExp(String.raw`^(INSERT INTO \w+ \([^)]*\)) SELECT ([^]+?) ${SETS} ORDER BY v\.n ([^]*)$`)

const singles = new Map<string, Single | undefined>()

/** A statement for many sets of parameters as the one for a single set. */
function singleOf(sql: string): Single | undefined {
  if (singles.has(sql)) return singles.get(sql)
  const [, update, where] = UPDATE_MANY.exec(sql) ?? []
  const [, into, values, conflict] = INSERT_MANY.exec(sql) ?? []
  const numbered = (text: string): string => text.replace(/\bv\.p(\d+)/g, '$$$1')
  const single: Single | undefined =
    update !== undefined
      ? { sql: numbered(`${update} ${where}`), kind: 'UPDATE' }
      : into !== undefined
        ? { sql: numbered(`${into} VALUES (${values}) ${conflict}`), kind: 'INSERT' }
        : undefined
  singles.set(sql, single)
  return single
}

function changeMany(twin: TwinDatabase, { sql, kind }: Single, params: readonly Param[]): Rows {
  const rows: { n: bigint }[] = []
  let rowCount = 0
  setsOf(params).forEach((set, index) => {
    const changed = twin.change(sql, set)
    rowCount += changed
    for (let row = 0; row < changed; row += 1) rows.push({ n: BigInt(index + 1) })
  })
  return { command: kind, rows: kind === 'UPDATE' ? rows : [], rowCount }
}
