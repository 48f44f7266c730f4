import type { Change } from '../../database.ts'
import type { ManyForm } from '../../many-rows.ts'
import type { Connection } from '../postgres-connection.ts'

/** How many rows a change has changed, or why it failed. */
export type Outcome = { readonly rows: number } | { readonly error: unknown }

/**
 * Sends independent changes in one write. Changes with the same statement and a form for many sets become one
 * statement, with no row twice; the others are sent singly. Never rejects; the outcomes are in the order given.
 */
export async function sendChanges(connection: Connection, changes: readonly Change[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await Promise.all(
    groupChanges(changes).map(async (group) => {
      const ends = await sendGroup(
        connection,
        group.map((index) => changes[index] as Change),
      )
      group.forEach((index, place) => (outcomes[index] = ends[place] as Outcome))
    }),
  )
  return outcomes
}

interface Group {
  readonly members: number[]
  /** The rows that its statement changes. */
  readonly keys: Set<string>
}

/**
 * Groups the changes' indexes. A change of a row that is already in a group goes into the next group of its statement.
 */
function groupChanges(changes: readonly Change[]): (readonly number[])[] {
  const groups: Group[] = []
  const bySql = new Map<string, Group[]>()
  changes.forEach(({ sql, many, keys = [] }, index) => {
    const ofStatement = bySql.get(sql) ?? []
    let group = ofStatement.find((candidate) => keys.every((key) => !candidate.keys.has(key)))
    if (group === undefined) {
      group = { members: [], keys: new Set() }
      groups.push(group)
      if (many !== undefined) bySql.set(sql, [...ofStatement, group])
    }
    group.members.push(index)
    for (const key of keys) group.keys.add(key)
  })
  return groups.map(({ members }) => members)
}

async function sendGroup(connection: Connection, group: readonly Change[]): Promise<Outcome[]> {
  const [change] = group
  if (change === undefined) return []
  try {
    if (change.many !== undefined && group.length > 1) return await sendMany(connection, group, change.many)
    const { rowCount } = await connection.query(change.sql, change.params)
    return [{ rows: rowCount ?? 0 }]
  } catch (error) {
    return group.map(() => ({ error }))
  }
}

async function sendMany(connection: Connection, group: readonly Change[], many: ManyForm): Promise<Outcome[]> {
  const sets = group[0]?.params.map((_param, index) => group.map(({ params }) => params[index] ?? null))
  const { rows, rowCount } = await connection.query<{ n: bigint }>(many.sql, sets)
  if (many.returns === 'changed sets') {
    const changed = new Set(rows.map(({ n }) => Number(n)))
    return group.map((_change, index) => ({ rows: changed.has(index + 1) ? 1 : 0 }))
  }
  // PostgreSQL does not report which set inserted a row: if a row is missing, all count as missing.
  return group.map(() => ({ rows: rowCount === group.length ? 1 : 0 }))
}
