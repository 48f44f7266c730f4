import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import type { HoldInvoice } from './hold-invoices.ts'
import { tellHoldNews } from './hold-news.ts'
import { type ClnCursor, readCursor, writeCursor } from './receipt-cursor.ts'

const START = readCursor(undefined, 7)

const hold = (id: number, state: HoldInvoice['state'], wasHeld = state !== 'unpaid'): HoldInvoice => ({
  id,
  paymentHash: String(id).padStart(64, '0'),
  state,
  receivedMsat: msat(wasHeld ? 21_000 : 0),
  wasHeld,
})

/** Everything there is to tell, read in pages of one, each from the written cursor of the one before. */
function tellAll(invoices: readonly HoldInvoice[], from: ClnCursor): { told: string[]; cursor: ClnCursor } {
  const told: string[] = []
  let cursor = from
  for (;;) {
    const news = tellHoldNews(invoices, cursor)[0]
    if (news === undefined) return { told, cursor }
    told.push(`${Number(news.receipt.paymentHash)} ${news.receipt.kind}`)
    cursor = readCursor(writeCursor(news.cursor), 0)
  }
}

test('each change of a hold invoice is told once, however late it is asked for', () => {
  const first = tellAll([hold(1, 'unpaid'), hold(2, 'accepted'), hold(3, 'paid'), hold(4, 'cancelled')], START)
  expect(first.told).toEqual(['2 held', '3 held', '3 settled', '4 held', '4 released'])
  const second = tellAll([hold(1, 'accepted'), hold(2, 'paid'), hold(3, 'paid'), hold(4, 'cancelled')], first.cursor)
  expect(second.told).toEqual(['1 held', '2 settled'])
  const third = tellAll([hold(1, 'cancelled'), hold(2, 'paid'), hold(5, 'unpaid')], second.cursor)
  expect(third.told).toEqual(['1 released'])
})

test('an unpaid hold invoice that is cancelled, or had parts turned down, is no news', () => {
  const { told } = tellAll([hold(1, 'cancelled', false), hold(2, 'unpaid')], START)
  expect(told).toEqual([])
})

test('what was told as held and is gone is told as released, whatever the plugin still lists of it', () => {
  const { cursor } = tellAll([hold(1, 'accepted')], START)
  expect(tellAll([hold(1, 'cancelled', false)], cursor).told).toEqual(['1 released'])
})

test('the cursor does not grow with what is done', () => {
  const done = Array.from({ length: 500 }, (_, index) => hold(index + 1, 'paid'))
  const { cursor } = tellAll([...done, hold(501, 'accepted')], START)
  expect(writeCursor(cursor)).toBe('cln:7:501:501=1')
})

test('a cursor of another source begins anew', () => {
  expect(readCursor('1234', 7)).toEqual({ payIndex: 7, holdsUpTo: 0, open: new Map() })
  expect(readCursor(writeCursor({ payIndex: 9, holdsUpTo: 2, open: new Map([[1, 0]]) }), 7).payIndex).toBe(9)
})
