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
  const names = types.map((_type, index) => `p${index + 1}`)
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  const sets = `unnest(${arrays.join(', ')}) WITH ORDINALITY AS v(${[...names, 'n'].join(', ')})`
  const ofSet = (part: string): string => part.replace(/\$(\d+)/g, 'v.p$1')
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
