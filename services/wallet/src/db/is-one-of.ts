import type { Reader } from './database.ts'

/**
 * A condition: the column has one of the values of a small SELECT, which runs once, first. PostgreSQL may plan `IN
 * (SELECT …)` as a join that runs it for every row, and does so on a new table without statistics.
 */
export const isOneOf = ({ dialect }: Pick<Reader, 'dialect'>, column: string, select: string): string =>
  dialect === 'sqlite' ? `${column} IN (${select})` : `${column} = ANY (ARRAY(${select}))`
