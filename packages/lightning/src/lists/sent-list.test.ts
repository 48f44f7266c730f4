import { expect, test } from 'vitest'
import { createSentList, type SentRow } from './sent-list.ts'

const HOUR_MS = 3_600_000

const row = (name: string, atMs: number): SentRow => ({
  id: name,
  atMs,
  payment: {
    paymentHash: name,
    status: 'settled',
    amountMsat: undefined,
    feeMsat: undefined,
    at: Math.floor(atMs / 1000),
    attemptId: undefined,
  },
})

/** A list in memory, and how far back it was read. */
function openList(...rows: SentRow[]) {
  const asked: number[] = []
  const reader = {
    newestMs: async () => Math.max(0, ...rows.map(({ atMs }) => atMs)),
    async since(fromMs: number) {
      asked.push(fromMs)
      return rows.filter(({ atMs }) => atMs >= fromMs).sort((one, other) => one.atMs - other.atMs)
    },
  }
  const list = createSentList('x', reader)
  const read = async (cursor: string | undefined, limit = 10) => {
    const page = await list.sentSince(cursor, limit)
    return { names: page.payments.map(({ paymentHash }) => paymentHash), cursor: page.cursor }
  }
  return { rows, asked, read }
}

test('a payment that is listed up to a minute late, behind newer ones, is not left out and not listed twice', async () => {
  const { rows, read } = openList(row('a', HOUR_MS))
  const start = await read(undefined)
  rows.push(row('c', HOUR_MS + 50_000))
  const first = await read(start.cursor)
  rows.push(row('b', HOUR_MS + 1000))
  const second = await read(first.cursor)
  expect([start.names, first.names, second.names]).toEqual([[], ['c'], ['b']])
  expect(await read(second.cursor)).toEqual({ names: [], cursor: second.cursor })
})

test('many payments of one time are listed page by page, each once', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `p${at}`)
  const { read } = openList(...names.map((name) => row(name, HOUR_MS)))
  const listed: string[] = []
  for (let cursor = 'x 0 '; ; ) {
    const page = await read(cursor, 7)
    if (page.cursor === cursor) break
    listed.push(...page.names)
    cursor = page.cursor
  }
  expect(listed).toEqual(names)
})

test('a payment that is also listed at its outcome, with that time, is listed again', async () => {
  const { rows, read } = openList(row('a', HOUR_MS))
  const { cursor } = await read('x 0 ')
  rows[0] = row('a', HOUR_MS + 30_000)
  expect((await read(cursor)).names).toEqual(['a'])
})

test('hours without payments are read only once', async () => {
  const { rows, asked, read } = openList(row('a', HOUR_MS))
  const start = await read(undefined)
  rows.push({ id: 'received', atMs: 5 * HOUR_MS, payment: undefined })
  const later = await read(start.cursor)
  expect(later.names).toEqual([])
  await read(later.cursor)
  expect(asked.at(-1)).toBe(5 * HOUR_MS - 60_000)
  rows.push(row('b', 5 * HOUR_MS - 1000))
  expect((await read(later.cursor)).names).toEqual(['b'])
})

test('a position of another source is an error: the payments in between are unknown', async () => {
  const { read } = openList()
  await expect(read('y 0 ')).rejects.toThrow('not a position in the list of x')
  await expect(read('x nonsense')).rejects.toThrow('not a position')
})
