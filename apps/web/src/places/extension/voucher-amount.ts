import type { Description, FieldShape, Item } from '../../api/extensions.ts'
import { type Around, fieldText } from './field-text.ts'

/** The amount of a voucher from its amount column: minimum to maximum, if the group has both. */
export function voucherAmount(
  { columns, fields }: Pick<Description, 'columns' | 'fields'>,
  item: Item,
  around: Around,
): string | undefined {
  const isAmount = ({ type }: FieldShape): boolean => type === 'sat' || type === 'money'
  const column = fields.find((field) => columns.includes(field.name) && isAmount(field))
  if (column === undefined) return undefined
  const isBound = (field: FieldShape): boolean =>
    isAmount(field) && !field.server && column.group !== undefined && field.group === column.group
  const bounds = fields.filter((field) => field === column || isBound(field))
  const texts = bounds.flatMap((field) => fieldText(field, item[field.name], around) ?? [])
  return texts.length === 0 ? undefined : [...new Set(texts)].join(' – ')
}
