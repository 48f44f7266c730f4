import type { Reader } from './database.ts'

export interface Search {
  readonly text: string
  /** The parameter with the text, such as `$2`. */
  readonly parameter: string
}

/** A condition: one of the columns contains the text, literally and ignoring case. */
export function searchIn({ dialect }: Reader, columns: readonly string[], { text, parameter }: Search): string {
  const isSqlite = dialect === 'sqlite'
  const position = isSqlite ? 'instr' : 'strpos'
  // SQLite's own `lower` knows ASCII only.
  const lower = isSqlite && /[^ -~]/.test(text) ? 'lower_unicode' : 'lower'
  return `(${columns.map((column) => `${position}(${lower}(${column}), ${lower}(${parameter})) > 0`).join(' OR ')})`
}
