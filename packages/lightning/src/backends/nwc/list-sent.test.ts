import { expect, test } from 'vitest'
import { createSentReader } from './list-sent.ts'
import type { NwcTransaction } from './nwc-transaction.ts'

const MADE = 2_000_000_000

const attempt = (state: string): NwcTransaction => ({
  type: 'outgoing',
  state,
  payment_hash: 'ab'.repeat(32),
  amount: 1000,
  created_at: MADE,
  ...(state === 'settled' && { settled_at: MADE }),
})

const readAll = (rows: readonly NwcTransaction[]) =>
  createSentReader({ listSent: async ({ offset }) => ({ payments: rows.slice(offset), size: rows.length }) }).since(0)

test('two attempts of one invoice in the same second are two rows', async () => {
  const rows = await readAll([attempt('settled'), attempt('failed')])
  expect(rows.map(({ payment }) => payment?.status)).toEqual(['failed', 'settled'])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
})

test('a payment that ends in the second of its creation is a new row', async () => {
  const [pending] = await readAll([attempt('pending')])
  const [settled] = await readAll([attempt('settled')])
  expect(settled?.atMs).toBe(pending?.atMs)
  expect(settled?.id).not.toBe(pending?.id)
})
