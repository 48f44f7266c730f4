import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { createReceiptList } from './list-receipts.ts'
import type { NwcTransaction } from './nwc-transaction.ts'

const NOW = 2_000_000_000
const MINUTE = 60
const HOUR = 3600

const hashOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0')

const nameOf = (hash: string): string => Buffer.from(hash, 'hex').toString().replaceAll('\0', '')

/** `settled` and `made`: seconds ago. */
const paid = (name: string, settled: number, made = settled): NwcTransaction => ({
  type: 'incoming',
  state: 'settled',
  payment_hash: hashOf(name),
  amount: 1000,
  created_at: NOW - made,
  settled_at: NOW - settled,
})

/** A wallet that lists by the creation of its invoices, two a page. */
function openList(rows: NwcTransaction[], sortedBy: 'created_at' | 'settled_at' = 'created_at') {
  let [nowMs, connections, asked] = [NOW * 1000, 1, 0]
  const timeOf = (row: NwcTransaction): number => row[sortedBy] ?? 0
  const { receiptsSince } = createReceiptList(
    {
      async listPaid({ from, offset }) {
        asked += 1
        const all = rows.filter((row) => timeOf(row) >= from).sort((one, other) => timeOf(other) - timeOf(one))
        const payments = all.slice(offset, offset + 2)
        return { payments, size: payments.length }
      },
    },
    { wire: { connections: () => connections }, clock: () => nowMs },
  )
  return {
    rows,
    asked: () => asked,
    advance: (seconds: number) => void (nowMs += seconds * 1000),
    reconnect: () => void (connections += 1),
    receiptsSince,
    async names(cursor: string | undefined, limit = 100) {
      const page = await receiptsSince(cursor, limit)
      const names = page.receipts.map(({ paymentHash }) => nameOf(paymentHash))
      return { names, cursor: page.cursor }
    },
  }
}

test('a long backlog is listed oldest first, in whole pages, and each receipt once', async () => {
  const list = openList(Array.from({ length: 9 }, (_, index) => paid(`r${index}`, 9 - index)))
  const first = await list.names(undefined, 4)
  const second = await list.names(first.cursor, 4)
  const third = await list.names(second.cursor, 4)
  expect([...first.names, ...second.names, ...third.names]).toEqual(list.rows.map((_, index) => `r${index}`))
  expect(await list.names(third.cursor)).toEqual({ names: [], cursor: third.cursor })
})

test('a backlog of old invoices is listed completely, even if new receipts arrive meanwhile', async () => {
  const list = openList([1, 2, 3, 4, 5].map((hour) => paid(`h${hour}`, hour * HOUR, 10 * HOUR)))
  const listed: string[] = []
  for (let cursor: string | undefined, calls = 0; calls < 6; calls += 1) {
    const page = await list.names(cursor, 2)
    listed.push(...page.names)
    cursor = page.cursor
    if (calls === 0) list.rows.push(paid('new', 1))
  }
  expect([...new Set(listed)]).toEqual(['h5', 'h4', 'h3', 'h2', 'h1', 'new'])
})

test.each(['created_at', 'settled_at'] as const)(
  'a deep scan finds an old invoice whose notification was lost, in lists sorted by %s',
  async (sortedBy) => {
    const list = openList([paid('new', MINUTE), paid('new too', MINUTE)], sortedBy)
    const { cursor } = await list.names(undefined)
    list.rows.push(paid('old', 10, 6 * 24 * HOUR))
    list.advance(599)
    const quick = await list.names(cursor)
    expect(quick.names).toEqual(sortedBy === 'created_at' ? [] : ['old'])
    list.advance(1)
    expect((await list.names(quick.cursor)).names).toEqual(sortedBy === 'created_at' ? ['old'] : [])
  },
)

test('every reconnect is followed by a deep scan immediately', async () => {
  const list = openList([paid('new', MINUTE)])
  const { cursor } = await list.names(undefined)
  list.rows.push(paid('old', 10, 5 * HOUR))
  expect((await list.names(cursor)).names).toEqual([])
  list.reconnect()
  expect((await list.names(cursor)).names).toEqual(['old'])
})

test('a recent invoice is found immediately, however far back it is listed', async () => {
  const list = openList([1, 2, 3, 4, 5, 6].map((minute) => paid(`m${minute}`, minute * 5 * MINUTE)))
  const { cursor } = await list.names(undefined)
  list.rows.push(paid('late', 1, 50 * MINUTE))
  expect((await list.names(cursor)).names).toEqual(['late'])
})

test('a deep scan reports missed receipts behind the cursor, up to an hour old', async () => {
  const list = openList([paid('known', 10)])
  const { cursor } = await list.names(undefined)
  list.rows.push(paid('missed', 50 * MINUTE, 2 * HOUR), paid('long past', 3 * HOUR, 4 * HOUR))
  list.reconnect()
  expect((await list.names(cursor)).names).toEqual(['missed'])
})

test('a call with the same cursor joins the scan in progress', async () => {
  const list = openList([paid('one', 3), paid('two', 2), paid('three', 1)])
  const [one, other] = await Promise.all([list.receiptsSince(undefined, 10), list.receiptsSince(undefined, 10)])
  expect(one).toBe(other)
  const asked = list.asked()
  await list.receiptsSince(undefined, 10)
  expect(list.asked()).toBeGreaterThan(asked)
})

test('reading ends when a wallet repeats a page; an unpaid invoice is not a receipt', async () => {
  const open = { ...paid('open', 1), state: 'pending' }
  const { receiptsSince } = createReceiptList(
    { listPaid: async () => ({ payments: [open, paid('paid', 1), { ...paid('out', 1), type: 'outgoing' }], size: 3 }) },
    { wire: { connections: () => 1 }, clock: () => NOW * 1000 },
  )
  const { receipts } = await receiptsSince(undefined, 10)
  expect(receipts).toEqual([
    { receiptId: `nwc:${hashOf('paid')}`, paymentHash: hashOf('paid'), kind: 'settled', amountMsat: msat(1000n) },
  ])
})
