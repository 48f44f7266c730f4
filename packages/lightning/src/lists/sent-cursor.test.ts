import { describe, expect, test } from 'vitest'
import { type DatedSent, readSentCursor } from './sent-cursor.ts'

const NOW_MS = 1_700_000_000_000
const sent = (id: string, atMs: number): DatedSent => ({
  id,
  atMs,
  payment: {
    paymentHash: id,
    status: 'settled',
    amountMsat: undefined,
    feeMsat: undefined,
    at: 0,
    attemptId: undefined,
  },
})
const read = (cursor: string | undefined, found: readonly DatedSent[], limit = 10) => {
  const page = readSentCursor('node', cursor, NOW_MS).page(found, limit)
  return { ids: page.payments.map(({ paymentHash }) => paymentHash), cursor: page.cursor }
}

describe('a position in a list by time', () => {
  test('payments that exist at the first call count as listed, also within the same minute', () => {
    const old = [sent('a', NOW_MS - 1000), sent('b', NOW_MS - 500)]
    const { ids, cursor } = read(undefined, old)
    expect(ids).toEqual([])
    expect(read(cursor, [...old, sent('c', NOW_MS - 700)]).ids).toEqual(['c'])
  })

  test('without any payment the position is a day back, so that none is lost if the clock of the node is behind', () => {
    const { cursor } = read(undefined, [])
    expect(read(cursor, [sent('a', NOW_MS - 80_000_000)]).ids).toEqual(['a'])
  })

  test('a payment that is recorded up to a minute late is listed', () => {
    const first = read(read(undefined, []).cursor, [sent('b', NOW_MS)])
    expect(read(first.cursor, [sent('b', NOW_MS), sent('a', NOW_MS - 59_000)]).ids).toEqual(['a'])
  })

  test('payments of one millisecond are listed once each, however the pages are cut', () => {
    const found = ['d', 'a', 'c', 'b'].map((id) => sent(id, NOW_MS))
    let { cursor } = read(undefined, [])
    const listed: string[] = []
    for (let page = read(cursor, found, 1); page.ids.length > 0; page = read(cursor, found, 1)) {
      listed.push(...page.ids)
      ;({ cursor } = page)
    }
    expect(listed).toEqual(['a', 'b', 'c', 'd'])
    expect(read(cursor, found)).toEqual({ ids: [], cursor })
  })

  test('a payment with a new time is listed again', () => {
    const { cursor } = read(read(undefined, []).cursor, [sent('a', NOW_MS)])
    expect(read(cursor, [sent('a', NOW_MS + 5000)]).ids).toEqual(['a'])
  })

  test.each(['other 5 ', 'node', 'node x ', ''])('%j is not a position of this node', (cursor) => {
    expect(() => readSentCursor('node', cursor, NOW_MS)).toThrow('not a position')
  })
})
