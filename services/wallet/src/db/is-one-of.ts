import type { Reader } from './database.ts'

/**
 * A condition: the column is one of the values that a small SELECT answers. The SELECT runs once and first. PostgreSQL
 * may plan `IN (SELECT …)` as a join that runs it for every row; without statistics on a new table it does.
 */
export const isOneOf = ({ dialect }: Pick<Reader, 'dialect'>, column: string, select: string): string =>
  dialect === 'sqlite' ? `${column} IN (${select})` : `${column} = ANY (ARRAY(${select}))`
