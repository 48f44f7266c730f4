import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { type DatedReceipt, readTimeCursor } from './time-cursor.ts'

const NOW = 1_800_000_000_000
const DAY_MS = 86_400_000

function receiptAt(atMs: number, first: string): DatedReceipt {
  const paymentHash = first.padEnd(64, '0')
  return { atMs, receipt: { receiptId: `node:${paymentHash}`, paymentHash, kind: 'settled', amountMsat: msat(1n) } }
}

const hashes = (page: { readonly receipts: readonly { paymentHash: string }[] }): string[] =>
  page.receipts.map(({ paymentHash }) => paymentHash.slice(0, 1))

test('reading starts a day back, and that start is kept while nothing arrives', () => {
  const first = readTimeCursor('node', undefined, NOW).page([], 10)
  expect(first.receipts).toEqual([])
  const later = readTimeCursor('node', first.cursor, NOW + 9 * DAY_MS)
  expect(later.fromMs).toBe(NOW - DAY_MS - 60_000)
  expect(later.page([], 10).cursor).toBe(first.cursor)
})

test('a first read may start at a given time, and later reads continue from the cursor', () => {
  const since = NOW / 1000 - 30 * 86_400
  const first = readTimeCursor('node', undefined, NOW, since)
  expect(first.fromMs).toBe(since * 1000 - 60_000)
  const { cursor } = first.page([receiptAt(NOW, 'a')], 10)
  expect(readTimeCursor('node', cursor, NOW, since).fromMs).toBe(NOW - 60_000)
})

test('a receipt that the node records late is listed even after a newer one', () => {
  const [old, late, newer] = [receiptAt(NOW, 'a'), receiptAt(NOW + 10, 'b'), receiptAt(NOW + 20, 'c')]
  const first = readTimeCursor('node', undefined, NOW).page([newer, old], 10)
  expect(hashes(first)).toEqual(['a', 'c'])
  const second = readTimeCursor('node', first.cursor, NOW)
  expect(second.fromMs).toBeLessThan(NOW)
  expect(hashes(second.page([old, late, newer], 10))).toEqual(['b'])
})

test('the page after a full one continues behind its last receipt, also within one millisecond', () => {
  const found = [receiptAt(NOW, 'c'), receiptAt(NOW, 'a'), receiptAt(NOW, 'b')]
  const first = readTimeCursor('node', undefined, NOW).page(found, 2)
  expect(hashes(first)).toEqual(['a', 'b'])
  const second = readTimeCursor('node', first.cursor, NOW).page(found, 2)
  expect(hashes(second)).toEqual(['c'])
  expect(readTimeCursor('node', second.cursor, NOW).page(found, 2)).toEqual({ receipts: [], cursor: second.cursor })
})

test('the cursor drops entries that will not be read again, and stays short', () => {
  let cursor: string | undefined
  for (let minute = 0; minute < 50; minute += 1) {
    const receipt = receiptAt(NOW + minute * 60_001, minute.toString(16))
    cursor = readTimeCursor('node', cursor, NOW).page([receipt], 10).cursor
  }
  expect(readTimeCursor('node', cursor, NOW).listedCount).toBe(1)
})

test('a cursor of another source is ignored', () => {
  const { cursor } = readTimeCursor('other', undefined, NOW).page([receiptAt(NOW + DAY_MS, 'a')], 10)
  expect(readTimeCursor('node', cursor, NOW).fromMs).toBe(NOW - DAY_MS - 60_000)
})
