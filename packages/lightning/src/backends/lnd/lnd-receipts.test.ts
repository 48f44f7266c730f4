import { hash as digest, randomBytes } from 'node:crypto'
import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readReceipts } from '../../../world/contract/contract-world.ts'
import type { LndPeer } from '../../../world/peers/lnd/lnd-peer.ts'
import { openTestLnd } from '../../../world/peers/lnd/open-test-lnd.ts'
import type { CreatedInvoice, FundingSource, Receipt } from '../../port/funding-source.ts'

let peer: LndPeer
let source: FundingSource
let close: () => Promise<void>
beforeEach(async () => {
  ;({ peer, source, close } = await openTestLnd())
})
afterEach(() => close())

const makeInvoice = (more: { holdHash?: string } = {}): Promise<CreatedInvoice> =>
  source.createInvoice({ amountMsat: msat(21_000), memo: 'm', expirySeconds: 600, createdAt: 0, ...more })

async function makeHold(): Promise<CreatedInvoice & { readonly preimage: string }> {
  const preimage = randomBytes(32).toString('hex')
  return { ...(await makeInvoice({ holdHash: digest('sha256', Buffer.from(preimage, 'hex')) })), preimage }
}

const pay = ({ bolt11 }: Pick<CreatedInvoice, 'bolt11'>): Promise<void> => peer.node.outside.payOurInvoice(bolt11)
const namesOf = (receipts: readonly Receipt[]): string[] =>
  receipts.map(({ kind, paymentHash }) => `${kind} ${paymentHash}`)

const readAll = (cursor: string | undefined, limit: number, from = source) => readReceipts(from, cursor, limit)

test.each([0, 1, 2, 3])(
  'with %i earlier receipts, those that follow are reported once, in the order of settling',
  async (before) => {
    for (let index = 0; index < before; index += 1) await pay(await makeInvoice())
    const { cursor, receipts } = await source.receiptsSince(undefined, 100)
    expect(receipts).toHaveLength(before)
    const invoices = [await makeInvoice(), await makeInvoice(), await makeInvoice(), await makeInvoice()]
    for (const invoice of invoices.toReversed()) await pay(invoice)
    const expected = invoices.toReversed().map(({ paymentHash }) => `settled ${paymentHash}`)
    for (const limit of [1, 3, 100]) {
      const read = await readAll(cursor, limit)
      expect(namesOf(read.receipts)).toEqual(expected)
    }
  },
)

test('a receipt that arrives while the list is read page by page is not skipped', async () => {
  const made = Array.from({ length: 1001 }, () => peer.node.addInvoice({ amountMsat: 1000n }))
  const [first, last] = [made[0], made[1000]]
  if (first === undefined || last === undefined) throw new Error('no invoices')
  const { cursor } = await source.receiptsSince(undefined, 100)
  const before = peer.server.calls.length
  peer.server.plan('GET /v1/invoices', { do: 'delay', ms: 0 }, { do: 'delay', ms: 200 })
  const reading = source.receiptsSince(cursor, 100)
  await expect.poll(() => peer.server.calls.length - before, { interval: 5 }).toBe(2)
  await pay(first)
  await pay(last)
  const { receipts } = await reading
  expect(namesOf(receipts)).toEqual([`settled ${first.paymentHash}`, `settled ${last.paymentHash}`])
})

test('receipts from long before this service are not reported', async () => {
  const old = await makeInvoice()
  const own = await makeInvoice()
  Object.assign(peer.node.invoices.get(old.paymentHash) ?? {}, { createdAt: 1_000_000 })
  await pay(own)
  await pay(old)
  expect(namesOf((await readAll(undefined, 100)).receipts)).toEqual([`settled ${own.paymentHash}`])
})

describe('a first reading from a given time', () => {
  const DAY = 86_400
  const now = Math.floor(Date.now() / 1000)
  const makeDaysAgo = (days: number, more: { isHold?: boolean } = {}) => {
    const invoice = peer.node.addInvoice({ amountMsat: 1000n, ...more })
    return Object.assign(invoice, { createdAt: now - days * DAY })
  }
  const lists = (): number => peer.server.calls.filter((call) => call === 'GET /v1/invoices').length

  test('reports invoices settled since then, once, without scanning the history before', async () => {
    for (let count = 0; count < 1500; count += 1) await pay(makeDaysAgo(90))
    const forgotten = makeDaysAgo(90)
    const [open, hold] = [makeDaysAgo(30), makeDaysAgo(29, { isHold: true })]
    const paid = Array.from({ length: 30 }, () => makeDaysAgo(20))
    for (const invoice of [...paid, open, forgotten, hold]) await pay(invoice)
    for (let count = 0; count < 1000; count += 1) makeDaysAgo(1)
    const asked = lists()
    const first = await source.receiptsSince(undefined, 10, now - 31 * DAY)
    expect(first.hasMore).toBe(true)
    // Two for the newest, twelve for the place, one page.
    expect(lists() - asked).toBeLessThan(17)
    const late = makeDaysAgo(10)
    await pay(late)
    const rest = await readAll(first.cursor, 10)
    const names = namesOf([...first.receipts, ...rest.receipts])
    const expected = [...paid, open, late].map(({ paymentHash }) => `settled ${paymentHash}`)
    expect(names.toSorted()).toEqual([...expected, `held ${hold.paymentHash}`].toSorted())
    expect(await source.receiptsSince(rest.cursor, 10)).toEqual({ receipts: [], cursor: rest.cursor })
  })

  test('reports all receipts of the node if nothing had settled before', async () => {
    const [first, second] = [makeDaysAgo(30), makeDaysAgo(2)]
    await pay(second)
    const page = await source.receiptsSince(undefined, 10, now - 31 * DAY)
    await pay(first)
    const rest = await readAll(page.cursor, 10)
    expect(namesOf([...page.receipts, ...rest.receipts])).toEqual([
      `settled ${second.paymentHash}`,
      `settled ${first.paymentHash}`,
    ])
  })
})

