import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readReceipts } from '../../../world/contract/contract-world.ts'
import { unaskedContract } from '../../../world/contract/unasked.contract.ts'
import { payAmp, payUnasked } from '../../../world/peer-parts/pay-unasked.ts'
import type { PeerInvoice } from '../../../world/peer-parts/peer-node.ts'
import type { LndPeer } from '../../../world/peers/lnd/lnd-peer.ts'
import { type LndReplay, listOrder, toWire } from '../../../world/peers/lnd/lnd-peer-invoices.ts'
import { openTestLnd } from '../../../world/peers/lnd/open-test-lnd.ts'
import type { FundingSource, Receipt } from '../../port/funding-source.ts'

let peer: LndPeer
let source: FundingSource
let close: () => Promise<void>
beforeEach(async () => {
  ;({ peer, source, close } = await openTestLnd())
})
afterEach(() => close())

const makeAmp = (): PeerInvoice => peer.node.addInvoice({ unasked: { via: 'amp' } })
const payPlain = async (amountMsat = 1000n): Promise<PeerInvoice> => {
  const invoice = peer.node.addInvoice({ amountMsat })
  await peer.node.outside.payOurInvoice(invoice.bolt11)
  return invoice
}
/** A plain receipt, two payments of an AMP invoice, a keysend, AMP without an invoice, in turns. */
async function receiveInTurns(rounds: number): Promise<bigint[]> {
  const amp = makeAmp()
  const late = peer.node.addInvoice({ amountMsat: 7n })
  const amounts: bigint[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const each = [1, 2, 3, 4].map((one) => BigInt(round * 1000 + one)) as [bigint, bigint, bigint, bigint]
    await payAmp(peer.node, amp, { amountMsat: each[0] })
    await payPlain(each[1])
    await payUnasked(peer.node, 'keysend', { amountMsat: each[2] })
    await payAmp(peer.node, undefined, { amountMsat: each[3] })
    amounts.push(...each)
  }
  // An invoice made before most of them, and paid last.
  await peer.node.outside.payOurInvoice(late.bolt11)
  return [...amounts, 7n]
}
const amountsOf = (receipts: readonly Receipt[]): bigint[] => receipts.map(({ amountMsat }) => amountMsat)
const bySize = (one: bigint, other: bigint): number => Number(one - other)
const idsOf = (receipts: readonly Receipt[]): string[] => receipts.map(({ receiptId }) => receiptId)

test('each payment of an AMP invoice is one receipt under one hash, with its own id and amount', async () => {
  const amp = makeAmp()
  const { cursor } = await source.receiptsSince(undefined, 100)
  const [first, second] = [
    await payAmp(peer.node, amp, { amountMsat: 1000n }),
    await payAmp(peer.node, amp, { amountMsat: 1000n }),
  ]
  const { receipts } = await readReceipts(source, cursor, 100)
  expect(receipts).toEqual(
    [first, second].map(({ unasked, settleIndex }) => ({
      receiptId: `lnd:amp:${unasked?.setId}:${settleIndex}`,
      paymentHash: amp.paymentHash,
      kind: 'settled',
      amountMsat: 1000n,
      via: 'amp',
    })),
  )
})

