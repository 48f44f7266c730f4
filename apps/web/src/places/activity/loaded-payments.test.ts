import type { Payment } from '@satchel/client/operations'
import { expect, test } from 'vitest'
import { appendPage, type LoadedPayments, mergeHead, patchPayment } from './loaded-payments.ts'

const row = (id: number, status: Payment['status'] = 'success'): Payment =>
  ({ checking_id: String(id), status }) as unknown as Payment
const rows = (from: number, to: number): Payment[] =>
  Array.from({ length: from - to + 1 }, (_, place) => row(from - place))
const ids = ({ rows: loaded }: LoadedPayments): number[] => loaded.map(({ checking_id: id }) => Number(id))
const range = (from: number, to: number): number[] => rows(from, to).map(({ checking_id: id }) => Number(id))

const loaded: LoadedPayments = { rows: rows(100, 81), cursor: 'after 81', total: 100 }

test('new payments are added above the loaded rows, which keep their cursor', () => {
  const merged = mergeHead(loaded, { data: rows(103, 94), total: 103, next_cursor: 'after 94' })
  expect([ids(merged), merged.cursor, merged.total]).toEqual([range(103, 81), 'after 81', 103])
  expect(merged.rows[3]).toBe(loaded.rows[0])
})

test('a payment that no longer matches the filter is removed', () => {
  const data = rows(100, 90).filter(({ checking_id: id }) => id !== '95')
  const merged = mergeHead(loaded, { data, total: 99, next_cursor: 'after 90' })
  expect(ids(merged)).toEqual(range(100, 81).filter((id) => id !== 95))
})

test('a reload with more than a page of new payments restarts the list without a gap', () => {
  const merged = mergeHead(loaded, { data: rows(200, 190), total: 200, next_cursor: 'after 190' })
  expect([ids(merged), merged.cursor]).toEqual([range(200, 190), 'after 190'])
})

test('a single page replaces the list', () => {
  const merged = mergeHead(loaded, { data: rows(3, 1), total: 3 })
  expect([ids(merged), merged.cursor]).toEqual([[3, 2, 1], undefined])
})

test('the next page is appended once', () => {
  const page = { data: rows(83, 71), total: 100, next_cursor: 'after 71' }
  const longer = appendPage(loaded, page)
  expect([ids(longer), longer.cursor]).toEqual([range(100, 71), 'after 71'])
  expect(ids(appendPage(longer, page))).toEqual(range(100, 71))
})

test('a change of one row keeps the other row objects', () => {
  const changed = patchPayment(loaded, '90', { status: 'failed' })
  expect(changed.rows.filter((each, place) => each !== loaded.rows[place])).toEqual([row(90, 'failed')])
  expect(patchPayment(loaded, '7', { status: 'failed' })).toBe(loaded)
})
