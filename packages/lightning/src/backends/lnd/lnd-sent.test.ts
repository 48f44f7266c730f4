import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LndPeer } from '../../../world/peers/lnd/lnd-peer.ts'
import { numberAsSql, renumber } from '../../../world/peers/lnd/lnd-peer-payments.ts'
import { openTestLnd } from '../../../world/peers/lnd/open-test-lnd.ts'
import type { CreatedInvoice, FundingSource, SentPage, SentPayment } from '../../port/funding-source.ts'

let peer: LndPeer
let source: FundingSource
let close: () => Promise<void>
beforeEach(async () => {
  ;({ peer, source, close } = await openTestLnd())
})
afterEach(() => close())

const sentSince = (cursor: string | undefined, limit = 100): Promise<SentPage> => {
  if (source.sentSince === undefined) throw new Error('LND lists what it sent')
  return source.sentSince(cursor, limit)
}

/** Paid by hand, or by another program on the same node. */
async function pay(ends: 'settled' | 'failed' | 'on-command', feeMsat = 0n): Promise<CreatedInvoice> {
  const invoice = await peer.node.outside.makeInvoice(msat(50_000))
  peer.node.plan(invoice.paymentHash, { ends, feeMsat })
  peer.node.pay({ bolt11: invoice.bolt11 })
  return invoice
}

const hashesOf = (payments: readonly SentPayment[]): string[] => payments.map(({ paymentHash }) => paymentHash)

/** Page by page until nothing is new. */
async function readAll(from: string, limit: number): Promise<{ hashes: string[]; cursor: string }> {
  const hashes: string[] = []
  for (let cursor = from; ; ) {
    const page = await sentSince(cursor, limit)
    expect(page.payments.length).toBeLessThanOrEqual(limit)
    if (page.cursor === cursor) return { hashes, cursor }
    hashes.push(...hashesOf(page.payments))
    cursor = page.cursor
  }
}

test('payments before the first call are not listed; later ones are listed with their outcome', async () => {
  expect(await sentSince(undefined)).toEqual({ payments: [], cursor: '0' })
  await pay('settled')
  const { payments, cursor } = await sentSince(undefined)
  expect(payments).toEqual([])
  const [settled, failed, inFlight] = [await pay('settled', 7n), await pay('failed'), await pay('on-command')]
  const common = { amountMsat: 50_000n, feeMsat: 0n, at: expect.any(Number) as number, attemptId: undefined }
  const after = await sentSince(cursor)
  expect(after.payments).toEqual([
    { ...common, paymentHash: settled.paymentHash, status: 'settled', feeMsat: 7n },
    { ...common, paymentHash: failed.paymentHash, status: 'failed' },
    { ...common, paymentHash: inFlight.paymentHash, status: 'in_flight' },
  ])
  expect(await sentSince(after.cursor)).toEqual({ payments: [], cursor: after.cursor })
})

test('a payment that is retried is listed again, in its new state', async () => {
  const { cursor } = await sentSince(undefined)
  const invoice = await pay('failed')
  const first = await sentSince(cursor)
  peer.node.plan(invoice.paymentHash, { ends: 'settled' })
  peer.node.pay({ bolt11: invoice.bolt11 })
  const second = await sentSince(first.cursor)
  expect([...first.payments, ...second.payments].map(({ paymentHash, status }) => [paymentHash, status])).toEqual([
    [invoice.paymentHash, 'failed'],
    [invoice.paymentHash, 'settled'],
  ])
})

test.each([1, 2, 7, 100])('every payment is listed once and in order, in pages of %d', async (limit) => {
  const { cursor } = await sentSince(undefined)
  const paid: string[] = []
  for (let count = 0; count < 9; count += 1) paid.push((await pay('settled')).paymentHash)
  expect((await readAll(cursor, limit)).hashes).toEqual(paid)
})