test('a cursor of an earlier version can be read', async () => {
  for (let index = 0; index < 3; index += 1) await pay(await makeInvoice())
  const { receipts } = await source.receiptsSince('lnd1:0:2:3::', 10)
  expect(receipts).toHaveLength(1)
})

test('reading ends although new invoices are created meanwhile', async () => {
  for (let index = 0; index < 2; index += 1) await pay(await makeInvoice())
  const { cursor } = await readAll(undefined, 100)
  const third = await makeInvoice()
  await pay(third)
  const making = setInterval(() => peer.node.addInvoice({ amountMsat: 1n }), 20)
  const { receipts } = await source.receiptsSince(cursor, 100)
  clearInterval(making)
  expect(namesOf(receipts)).toEqual([`settled ${third.paymentHash}`])
})

test('an empty answer means “no receipts” only if the node repeats the receipt it reported last', async () => {
  for (let index = 0; index < 2; index += 1) await pay(await makeInvoice())
  const { cursor } = await readAll(undefined, 100)
  peer.server.plan('GET /v1/invoices/subscribe', { do: 'lose-answer' }, { do: 'garble' }, { do: 'answer', text: '' })
  for (let fault = 0; fault < 3; fault += 1) await expect(source.receiptsSince(cursor, 100)).rejects.toThrow()
  const other = await openTestLnd()
  await expect(other.source.receiptsSince(cursor, 100)).rejects.toThrow(/was restored/)
  await other.close()
  await expect(source.receiptsSince('3', 100)).rejects.toThrow(/not one of LND/)
})

test('a hold paid while Satchel is down is found after a restart and reported once, followed by its outcome', async () => {
  const [settled, cancelled, expired] = [await makeHold(), await makeHold(), await makeHold()]
  const { cursor } = await readAll(undefined, 100)
  await source.close()
  for (const hold of [settled, cancelled, expired]) await pay(hold)
  await peer.node.outside.expireHeld?.(expired.paymentHash)
  const again = await openTestLnd(peer)
  const news = await readAll(cursor, 100, again.source)
  expect(namesOf(news.receipts)).toEqual([
    `held ${settled.paymentHash}`,
    `held ${cancelled.paymentHash}`,
    `held ${expired.paymentHash}`,
    `released ${expired.paymentHash}`,
  ])
  await again.source.settleHold(settled.preimage)
  await again.source.cancelHold(cancelled.paymentHash)
  const ends = await readAll(news.cursor, 100, again.source)
  expect(namesOf(ends.receipts)).toEqual([`settled ${settled.paymentHash}`, `released ${cancelled.paymentHash}`])
  expect(await readAll(ends.cursor, 100, again.source)).toEqual({ receipts: [], cursor: ends.cursor })
  await again.source.close()
})

test('an unpaid hold that ends is not reported', async () => {
  const hold = await makeHold()
  const { cursor } = await readAll(undefined, 100)
  await source.cancelHold(hold.paymentHash)
  expect((await readAll(cursor, 100)).receipts).toEqual([])
})

test('more holds than one sweep looks up are all found by the next sweeps', async () => {
  const holds = await Promise.all(Array.from({ length: 70 }, makeHold))
  let { cursor } = await readAll(undefined, 100)
  for (const hold of holds) await pay(hold)
  const seen = new Set<string>()
  for (let sweep = 0; sweep < 3; sweep += 1) {
    const page = await source.receiptsSince(cursor, 500)
    for (const name of namesOf(page.receipts)) seen.add(name)
    cursor = page.cursor
  }
  expect(seen.size).toBe(70)
})

test('the stream reports held, released and settled payments immediately, also after a reconnect', async () => {
  const heard: string[] = []
  const turnAway = source.onReceipt((receipt) => heard.push(...namesOf([receipt])))
  const soon = { timeout: 5000, interval: 10 }
  const [hold, plain] = [await makeHold(), await makeInvoice()]
  await expect.poll(() => peer.server.calls.filter((call) => call.includes('/subscribe')).length, soon).toBe(2)
  await pay(hold)
  await expect.poll(() => heard, soon).toEqual([`held ${hold.paymentHash}`])
  await peer.node.outside.expireHeld?.(hold.paymentHash)
  await expect.poll(() => heard, soon).toContain(`released ${hold.paymentHash}`)
  peer.server.cut()
  await expect.poll(() => peer.server.calls.filter((call) => call.endsWith('/subscribe')).length, soon).toBe(2)
  await pay(plain)
  await expect.poll(() => heard, soon).toContain(`settled ${plain.paymentHash}`)
  turnAway()
})
