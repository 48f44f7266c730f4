const NEW_TABLE = /^CREATE TABLE (\w+) /
const NEW_INDEX = /^CREATE (UNIQUE )?INDEX \w+ ON (\w+) /
const NEW_COLUMN =
  /^ALTER TABLE \w+ ADD COLUMN (?!.*\b(UNIQUE|PRIMARY|REFERENCES|CHECK)\b)(?!.*\bNOT NULL\b(?!.*\bDEFAULT\b)).*$/

/** A dropped index that is not unique (migrate.test.ts). */
const DROPPED_INDEX = /^DROP INDEX \w+$/

/** What every version shows to operators, whatever its kind. */
const NEW_ALARM = /^INSERT INTO alarms /

/**
 * Whether an older version works with the schema after these statements: only new tables, new columns that an INSERT
 * may omit, indexes, unique ones only on new tables, no longer some index, and alarms. Does not check what the newer version writes.
 */
export function isAddition(sql: string): boolean {
  const tables = new Set<string>()
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
    .every((statement) => {
      const [, table] = NEW_TABLE.exec(statement) ?? []
      if (table !== undefined) return tables.add(table)
      const [, unique, of = ''] = NEW_INDEX.exec(statement) ?? [undefined, undefined, undefined]
      if (of !== '') return unique === undefined || tables.has(of)
      return [NEW_COLUMN, DROPPED_INDEX, NEW_ALARM].some((kind) => kind.test(statement))
    })
}
