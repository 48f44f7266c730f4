import type { Change, Reader } from '../../db/database.ts'

export interface StoredNode {
  readonly kind: string
  readonly nodeKey: string
  readonly alias: string
  readonly formerKind: string | undefined
  readonly sealed: string
  readonly storedBy: string
  /** Unix seconds. */
  readonly storedAt: number
}

export const findStoredNode = (reader: Pick<Reader, 'first'>): Promise<StoredNode | undefined> =>
  reader.first(
    'SELECT kind, node_key, alias, former_kind, variables_sealed, stored_by, stored_at FROM stored_node',
    [],
    (row: Row) => ({
      kind: row.kind,
      nodeKey: row.node_key,
      alias: row.alias,
      formerKind: row.former_kind ?? undefined,
      sealed: row.variables_sealed,
      storedBy: row.stored_by,
      storedAt: Number(row.stored_at),
    }),
  )

interface Row {
  readonly kind: string
  readonly node_key: string
  readonly alias: string
  readonly former_kind: string | null
  readonly variables_sealed: string
  readonly stored_by: string
  readonly stored_at: bigint
}

/** Replaces the stored node. */
export const putStoredNode = (node: StoredNode): Change => ({
  sql: `INSERT INTO stored_node (id, kind, node_key, alias, former_kind, variables_sealed, stored_by, stored_at)
    VALUES (1, $1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, node_key = excluded.node_key, alias = excluded.alias,
      former_kind = excluded.former_kind, variables_sealed = excluded.variables_sealed,
      stored_by = excluded.stored_by, stored_at = excluded.stored_at`,
  params: [node.kind, node.nodeKey, node.alias, node.formerKind ?? null, node.sealed, node.storedBy, node.storedAt],
  rows: 1,
})

export const deleteStoredNode = (): Change => ({ sql: 'DELETE FROM stored_node', params: [] })
