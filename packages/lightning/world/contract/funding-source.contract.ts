import { hash as digest, randomBytes } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Receipt } from '../../src/port/funding-source.ts'
import { amountlessContract } from './amountless.contract.ts'
import {
  attempt,
  type ContractWorld,
  lastCursor,
  newOrder,
  now,
  onlyIf,
  request,
  type WorldNow,
} from './contract-world.ts'
import { holdContract } from './hold.contract.ts'
import { refusesRepeatsContract } from './refuses-repeats.contract.ts'

const PATIENCE = { timeout: 10_000, interval: 20 }
const UNKNOWN_HASH = 'f'.repeat(64)

/** What every adapter promises the service. Run by each of them against its own node, or a peer that plays one. */
export function fundingSourceContract(name: string, open: () => Promise<ContractWorld>): void {
  describe(`${name} keeps the contract of a funding source`, () => {
    let world: ContractWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.close())
    for (const contract of CONTRACTS) contract(() => world)
    test('a closed source rejects every call', async () => {
      const { source, close } = await open()
      await source.close()
      await expect(source.createInvoice(request())).rejects.toThrow()
      await expect(source.balance()).rejects.toThrow()
      await expect(source.outgoingStatus({ paymentHash: UNKNOWN_HASH, attemptId: 'none' })).rejects.toThrow()
      await close()
    })
  })
}

function receivingContract(worldNow: WorldNow): void {
  test('an invoice matches the request and has our node as payee, if the node is ours', async () => {
    const { source, hosted = false } = worldNow()
    const { network, nodeKey = '' } = source.identity() ?? {}
    const preimage = randomBytes(32).toString('hex')
    const made = await source.createInvoice(request({ memo: 'tea & ☕', preimage, expirySeconds: 77 }))
    const { bolt11, paymentHash } = made
    const invoice = readInvoice(bolt11)
    expect(invoice).toMatchObject({
      network,
      amountMsat: 21_000n,
      description: 'tea & ☕',
      paymentHash,
    })
    // Services that own the node do not name it.
    if (nodeKey !== '') expect(invoice.payee).toBe(nodeKey)
    expect(Math.abs(invoice.timestamp - now())).toBeLessThan(60)
    if (hosted) {
      expect(invoice.expirySeconds).toBeGreaterThanOrEqual(77)
      expect([nodeKey, made.preimage]).toEqual(['', undefined])
      return
    }
    expect(invoice.expirySeconds).toBe(77)
    expect(paymentHash).toBe(digest('sha256', Buffer.from(made.preimage ?? preimage, 'hex')))
  })

  test('a description hash replaces the memo', async (context) => {
    if (worldNow().hashesDescriptions === false) context.skip('This source makes no invoices with a description hash.')
    const descriptionHash = digest('sha256', 'a long story')
    const { bolt11 } = await worldNow().source.createInvoice(request({ descriptionHash }))
    expect(readInvoice(bolt11)).toMatchObject({ descriptionHash, description: undefined })
  })

  test('an invoice is open until an outside payer pays it', async () => {
    const { source, outside } = worldNow()
    const { bolt11, paymentHash } = await source.createInvoice(request())
    expect(await source.incomingStatus(UNKNOWN_HASH)).toEqual({ status: 'unknown' })
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'open' })
    const before = await source.balance()
    await outside.payOurInvoice(bolt11)
    expect(await source.incomingStatus(paymentHash)).toEqual({ status: 'settled', amountMsat: 21_000n })
    expect((await source.balance()) - before).toBe(21_000n)
  })

  test('a closed invoice cannot be paid, and closing a paid one returns `paid`', async (context) => {
    const { source, outside, forgetsClosed = false } = worldNow()
    onlyIf(context, source, 'closeInvoice')
    const open = await source.createInvoice(request())
    expect(await source.closeInvoice(open.paymentHash)).toBe('closed')
    expect(await source.closeInvoice(open.paymentHash)).toBe('closed')
    expect(await source.closeInvoice(UNKNOWN_HASH)).toBe('closed')
    expect(await source.incomingStatus(open.paymentHash)).toEqual({ status: forgetsClosed ? 'unknown' : 'closed' })
    await expect(outside.payOurInvoice(open.bolt11)).rejects.toThrow()
    const paid = await source.createInvoice(request())
    await outside.payOurInvoice(paid.bolt11)
    expect(await source.closeInvoice(paid.paymentHash)).toBe('paid')
  })
}

