import { reject } from '@satchel/extension-sdk/rejection'
import type { Database } from '../../../db/database.ts'
import { findRow, type Sight, type StoredRow } from '../stores/stored-row.ts'

/** A row that a run has read or made. */
export interface KnownRow {
  /** The row as read; undefined = the run has made it. */
  readonly read: StoredRow | undefined
  /** The row as the run leaves it; undefined = deleted. */
  now: StoredRow | undefined
  /** Whether it must be unchanged when the run is committed. */
  touched: boolean
}

/** Every row a run has read or created, read once: later reads of the run see its own changes. */
export function createKnownRows(db: Database, extId: string, sight: Sight) {
  const known = new Map<string, KnownRow>()
  const keyFor = (kind: string, id: string): string => `${kind}/${id}`
  const see = (row: StoredRow): KnownRow => {
    const key = keyFor(row.kind, row.id)
    const seen = known.get(key) ?? { read: row, now: row, touched: false }
    known.set(key, seen)
    return seen
  }
  const load = async (kind: string, id: string): Promise<KnownRow | undefined> => {
    const seen = known.get(keyFor(kind, id))
    if (seen !== undefined) return seen
    const row = await findRow(db, { extId, kind, sight }, id)
    return row && see(row)
  }
  return {
    see,
    load,
    /** Throws 404 for a missing or deleted row. */
    async require(kind: string, id: string): Promise<KnownRow & { now: StoredRow }> {
      const seen = await load(kind, id)
      if (seen?.now === undefined) throw reject('Not found.', 404)
      return seen as KnownRow & { now: StoredRow }
    },
    find: (kind: string, id: string): KnownRow | undefined => known.get(keyFor(kind, id)),
    add(row: StoredRow): void {
      known.set(keyFor(row.kind, row.id), { read: undefined, now: row, touched: false })
    },
    all: (): KnownRow[] => [...known.values()],
  }
}

export type KnownRows = ReturnType<typeof createKnownRows>
