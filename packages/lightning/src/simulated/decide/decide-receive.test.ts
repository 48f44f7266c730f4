import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestNode, type TestNode } from '../../../world/simulated/open-test-node.ts'
import type { Receipt } from '../../port/funding-source.ts'
import { openSimulatedNode } from '../open-simulated-node.ts'

const SOON = { timeout: 5_000, interval: 5 }

let world: TestNode
const heard: Receipt[] = []
beforeAll(async () => {
  world = await openTestNode()
  world.node.onReceipt((receipt) => heard.push(receipt))
})
afterAll(() => world.close())

const heardOf = (hash: string): Receipt[] => heard.filter(({ paymentHash }) => paymentHash === hash)
const receiptsOf = async (hash: string): Promise<readonly Receipt[]> =>
  (await world.node.receiptsSince(undefined, 10_000)).receipts.filter(({ paymentHash }) => paymentHash === hash)
const statusOf = async (body: object): Promise<number> => (await world.node.sendControl('POST /receive', body)).status

test('a settlement that the stream repeats n times is one receipt', async () => {
  const { bolt11, paymentHash } = await world.ownInvoice()
  await world.sendControl('POST /receive', { bolt11, notify: 50 })
  await expect.poll(() => heardOf(paymentHash).length, SOON).toBe(50)
  expect(await receiptsOf(paymentHash)).toHaveLength(1)
  expect(new Set(heardOf(paymentHash).map(({ receiptId }) => receiptId)).size).toBe(1)
})

test('a lost notification never comes, a late one comes late, and both receipts exist immediately', async () => {
  const lost = await world.ownInvoice()
  const late = [await world.ownInvoice(), await world.ownInvoice()]
  await world.sendControl('POST /receive', { hash: lost.paymentHash, notify: 'none' })
  await world.sendControl('POST /receive', { hash: late[0]?.paymentHash, notify: { delay_ms: 40 } })
  await world.sendControl('POST /receive', { hash: late[1]?.paymentHash, delay_ms: 40, notify: 2 })
  for (const { paymentHash } of [lost, ...late]) expect(await receiptsOf(paymentHash)).toHaveLength(1)
  await expect.poll(() => heardOf(late[0]?.paymentHash ?? '').length, SOON).toBe(1)
  await expect.poll(() => heardOf(late[1]?.paymentHash ?? '').length, SOON).toBe(2)
  expect(heardOf(lost.paymentHash)).toEqual([])
})

test('receipts can come in another order than they happened', async () => {
  const [first, second] = [await world.ownInvoice(), await world.ownInvoice()]
  await world.sendControl('POST /receive', { hash: first.paymentHash, delay_ms: 30 })
  await world.sendControl('POST /receive', { hash: second.paymentHash })
  await expect.poll(() => heardOf(first.paymentHash).length, SOON).toBe(1)
  const order = heard.map(({ paymentHash }) => paymentHash)
  expect(order.indexOf(second.paymentHash)).toBeLessThan(order.indexOf(first.paymentHash))
})

test('parts come first and are not money, the settled receipt comes last', async () => {
  const before = await world.node.balance()
  const { paymentHash } = await world.ownInvoice()
  await world.sendControl('POST /receive', { hash: paymentHash, parts: 2 })
  const receipts = await receiptsOf(paymentHash)
  expect(receipts.map(({ kind, amountMsat }) => [kind, amountMsat])).toEqual([
    ['part', 10_500n],
    ['part', 10_500n],
    ['settled', 21_000n],
  ])
  await expect.poll(() => heardOf(paymentHash), SOON).toEqual(receipts)
  expect((await world.node.balance()) - before).toBe(21_000n)
})

test('less or more than asked for arrives as it was sent', async () => {
  for (const amount of [20_999, 21_001]) {
    const { paymentHash } = await world.ownInvoice()
    await world.sendControl('POST /receive', { hash: paymentHash, amount_msat: amount })
    expect(await world.node.incomingStatus(paymentHash)).toEqual({ status: 'settled', amountMsat: BigInt(amount) })
  }
})

test('a hold holds, and goes back when its HTLC expires', async () => {
  const preimage = 'cd'.repeat(32)
  const { hash } = await world.sendControl<{ hash: string }>('POST /invoice', { preimage })
  await world.ownInvoice({ holdHash: hash })
  expect((await world.node.sendControl('POST /expire_htlc', { hash })).status).toBe(400)
  await world.sendControl('POST /receive', { hash })
  expect((await world.truth()).held).toEqual([{ hash, amount: 21_000 }])
  expect(await statusOf({ hash, force: true })).toBe(400)
  await world.sendControl('POST /expire_htlc', { hash })
  expect((await receiptsOf(hash)).map(({ kind }) => kind)).toEqual(['held', 'released'])
  expect(await world.node.settleHold(preimage)).toBe('gone')
  expect(await world.node.incomingStatus(hash)).toEqual({ status: 'closed' })
})

test('only force pays an invoice that is paid or closed', async () => {
  const paid = await world.ownInvoice()
  await world.sendControl('POST /receive', { hash: paid.paymentHash })
  expect(await statusOf({ hash: paid.paymentHash })).toBe(400)
  await world.sendControl('POST /receive', { hash: paid.paymentHash, force: true, amount_msat: 5 })
  const ids = (await receiptsOf(paid.paymentHash)).map(({ receiptId }) => receiptId)
  expect(new Set(ids).size).toBe(2)
  const closed = await world.ownInvoice()
  await world.node.closeInvoice(closed.paymentHash)
  expect(await statusOf({ hash: closed.paymentHash })).toBe(400)
  await world.sendControl('POST /receive', { hash: closed.paymentHash, force: true })
  expect(await world.node.incomingStatus(closed.paymentHash)).toMatchObject({ status: 'settled' })
})

test('a copy of our invoice is not paid, an invoice of our node that the service does not know is', async () => {
  const { paymentHash } = await world.ownInvoice()
  const copy = await world.foreignInvoice({ key: 'own', hash: paymentHash, amount_msat: 1_000 })
  expect(await statusOf({ bolt11: copy.bolt11 })).toBe(400)
  const stray = await world.foreignInvoice({ key: 'own' })
  await world.sendControl('POST /receive', { bolt11: stray.bolt11 })
  expect(await receiptsOf(stray.paymentHash)).toHaveLength(1)
})

test('a stream that opens repeats events that were scripted to come twice', async () => {
  const { paymentHash } = await world.ownInvoice()
  await world.sendControl('POST /receive', { hash: paymentHash, notify: 3 })
  const again = await openSimulatedNode({ journalFile: world.journalFile })
  const replayed: string[] = []
  again.onReceipt((receipt) => replayed.push(receipt.paymentHash))
  await expect.poll(() => replayed.filter((hash) => hash === paymentHash).length, SOON).toBe(3)
  await again.close()
})