function receiptsContract(worldNow: WorldNow): void {
  test('every receipt is listed once after a cursor, oldest first, however the pages are cut', async () => {
    const { source, outside } = worldNow()
    const start = await lastCursor(source)
    const invoices = [await source.createInvoice(request()), await source.createInvoice(request())]
    for (const { bolt11 } of invoices) await outside.payOurInvoice(bolt11)
    const all = await source.receiptsSince(start, 100)
    const settled = all.receipts.filter(({ kind }) => kind === 'settled')
    expect(settled.map(({ paymentHash }) => paymentHash)).toEqual(invoices.map(({ paymentHash }) => paymentHash))
    expect(new Set(all.receipts.map(({ receiptId }) => receiptId)).size).toBe(all.receipts.length)

    const first = await source.receiptsSince(start, 1)
    const rest = await source.receiptsSince(first.cursor, 100)
    expect([first.receipts.length, ...first.receipts, ...rest.receipts]).toEqual([1, ...all.receipts])
    expect(await source.receiptsSince(rest.cursor, 100)).toEqual({ receipts: [], cursor: rest.cursor })
  })

  test('the stream reports a receipt under its usual id, until the listener is removed', async (context) => {
    const { source, outside, untilStreaming, streams = true } = worldNow()
    if (!streams) context.skip('This source has no stream.')
    const heard: Receipt[] = []
    const turnAway = source.onReceipt((receipt) => heard.push(receipt))
    await untilStreaming?.()
    const first = await source.createInvoice(request())
    const start = await lastCursor(source)
    await outside.payOurInvoice(first.bolt11)
    await expect.poll(() => heard.some(isSettled(first.paymentHash)), PATIENCE).toBe(true)
    const { receipts } = await source.receiptsSince(start, 100)
    expect(receipts.find(isSettled(first.paymentHash))).toEqual(heard.find(isSettled(first.paymentHash)))
    turnAway()
    const second = await source.createInvoice(request())
    await outside.payOurInvoice(second.bolt11)
    expect(heard.some(isSettled(second.paymentHash))).toBe(false)
  })
}

function payingContract(worldNow: WorldNow): void {
  test('a payment that arrives is settled with its preimage, if there is one, and exact fee, and stays settled', async () => {
    const { source, outside, wholeSats = false } = worldNow()
    const feeMsat = wholeSats ? 1000n : 300n
    const invoice = await outside.makeInvoice(msat(50_000))
    await outside.setFee(invoice.paymentHash, msat(300))
    const order = newOrder(invoice)
    const before = await source.balance()
    const outcome = await source.pay(order)
    expect(outcome).toMatchObject({ status: 'settled', feeMsat })
    const preimage = outcome.status === 'settled' ? outcome.preimage : ''
    if (source.can.provesPayments || preimage !== '') {
      expect(digest('sha256', Buffer.from(preimage, 'hex'))).toBe(invoice.paymentHash)
    }
    expect(await source.outgoingStatus(order)).toEqual({ status: 'settled', feeMsat, preimage })
    const spent = before - (await source.balance())
    if (source.can.exactBalance) expect(spent).toBe(50_300n)
    // Some nodes report it in whole satoshis.
    else expect([50_000n, 50_300n, 51_000n]).toContain(spent)
  })

  test('an invoice without an amount is paid the ordered amount, or not at all', async () => {
    const { source, outside, needsAmount = false } = worldNow()
    const invoice = await outside.makeInvoice(undefined)
    await outside.setFee(invoice.paymentHash, msat(0))
    const before = await source.balance()
    const { status } = await source.pay({ ...newOrder(invoice), amountMsat: msat(7_000) })
    expect(status).toBe(needsAmount ? 'not_sent' : 'settled')
    expect(before - (await source.balance())).toBe(needsAmount ? 0n : 7_000n)
  })

  test('a payment that the payee rejects has failed, names its attempt, and costs nothing', async () => {
    const { source, outside } = worldNow()
    const invoice = await outside.makeInvoice(msat(50_000))
    await outside.refusePayment(invoice.paymentHash)
    const order = await attempt(source, invoice)
    const before = await source.balance()
    expect(await source.pay(order)).toMatchObject({ status: 'failed' })
    expect(await source.outgoingStatus(order)).toMatchObject({ status: 'failed', attemptId: order.attemptId })
    expect(await source.balance()).toBe(before)
  })

  test('no more than the fee limit is paid: the payment fails', async (context) => {
    const { source, outside } = worldNow()
    onlyIf(context, source, 'feeLimit')
    const invoice = await outside.makeInvoice(msat(50_000))
    await outside.setFee(invoice.paymentHash, msat(2_000))
    expect(await source.pay({ ...(await attempt(source, invoice)), feeLimitMsat: msat(1_999) })).toMatchObject({
      status: 'failed',
    })
  })

  test('a payment that was never sent is not found', async () => {
    const answer = await worldNow().source.outgoingStatus({ paymentHash: UNKNOWN_HASH, attemptId: 'none' })
    expect(answer).toMatchObject({ status: 'not_found' })
  })

  test('a paid invoice is not paid again', async () => {
    const { source, outside } = worldNow()
    const invoice = await outside.makeInvoice(msat(50_000))
    await outside.setFee(invoice.paymentHash, msat(300))
    await source.pay(newOrder(invoice))
    const before = await source.balance()
    await source.pay(newOrder(invoice)).catch(() => 'refused')
    expect(await source.balance()).toBe(before)
  })
}

const isSettled =
  (paymentHash: string) =>
  (receipt: Receipt): boolean =>
    receipt.paymentHash === paymentHash && receipt.kind === 'settled'

const CONTRACTS = [
  receivingContract,
  amountlessContract,
  receiptsContract,
  payingContract,
  refusesRepeatsContract,
  holdContract,
]