test('a payment that LND records after a later one is listed once', async () => {
  const { cursor } = await sentSince(undefined)
  const [first, late, third] = [await pay('settled'), await pay('settled'), await pay('settled')]
  peer.mood.unwritten = new Set([late.paymentHash])
  const before = await readAll(cursor, 2)
  expect(before.hashes).toEqual([first.paymentHash, third.paymentHash])
  peer.mood.unwritten = new Set()
  const after = await readAll(before.cursor, 2)
  expect(after.hashes).toEqual([late.paymentHash])
  const next = await pay('settled')
  expect((await readAll(after.cursor, 2)).hashes).toEqual([next.paymentHash])
})

test('indexes that LND skips do not lengthen the cursor', async () => {
  const { cursor } = await sentSince(undefined)
  // A payment that is tried again leaves its first index empty.
  for (let count = 0; count < 200; count += 1) await pay('failed')
  for (const { bolt11 } of peer.node.payments.values()) peer.node.pay({ bolt11 })
  const read = await readAll(cursor, 100)
  expect(read.hashes).toHaveLength(200)
  expect(read.cursor.length).toBeLessThan(500)
})

test('a keysend and an AMP payment, which have no invoice, are listed: AMP under the id of its set', async () => {
  const paid = { status: 'SUCCEEDED', payment_request: '', creation_time_ns: '1795897173651838754', fee_msat: '1000' }
  const keysend = { ...paid, payment_hash: 'a1'.repeat(32), value_msat: '12000', payment_index: '1' }
  const amp = { ...paid, payment_hash: '49'.repeat(32), value_msat: '13000', payment_index: '2' }
  peer.server.plan('GET /v1/payments', { do: 'answer', text: JSON.stringify({ payments: [keysend, amp] }) })
  const settled = { status: 'settled', feeMsat: 1000n, at: 1_795_897_173, attemptId: undefined }
  expect((await sentSince('0')).payments).toEqual([
    { ...settled, paymentHash: keysend.payment_hash, amountMsat: 12_000n },
    { ...settled, paymentHash: amp.payment_hash, amountMsat: 13_000n },
  ])
})

test('a list that is rejected, lost or unreadable is an error', async () => {
  await pay('settled')
  const wrong = '{"payments":[{"payment_hash":"no hash","payment_index":"1"}]}'
  const faults = [
    { do: 'lose-answer' },
    { do: 'deny', status: 500 },
    { do: 'answer', text: '{}' },
    { do: 'answer', text: wrong },
  ] as const
  for (const fault of faults) {
    peer.server.plan('GET /v1/payments', fault)
    await expect(sentSince('0')).rejects.toThrow()
  }
  await expect(sentSince('no number')).rejects.toThrow()
})

describe('with its payments in SQL', () => {
  test('a payment with the number of the one that it replaces is listed', async () => {
    await pay('settled')
    const failed = await pay('failed')
    const { cursor } = await readAll('0', 100)
    peer.node.plan(failed.paymentHash, { ends: 'settled' })
    numberAsSql(peer.node, peer.node.pay({ bolt11: failed.bolt11 }))
    const later = await sentSince(cursor)
    expect(later.payments).toMatchObject([{ paymentHash: failed.paymentHash, status: 'settled' }])
    expect(await sentSince(later.cursor)).toEqual({ payments: [], cursor: later.cursor })
  })

  test('its payments are numbered from 1: they are listed again, and later ones are found', async () => {
    const first = await pay('failed')
    for (let attempt = 0; attempt < 80; attempt += 1) peer.node.pay({ bolt11: first.bolt11 })
    const second = await pay('settled')
    const { cursor } = await readAll('0', 100)
    renumber(peer.node)
    const { hashes, cursor: after } = await readAll(cursor, 1)
    expect(hashes).toEqual([first.paymentHash, second.paymentHash])
    const byHand = await pay('settled')
    numberAsSql(peer.node, peer.node.payments.get(byHand.paymentHash) as never)
    expect(hashesOf((await sentSince(after)).payments)).toEqual([byHand.paymentHash])
  })

  test('a cursor of an earlier version, without the time of its newest payment, can be continued', async () => {
    await pay('settled')
    const { cursor } = await readAll('0', 100)
    const [old = ''] = cursor.split('@')
    expect((await sentSince(old)).payments).toEqual([])
    const next = await pay('settled')
    expect(hashesOf((await sentSince(old)).payments)).toEqual([next.paymentHash])
  })
})
