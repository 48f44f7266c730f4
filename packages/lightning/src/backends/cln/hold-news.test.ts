import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { HoldInvoice } from './hold-invoices.ts'
import { listHoldNews } from './hold-news.ts'
import { type ClnCursor, readCursor, writeCursor } from './receipt-cursor.ts'

const START = readCursor(undefined, 7)

const hold = (id: number, state: HoldInvoice['state'], wasHeld = state !== 'unpaid'): HoldInvoice => ({
  id,
  paymentHash: String(id).padStart(64, '0'),
  state,
  receivedMsat: msat(wasHeld ? 21_000 : 0),
  wasHeld,
})

/** All events, read in pages of one, each from the cursor of the previous one. */
function readAllNews(invoices: readonly HoldInvoice[], from: ClnCursor): { kinds: string[]; cursor: ClnCursor } {
  const kinds: string[] = []
  let cursor = from
  for (;;) {
    const news = listHoldNews(invoices, cursor)[0]
    if (news === undefined) return { kinds, cursor }
    kinds.push(`${Number(news.receipt.paymentHash)} ${news.receipt.kind}`)
    cursor = readCursor(writeCursor(news.cursor), 0)
  }
}

test('each change of a hold invoice is reported once, also when it is read late', () => {
  const first = readAllNews([hold(1, 'unpaid'), hold(2, 'accepted'), hold(3, 'paid'), hold(4, 'cancelled')], START)
  expect(first.kinds).toEqual(['2 held', '3 held', '3 settled', '4 held', '4 released'])
  const second = readAllNews(
    [hold(1, 'accepted'), hold(2, 'paid'), hold(3, 'paid'), hold(4, 'cancelled')],
    first.cursor,
  )
  expect(second.kinds).toEqual(['1 held', '2 settled'])
  const third = readAllNews([hold(1, 'cancelled'), hold(2, 'paid'), hold(5, 'unpaid')], second.cursor)
  expect(third.kinds).toEqual(['1 released'])
})

test('an unpaid hold invoice that is cancelled, or had parts rejected, is not reported', () => {
  const { kinds } = readAllNews([hold(1, 'cancelled', false), hold(2, 'unpaid')], START)
  expect(kinds).toEqual([])
})

test('a hold that was reported as held and then disappears is reported as released, whatever the plugin lists', () => {
  const { cursor } = readAllNews([hold(1, 'accepted')], START)
  expect(readAllNews([hold(1, 'cancelled', false)], cursor).kinds).toEqual(['1 released'])
})

test('the cursor does not grow with finished hold invoices', () => {
  const done = Array.from({ length: 500 }, (_, index) => hold(index + 1, 'paid'))
  const { cursor } = readAllNews([...done, hold(501, 'accepted')], START)
  expect(writeCursor(cursor)).toBe('cln:7:501:501=1')
})

test('a cursor of another source is ignored: reading starts from the beginning', () => {
  expect(readCursor('1234', 7)).toEqual({ payIndex: 7, holdsUpTo: 0, open: new Map() })
  expect(readCursor(writeCursor({ payIndex: 9, holdsUpTo: 2, open: new Map([[1, 0]]) }), 7).payIndex).toBe(9)
})
