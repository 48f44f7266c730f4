import { expect, test } from 'vitest'
import type { ListShape } from '../../../api/extensions.ts'
import { sumsOf } from './sums.ts'

const field = { label: 'x', required: true, optional: false, server: true, fixed: false, show: 'owner' }
const SALES: ListShape = {
  id: 'sales',
  label: 'Sales',
  path: '/tpos/api/v1/{id}/sales',
  of: 'item',
  kind: 'list',
  paged: true,
  actions: [],
  fields: [
    { ...field, name: 'sats', type: 'sat' },
    { ...field, name: 'time', type: 'text' },
    {
      ...field,
      name: 'state',
      type: 'text',
      options: [
        { value: 'paid', label: 'Paid' },
        { value: 'pending', label: 'Pending' },
      ],
    },
  ],
  row: { amount: 'sats', time: 'time', state: 'state' },
}

/** Local time, as the day of the person is. */
const NOW = new Date(2026, 11, 1, 12)
const at = (day: number, hour: number): string => new Date(2026, 11, day, hour).toISOString()
const sale = (sats: number, time: string, state = 'paid') => ({ sats, time, state })

test('unpaid rows count neither for today nor for the total', () => {
  const rows = [sale(5, at(1, 9), 'pending'), sale(7, at(1, 8)), sale(11, at(0, 23))]
  expect(sumsOf(SALES, rows, true, NOW)).toEqual({ today: { count: 1, amount: 7 }, all: { count: 2, amount: 18 } })
})

test('a sum is given only if all rows for it are loaded', () => {
  const today = [sale(7, at(1, 8)), sale(3, at(1, 0))]
  expect(sumsOf(SALES, today, false, NOW)).toEqual({ today: undefined, all: undefined })
  expect(sumsOf(SALES, [...today, sale(1, at(0, 23))], false, NOW)).toEqual({
    today: { count: 2, amount: 10 },
    all: undefined,
  })
})