test('an AMP payer who chooses the hash of one of our invoices as the id of the set pays under another hash', async () => {
  const ours = peer.node.addInvoice({ amountMsat: 1000n })
  await payPlain()
  const { cursor } = await source.receiptsSince(undefined, 100)
  await payAmp(peer.node, undefined, { amountMsat: 1000n, setId: ours.paymentHash })
  await peer.node.outside.payOurInvoice(ours.bolt11)
  const [amp, plain] = (await readReceipts(source, cursor, 100)).receipts
  expect(amp).toMatchObject({ via: 'amp', paymentHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(amp?.paymentHash).not.toBe(ours.paymentHash)
  expect(plain).toMatchObject({ paymentHash: ours.paymentHash })
  expect(plain).not.toHaveProperty('via')
  expect(amp?.receiptId).not.toBe(plain?.receiptId)
})

unaskedContract({ peer: () => peer, open: async () => source, kinds: ['keysend'] })

test('an AMP invoice that is unpaid, or was paid and is closed, is neither a hold nor a receipt', async () => {
  const [unpaid, paid] = [makeAmp(), makeAmp()]
  await payAmp(peer.node, paid, { amountMsat: 5n })
  peer.node.closeInvoice(unpaid.paymentHash)
  peer.node.closeInvoice(paid.paymentHash)
  const { receipts, cursor } = await readReceipts(source, undefined, 100)
  expect(amountsOf(receipts)).toEqual([5n])
  expect((await source.receiptsSince(cursor, 100)).receipts).toEqual([])
})

describe.each(['in-order', 'sql', 'all-sets'] as const)('with AMP among other receipts, repeated %s', (replay) => {
  beforeEach(() => {
    peer.mood.replay = replay
  })

  test.each([1, 2, 3, 7, 100])('each receipt is read once, by its number, in pages of %i', async (limit) => {
    for (let before = 0; before < 2; before += 1) await payPlain()
    const { cursor } = await readReceipts(source, undefined, 100)
    const amounts = await receiveInTurns(5)
    const { receipts } = await readReceipts(source, cursor, limit)
    expect(amountsOf(receipts)).toEqual(amounts)
    expect(new Set(idsOf(receipts)).size).toBe(amounts.length)
  })

  test('a long backlog is read completely, in any order of arrival', async () => {
    for (let before = 0; before < 2; before += 1) await payPlain()
    const { cursor } = await readReceipts(source, undefined, 100)
    const amp = makeAmp()
    await payAmp(peer.node, amp, { amountMsat: 1n })
    const made = Array.from({ length: 400 }, (_none, index) =>
      peer.node.addInvoice({ amountMsat: BigInt(401 - index) }),
    )
    for (const { bolt11 } of made.toReversed()) await peer.node.outside.payOurInvoice(bolt11)
    await payAmp(peer.node, amp, { amountMsat: 402n })
    peer.mood.replayPage = 150
    const { receipts } = await readReceipts(source, cursor, 150)
    expect(amountsOf(receipts)).toEqual(Array.from({ length: 402 }, (_none, index) => BigInt(index + 1)))
  })

  test('the last receipt before the cursor may be a payment of an AMP invoice', async () => {
    await payPlain()
    const amp = makeAmp()
    await payAmp(peer.node, amp, { amountMsat: 11n })
    const { cursor } = await readReceipts(source, undefined, 100)
    const amounts = [12n, 13n, 14n]
    await payPlain(12n)
    await payAmp(peer.node, amp, { amountMsat: 13n })
    await payPlain(14n)
    expect(amountsOf((await readReceipts(source, cursor, 1)).receipts)).toEqual(amounts)
  })

  test('the stream reports the same receipts under the same ids', async () => {
    const heard: Receipt[] = []
    source.onReceipt((receipt) => heard.push(receipt))
    const streams = () => peer.server.calls.filter((call) => call.endsWith('/v1/invoices/subscribe')).length
    await expect.poll(streams).toBe(1)
    const amounts = await receiveInTurns(2)
    await expect.poll(() => heard.length).toBe(amounts.length)
    const { receipts } = await readReceipts(source, undefined, 100)
    expect(heard).toEqual(receipts)
  })
})

test('receipts from before the first scan include the payments of AMP invoices made since, however the pages are cut', async () => {
  for (let before = 0; before < 2; before += 1) await payPlain()
  const amounts = await receiveInTurns(4)
  for (const limit of [1, 5, 100]) {
    const receipts: Receipt[] = []
    let page = await source.receiptsSince(undefined, limit)
    receipts.push(...page.receipts)
    while (page.hasMore === true) {
      page = await source.receiptsSince(page.cursor, limit)
      receipts.push(...page.receipts)
    }
    expect(amountsOf(receipts).toSorted(bySize)).toEqual([...amounts, 1000n, 1000n].toSorted(bySize))
  }
})

test('a backlog that LND cuts off is read up to the first missing number', async () => {
  for (let before = 0; before < 2; before += 1) await payPlain()
  const { cursor } = await readReceipts(source, undefined, 100)
  await receiveInTurns(1)
  // The last one read, and a receipt that is not the next one.
  breakOff('sql', 2)
  await expect(source.receiptsSince(cursor, 100)).rejects.toThrow('in time')
  breakOff('in-order', 3)
  const broken = await source.receiptsSince(cursor, 100)
  expect(amountsOf(broken.receipts)).toEqual([1001n, 1002n])
  expect(amountsOf((await readReceipts(source, broken.cursor, 100)).receipts)).toEqual([1003n, 1004n, 7n])
})

/** The next answer ends after so many receipts. */
function breakOff(replay: LndReplay, count: number): void {
  const receipts = [...peer.node.invoices.values()].filter(({ settleIndex }) => settleIndex >= 2)
  const lines = receipts.toSorted(listOrder(replay)).map((one) => JSON.stringify({ result: toWire(peer.node, one) }))
  peer.server.plan('GET /v1/invoices/subscribe', { do: 'answer', text: lines.slice(0, count).join('\n') })
}
