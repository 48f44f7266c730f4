import type { Change, Tx } from '../../../db/database.ts'
import { isOneOf } from '../../../db/is-one-of.ts'
import { insertRow } from '../../../db/many-rows.ts'
import { HEARS, noteHearer } from './hearing-items.ts'
import { runConflict, valueTaken } from './run-signals.ts'

export interface ChangedRows {
  readonly extId: string
  readonly at: number
  readonly rows: readonly RowChange[]
}

export interface RowKey {
  readonly field: string
  readonly value: string
  readonly scope: string
}

interface ChangedRow {
  readonly kind: string
  readonly id: string
  readonly data: string
  readonly keys: readonly RowKey[]
}

export type RowChange =
  | (ChangedRow & { readonly change: 'insert'; readonly walletId: string; readonly userId: string })
  /** `version`: the one that was read. `keysChanged`: the keys are rewritten. */
  | (ChangedRow & { readonly change: 'update'; readonly version: number; readonly keysChanged: boolean })
  | { readonly change: 'remove'; readonly kind: string; readonly id: string; readonly version: number }
  /** Every row of the kind that belongs to this item. */
  | { readonly change: 'empty'; readonly kind: string; readonly id: string }
  /** Read and relied on: must be unchanged. */
  | { readonly change: 'touch'; readonly kind: string; readonly id: string; readonly version: number }

/** Writes the rows and keys of one run. No row is changed twice. */
export async function changeRows(tx: Tx, changed: ChangedRows): Promise<void> {
  await tx.together(changed.rows.filter(isInsert).map((row) => insertItem(changed, row)))
  for (const row of changed.rows) await changeRow(tx, changed, row)
}

type InsertedRow = Extract<RowChange, { change: 'insert' }>

const isInsert = (row: RowChange): row is InsertedRow => row.change === 'insert'

const insertItem = ({ extId, at }: ChangedRows, { kind, id, walletId, userId, data }: InsertedRow): Change => ({
  ...INSERT_ITEM,
  params: [extId, kind, id, walletId, userId, data, 1, at, at],
  rows: 1,
  otherwise: runConflict,
})

const INSERT_ITEM = insertRow(
  'extension_rows',
  {
    ext_id: 'text',
    kind: 'text',
    id: 'text',
    wallet_id: 'text',
    user_id: 'text',
    data: 'text',
    version: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
  },
  'ON CONFLICT (ext_id, kind, id) DO NOTHING',
)

export interface PastRow extends ChangedRow {
  readonly walletId: string
  readonly userId: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** A row that another service made, with its own times. Its keys must be free. */
export const insertPastRow = (extId: string, row: PastRow): Change[] => [
  {
    ...INSERT_ITEM,
    params: [extId, row.kind, row.id, row.walletId, row.userId, row.data, 1, row.createdAt, row.updatedAt],
    rows: 1,
  },
  ...row.keys.map(({ field, value, scope }) =>
    field === HEARS
      ? noteHearer(extId, { kind: row.kind, id: row.id, value })
      : { ...INSERT_KEY, params: [extId, row.kind, field, value, scope, row.id], rows: 1 },
  ),
]

const INSERT_KEY = insertRow('extension_keys', {
  ext_id: 'text',
  kind: 'text',
  field: 'text',
  value: 'text',
  scope: 'text',
  row_id: 'text',
})

async function changeRow(tx: Tx, { extId, at }: ChangedRows, row: RowChange): Promise<void> {
  const where = 'ext_id = $1 AND kind = $2 AND id = $3'
  const which = [extId, row.kind, row.id]
  switch (row.change) {
    case 'insert':
      return insertKeys(tx, extId, row)
    case 'update':
      await tx.run({
        sql: `UPDATE extension_rows SET data = $4, version = version + 1, updated_at = $5 WHERE ${where} AND version = $6`,
        params: [...which, row.data, at, row.version],
        rows: 1,
        otherwise: runConflict,
      })
      if (!row.keysChanged) return
      await deleteFieldKeys(tx, extId, row)
      return insertKeys(tx, extId, row)
    case 'touch':
      await tx.run({
        sql: `UPDATE extension_rows SET version = version + 1 WHERE ${where} AND version = $4`,
        params: [...which, row.version],
        rows: 1,
        otherwise: runConflict,
      })
      return
    case 'remove':
      await tx.run({
        sql: `DELETE FROM extension_rows WHERE ${where} AND version = $4`,
        params: [...which, row.version],
        rows: 1,
        otherwise: runConflict,
      })
      await deleteKeys(tx, extId, row)
      return
    case 'empty':
      return emptyKind(tx, extId, row)
  }
}

/** Rows are found by their `item`, and their keys by the rows. */
async function emptyKind(tx: Tx, extId: string, { kind, id }: { kind: string; id: string }): Promise<void> {
  const rows = `SELECT row_id FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND field = 'item' AND value = $3`
  const params = [extId, kind, id.toLowerCase()]
  const ofKind = 'ext_id = $1 AND kind = $2'
  await tx.run({ sql: `DELETE FROM extension_rows WHERE ${ofKind} AND ${isOneOf(tx, 'id', rows)}`, params })
  await tx.run({ sql: `DELETE FROM extension_keys WHERE ${ofKind} AND ${isOneOf(tx, 'row_id', rows)}`, params })
}

const deleteKeys = (tx: Tx, extId: string, { kind, id }: { kind: string; id: string }): Promise<number> =>
  tx.run({
    sql: 'DELETE FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND row_id = $3',
    params: [extId, kind, id],
  })

/** Keeps the listening key until the item is deleted: events before it was switched off are still delivered. */
const deleteFieldKeys = (tx: Tx, extId: string, { kind, id }: { kind: string; id: string }): Promise<number> =>
  tx.run({
    sql: 'DELETE FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND row_id = $3 AND field <> $4',
    params: [extId, kind, id, HEARS],
  })

async function insertKeys(tx: Tx, extId: string, { kind, id, keys }: ChangedRow): Promise<void> {
  for (const { field, value, scope } of keys) {
    if (field === HEARS) await tx.run(noteHearer(extId, { kind, id, value }))
    else
      await tx.run({
        sql: `INSERT INTO extension_keys (ext_id, kind, field, value, scope, row_id) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (ext_id, kind, field, value, scope) DO NOTHING`,
        params: [extId, kind, field, value, scope, id],
        rows: 1,
        otherwise: () => valueTaken(kind, field),
      })
  }
}
