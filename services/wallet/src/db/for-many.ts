/** A statement for many sets of parameters at once: parameter `$1` is then an array with one value for each. */
export interface ForMany {
  readonly sql: string
  /** True: it answers `n`, the number (from 1) of each set that changed a row. An INSERT can only say how many rows. */
  readonly saysWhich: boolean
}

const UPDATE = /^\s*(UPDATE \w+ SET .+?)\s+WHERE\s+(.+)$/s
const INSERT = /^\s*(INSERT INTO \w+ \([^()]*\))\s+VALUES\s+(\([^()]*\)(?:,\s*\([^()]*\))*)\s*(ON CONFLICT .+)?$/s

/**
 * `UPDATE … WHERE …` and `INSERT … VALUES …` of one set of parameters, for many; undefined for any other statement.
 * `types` are those of the parameters. Each set must change rows of its own.
 */
export function forMany(sql: string, types: readonly string[]): ForMany | undefined {
  const sets = setsOf(types)
  const update = UPDATE.exec(sql)
  if (update !== null) {
    const [, change = '', condition = ''] = update
    return { sql: `${ofSet(change)} FROM ${sets} WHERE ${ofSet(condition)} RETURNING v.n`, saysWhich: true }
  }
  const insert = INSERT.exec(sql)
  if (insert === null) return undefined
  const [, head = '', rows = '', conflict = ''] = insert
  const each = `LATERAL (VALUES ${ofSet(rows)}) AS r`
  return { sql: `${head} SELECT r.* FROM ${sets}, ${each} ORDER BY v.n ${conflict}`, saysWhich: false }
}

const SELECT = /^\s*(?:SELECT|WITH)\s/

/**
 * A reading with one set of parameters, for many: each row says in `of_set` which set (from 1) it belongs to, and rows of
 * one set keep their order. Undefined for what is no reading, and for one without parameters.
 */
export function selectForMany(sql: string, types: readonly string[]): string | undefined {
  if (types.length === 0 || !SELECT.test(sql)) return undefined
  // The OFFSET keeps the planner from making one join of it: it runs as it would alone, once for each set.
  return `SELECT v.n AS of_set, r.* FROM ${setsOf(types)}, LATERAL (SELECT * FROM (${ofSet(sql)}) AS found OFFSET 0) AS r`
}

const ofSet = (part: string): string => part.replace(/\$(\d+)/g, 'v.p$1')

function setsOf(types: readonly string[]): string {
  const names = types.map((_type, index) => `p${index + 1}`)
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS v(${[...names, 'n'].join(', ')})`
}
