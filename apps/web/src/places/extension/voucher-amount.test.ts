import { expect, test } from 'vitest'
import type { FieldShape, Item } from '../../api/extensions.ts'
import { voucherAmount } from './voucher-amount.ts'

const AROUND = { currency: undefined, walletName: () => undefined }
const ITEM: Item = { id: 'i', wallet: 'w', price: 5000, most: 9000, tip: 700 }

const field = (name: string, group?: string): FieldShape => ({
  name,
  type: 'money',
  label: name,
  required: false,
  optional: false,
  server: false,
  fixed: false,
  show: 'public',
  ...(group !== undefined && { group }),
})

const printed = (columns: readonly string[], fields: readonly FieldShape[]) =>
  voucherAmount({ columns, fields }, ITEM, AROUND)

test('a printed voucher shows the amount of its own column', () => {
  expect(printed(['title'], [field('price'), field('tip')])).toBeUndefined()
  expect(printed(['price'], [field('price'), field('tip')])).toBe('5,000')
  expect(printed(['price'], [field('price', 'amount'), field('tip', 'other')])).toBe('5,000')
  expect(printed(['price'], [field('price', 'amount'), field('most', 'amount')])).toBe('5,000 – 9,000')
})
