import { defineCommand, type Reader, type Tx } from '../db/database.ts'

/** A node that payments are, or were, with. */
export interface StoredSource {
  /** From 1 in the order of first use. */
  readonly id: number
  readonly kind: string
  /** For a hosted node the id of the account; '' if unknown. */
  readonly nodeKey: string
  /** Unix seconds. */
  readonly firstUsedAt: number
}

export type SourceRole = 'current' | 'former'

export interface AdoptSource {
  readonly kind: string
  readonly nodeKey: string
  readonly role: SourceRole
  /** The operator's statement about the former node: its kind, or that it is no longer reachable. */
  readonly former: string | undefined
  readonly at: number
}

/**
 * Finds or stores the source of a node. Another node of the same kind is accepted only if the operator permits it:
 * after a mere change of address the payments of one node would otherwise be polled at another.
 */
export const adoptSource = defineCommand({
  name: 'adopt-source',
  run: async (tx, given: AdoptSource): Promise<number | 'another-node' | 'not-yet'> => {
    const { kind, nodeKey, role, former, at } = given
    const known = await listSources(tx)
    const same = known.find((source) => source.kind === kind && source.nodeKey === nodeKey)
    if (same !== undefined) return same.id
    const isNew = role === 'current' && former !== undefined
    const nameless = known.find((source) => source.kind === kind && source.nodeKey === '')
    if (nameless !== undefined) {
      // The row belongs to the former node, which identifies itself.
      if (isNew && former === kind) return 'not-yet'
      if (former !== 'none' || role === 'former') return nameSource(tx, nameless.id, nodeKey)
    }
    if (!isNew && known.some((source) => source.kind === kind)) return 'another-node'
    // Payments from before this list belong to the first source: the former node, if any.
    if (isNew && known.length === 0) return 'not-yet'
    const id = known.length + 1
    await tx.run({
      sql: 'INSERT INTO funding_sources (id, kind, node_key, first_used_at) VALUES ($1, $2, $3, $4)',
      params: [id, kind, nodeKey, at],
      rows: 1,
    })
    return id
  },
})

/** For rows from before the service stored which account of a node it uses. */
async function nameSource(tx: Tx, id: number, nodeKey: string): Promise<number> {
  await tx.run({
    sql: `UPDATE funding_sources SET node_key = $2 WHERE id = $1 AND node_key = ''`,
    params: [id, nodeKey],
    rows: 1,
  })
  return id
}

/** In the order of first use. */
export const listSources = (reader: Reader): Promise<StoredSource[]> =>
  reader.list(
    'SELECT id, kind, node_key, first_used_at FROM funding_sources ORDER BY id',
    [],
    (row: { id: bigint; kind: string; node_key: string; first_used_at: bigint }) => ({
      id: Number(row.id),
      kind: row.kind,
      nodeKey: row.node_key,
      firstUsedAt: Number(row.first_used_at),
    }),
  )
