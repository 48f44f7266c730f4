import type { PaymentView } from '@satchel/extension-sdk/context'
import { expect, test } from 'vitest'
import { readPages, withoutRepeats } from './read-pages.ts'

const payment = (paymentHash: string, direction: 'in' | 'out' = 'in'): PaymentView => ({
  paymentHash,
  paymentRequest: '',
  direction,
  status: 'success',
  msat: 1000,
  feeMsat: 0,
  memo: '',
  tag: '',
  extra: {},
  createdAt: 0,
  expiresAt: 0,
})

test.each([
  [1000, 600],
  [600, 600],
  [255, 255],
  [1, 1],
])('a payment that arrives between two pages causes no duplicate row (limit %i)', async (limit, most) => {
  const list = Array.from({ length: 600 }, (_row, index) => payment(`${index}`))
  const found = await readPages(
    async (page) => {
      const rows = list.slice(page.offset, page.offset + page.limit)
      list.unshift(payment(`new ${list.length}`))
      return rows
    },
    { limit, offset: 0 },
  )
  const hashes = found.map(({ paymentHash }) => paymentHash)
  expect(new Set(hashes).size).toBe(hashes.length)
  expect(hashes).toEqual(Array.from({ length: hashes.length }, (_row, index) => `${index}`))
  expect(hashes.length).toBeLessThanOrEqual(most)
  expect(hashes.length).toBeGreaterThan(most - 3)
})

test('a payment from the wallet to itself is two rows', () => {
  const both = [payment('a', 'out'), payment('a', 'in'), payment('a', 'out')]
  expect(withoutRepeats(both)).toEqual(both.slice(0, 2))
})
