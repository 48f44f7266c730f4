/** A value of another program's database: with SQLite in its stored type, with PostgreSQL as text. */
export type ForeignValue = string | number | bigint | Uint8Array | null

export type ForeignRow = Readonly<Record<string, ForeignValue>>

/** A read-only snapshot of another program's database, read in pages. */
export interface ForeignDatabase {
  readonly dialect: 'sqlite' | 'postgres'
  /** The columns of each table. SQLite has no schemas: there it is ignored. */
  columns(schema: string): Promise<ReadonlyMap<string, readonly string[]>>
  /**
   * The rows of a table in storage order, which is not their age, or ordered by columns, NULL first. Sorted once,
   * outside the memory of this process.
   */
  pages(table: TableName, order?: readonly string[]): AsyncIterable<readonly ForeignRow[]>
  /** Runs a statement that returns few rows. */
  list(sql: string): Promise<readonly ForeignRow[]>
  close(): Promise<void>
}

export interface TableName {
  readonly schema: string
  readonly table: string
}

/** An identifier as SQL text. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `ORDER BY`, the same on both: PostgreSQL has NULL last, SQLite first. */
export const orderBy = (columns: readonly string[]): string =>
  columns.length === 0
    ? ''
    : ` ORDER BY ${columns.map((name) => `${quoted(name)} IS NOT NULL, ${quoted(name)}`).join(', ')}`

export const PAGE_ROWS = 2000
