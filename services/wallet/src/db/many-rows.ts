/** A statement in its two forms. */
export interface ManyRows {
  /** For one set of parameters: `$1`, `$2` … */
  readonly sql: string
  readonly many: ManyForm
}

/** For many sets of parameters in one statement (PostgreSQL): each parameter is an array with one value per set. */
export interface ManyForm {
  readonly sql: string
  /**
   * Returned rows: `n`, the number (from 1) of each set that changed a row; or none, because each set inserts a row.
   */
  readonly returns: 'changed sets' | 'nothing'
}

export type ColumnType = 'text' | 'bigint'
type Columns<Name extends string> = Readonly<Record<Name, ColumnType>>

/** `INSERT` of one row per set of parameters; they come in the order of `columns`. `conflict`: an ON CONFLICT clause. */
export function insertRow(table: string, columns: Columns<string>, conflict = ''): ManyRows {
  const names = Object.keys(columns)
  const into = `INSERT INTO ${table} (${names.join(', ')})`
  const one = names.map((_name, index) => `$${index + 1}`)
  const many = names.map((_name, index) => `v.p${index + 1}`)
  return {
    sql: `${into} VALUES (${one.join(', ')}) ${conflict}`,
    many: {
      sql: `${into} SELECT ${many.join(', ')} FROM ${setsOf(Object.values(columns))} ORDER BY v.n ${conflict}`,
      returns: 'nothing',
    },
  }
}

export interface UpdateParts {
  readonly set: string
  readonly where: string
}

/**
 * `UPDATE` of one row per set of parameters; they come in the order of `params`. `write` gets the SQL name of each.
 * Rows are found by key: no two sets of one statement may name the same row.
 */
export function updateRow<Name extends string>(
  table: string,
  params: Columns<Name>,
  write: (named: Readonly<Record<Name, string>>) => UpdateParts,
): ManyRows {
  const names = Object.keys(params) as Name[]
  const nameBy = (prefix: string) =>
    Object.fromEntries(names.map((name, index) => [name, `${prefix}${index + 1}`])) as Record<Name, string>
  const one = write(nameBy('$'))
  const many = write(nameBy('v.p'))
  return {
    sql: `UPDATE ${table} SET ${one.set} WHERE ${one.where}`,
    many: {
      sql: `UPDATE ${table} SET ${many.set} FROM ${setsOf(Object.values(params))} WHERE ${many.where} RETURNING v.n`,
      returns: 'changed sets',
    },
  }
}

/** The sets of parameters as rows v (p1, p2 … n). */
function setsOf(types: readonly ColumnType[]): string {
  const names = types.map((_type, index) => `p${index + 1}`)
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS v(${[...names, 'n'].join(', ')})`
}
