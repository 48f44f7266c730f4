import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Field, Shape } from '@satchel/extension-sdk/shape'
import { isShown, type Viewer } from '@satchel/extension-sdk/shape-schema'
import type { Run } from '../run/open-run.ts'
import { isHashed, type Values } from '../stores/field-values.ts'
import type { StoredRow } from '../stores/stored-row.ts'

/**
 * An item as one kind of caller sees it. `fresh`: original values of hashed fields, which are shown once; other hashed
 * fields are never shown.
 */
export async function toItemJson(
  extension: AnyExtension,
  { ctx, rows }: Run,
  row: StoredRow,
  viewer: Viewer,
  fresh: Readonly<Values> = {},
): Promise<Values> {
  const item = rows.valuesOf(row)
  const derived: Values = (await extension.derive?.(item as never, ctx)) ?? {}
  const json: Values = { id: row.id, ...(viewer !== 'public' && { wallet: row.walletId }) }
  for (const [name, field] of Object.entries(extension.resource as Shape)) {
    if (!isShown(field, viewer)) continue
    const value = derived[name] ?? shownValue(field, name, row, item, fresh)
    if (value !== undefined) json[name] = value
  }
  if (viewer !== 'public') {
    json['created_at'] = new Date(row.createdAt * 1000).toISOString()
    json['updated_at'] = new Date(row.updatedAt * 1000).toISOString()
  }
  return json
}

function shownValue(field: Field, name: string, row: StoredRow, item: Values, fresh: Readonly<Values>): unknown {
  if (isHashed(field)) return fresh[name]
  return field.type === 'walletRef' ? row.data[name] : item[name]
}
