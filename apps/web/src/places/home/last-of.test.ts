import { expect, test } from 'vitest'
import { isCrowded, lastOf } from './last-of.ts'

const row = (id: string, status: 'success' | 'pending' | 'failed', more = {}) => ({
  checking_id: id,
  amount_msat: 1000,
  any_amount: false,
  status,
  expired: false,
  ...more,
})
const codes = (count: number) =>
  Array.from({ length: count }, (_, index) => row(`code-${index}`, 'pending', { expired: index % 2 === 0 }))
const payments = (count: number) => Array.from({ length: count }, (_, index) => row(`paid-${index}`, 'success'))
const shown = (...lists: Parameters<typeof lastOf>) => lastOf(...lists).map(({ checking_id: id }) => id)

test('payments are shown before unpaid invoices, newest first', () => {
  const newest = [...codes(4), ...payments(2), row('sent', 'pending', { amount_msat: -1000 }), ...payments(5).slice(2)]
  expect(shown(newest, [])).toEqual(['paid-0', 'paid-1', 'sent', 'paid-2', 'paid-3'])
})

test('unpaid invoices only fill the remaining rows', () => {
  expect(shown([...codes(9), ...payments(1)], [])).toEqual(['code-0', 'code-1', 'code-2', 'code-3', 'paid-0'])
})

test('twenty unpaid invoices hide no payment: older payments are loaded, each shown once', () => {
  const newest = [...codes(19), ...payments(1)]
  expect([isCrowded(newest), isCrowded(payments(5))]).toEqual([true, false])
  expect(shown(newest, payments(5))).toEqual(['paid-0', 'paid-1', 'paid-2', 'paid-3', 'paid-4'])
})
