/** As another program's database returns it: SQLite by what is stored, PostgreSQL all as text. */
export type ForeignValue = string | number | bigint | Uint8Array | null

export type ForeignRow = Readonly<Record<string, ForeignValue>>

/** The database of another program: one moment of it, read-only, in pages. */
export interface ForeignDatabase {
  readonly dialect: 'sqlite' | 'postgres'
  /** The columns of each table. SQLite has no schemas: there it is ignored. */
  columns(schema: string): Promise<ReadonlyMap<string, readonly string[]>>
  /** The rows of a table in the order of their storage, or in that of a column. */
  pages(table: TableName, order?: string): AsyncIterable<readonly ForeignRow[]>
  /** A statement that answers few rows. */
  list(sql: string): Promise<readonly ForeignRow[]>
  close(): Promise<void>
}

export interface TableName {
  readonly schema: string
  readonly table: string
}

/** An identifier as SQL text. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const PAGE_ROWS = 2000
