import { msat } from '@satchel/money/units'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { attempt, orderFor, readSent, request } from '../../../world/contract/contract-world.ts'
import { payingOnceContract } from '../../../world/contract/paying-once.contract.ts'
import { sentSinceContract } from '../../../world/contract/sent-since.contract.ts'
import type { LdkServerPeer } from '../../../world/peers/ldk-server/ldk-server-peer.ts'
import { openTestLdkServer } from '../../../world/peers/ldk-server/open-test-ldk-server.ts'
import type { CreatedInvoice, FundingSource } from '../../port/funding-source.ts'

let peer: LdkServerPeer
let source: FundingSource
let close: () => Promise<void>
beforeEach(async () => {
  ;({ peer, source, close } = await openTestLdkServer())
})
afterEach(() => close())

const CALL = 'POST /api.LightningNode/'
async function open(): Promise<FundingSource> {
  const opened = await openTestLdkServer(peer)
  onTestFinished(() => opened.source.close())
  return opened.source
}
const makeInvoice = (): Promise<CreatedInvoice> => peer.node.outside.makeInvoice(msat(50_000n))
const callsOf = (name: string): number => peer.server.calls.filter((call) => call === `${CALL}${name}`).length

describe('paying', () => {
  payingOnceContract({
    peer: () => peer,
    open,
    asksBefore: [`${CALL}GetPaymentDetails`],
    lostIs: 'not_found',
    sentOnce: () => expect(callsOf('Bolt11Send')).toBe(1),
  })

  test('the outcome of a rejected duplicate is the outcome of the record', async () => {
    const other = await openTestLdkServer(peer)
    const invoice = await makeInvoice()
    peer.node.plan(invoice.paymentHash, { ends: 'on-command', feeMsat: 5n })
    // It comes so late that the other one has been sent meanwhile.
    peer.server.plan(`${CALL}Bolt11Send`, { do: 'delay', ms: 100 })
    const late = source.pay(orderFor(invoice))
    await expect.poll(() => callsOf('Bolt11Send')).toBe(1)
    const theirs = other.source.pay(orderFor(invoice, 'two'))
    expect(await late).toEqual({ status: 'pending' })
    peer.node.finish(invoice.paymentHash, 'settled')
    expect(await theirs).toMatchObject({ status: 'settled', feeMsat: 5n })
    expect(peer.node.sends(invoice.paymentHash)).toBe(1)
    await other.source.close()
  })

  test('a failure of another process does not fail our attempt whose request was lost (A18)', async () => {
    const other = await openTestLdkServer(peer)
    const invoice = await makeInvoice()
    await peer.node.outside.refusePayment(invoice.paymentHash)
    await other.source.pay(orderFor(invoice))
    const order = await attempt(source, invoice, 'two')
    peer.server.plan(peer.payCall, { do: 'lose-request' })
    await expect(source.pay(order)).rejects.toThrow()
    expect(await source.outgoingStatus(order)).toEqual({ status: 'not_found' })
    // Without the stored mark it cannot be known whose failure it is.
    expect(await source.outgoingStatus({ ...order, mark: undefined })).toEqual({
      status: 'not_found',
      unattributed: true,
    })
    await other.source.close()
  })

  test('an attempt gets no mark while LDK Server pays the invoice: their outcomes would be indistinguishable', async () => {
    const invoice = await makeInvoice()
    peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
    const paying = source.pay(orderFor(invoice))
    await expect.poll(() => peer.node.sends(invoice.paymentHash)).toBe(1)
    await expect(source.attemptMark?.(invoice.paymentHash)).rejects.toThrow('already')
    peer.node.finish(invoice.paymentHash, 'settled')
    expect(await paying).toMatchObject({ status: 'settled' })
  })

  test('an internal error after the payment was sent does not fail it', async () => {
    const invoice = await makeInvoice()
    peer.server.plan(peer.payCall, { do: 'deny', status: 13, text: 'Failed to persist data.' })
    expect(await source.pay(orderFor(invoice))).toEqual({ status: 'pending' })
    expect(await source.outgoingStatus(orderFor(invoice))).toMatchObject({ status: 'settled' })
  })

  test.each([
    [3, 'failed'],
    [12, 'not_sent'],
    [16, 'not_sent'],
  ])('code %i is returned before LDK Server does anything: %s', async (status, outcome) => {
    const invoice = await makeInvoice()
    peer.server.plan(peer.payCall, { do: 'refuse', status })
    expect(await source.pay(orderFor(invoice))).toMatchObject({ status: outcome })
    expect(peer.node.sends(invoice.paymentHash)).toBe(0)
  })

  test('every payment carries its fee limit, also a limit of zero', async () => {
    const invoice = await makeInvoice()
    await peer.node.outside.setFee(invoice.paymentHash, msat(1n))
    expect(await source.pay({ ...orderFor(invoice), feeLimitMsat: msat(0n) })).toMatchObject({ status: 'failed' })
    expect(await source.pay({ ...orderFor(invoice), feeLimitMsat: msat(1n) })).toMatchObject({ status: 'settled' })
  })

  test.each(['preimage', 'fee'] as const)('a success without its %s stays pending', async (what) => {
    const invoice = await makeInvoice()
    peer.leaveOut(what)
    peer.server.plan(peer.payCall, { do: 'deny', status: 13 })
    expect(await source.pay(orderFor(invoice))).toEqual({ status: 'pending' })
    expect(await source.outgoingStatus(orderFor(invoice))).toEqual({ status: 'pending' })
  })

  test('a look-up that is rejected, lost or unreadable changes nothing', async () => {
    const order = orderFor(await makeInvoice())
    const faults = [
      { do: 'lose-answer' },
      { do: 'deny', status: 500 },
      { do: 'deny', status: 13 },
      { do: 'garble' },
      { do: 'answer', text: '{}' },
    ] as const
    for (const fault of faults) {
      peer.server.plan(`${CALL}GetPaymentDetails`, fault)
      await expect(source.outgoingStatus(order)).rejects.toThrow()
    }
    expect(await source.outgoingStatus(order)).toEqual({ status: 'not_found' })
  })

  test('an invoice of the node itself is not paid through it: one record is used for both directions', async () => {
    const invoice = await source.createInvoice(request())
    expect(await source.pay(orderFor(invoice))).toMatchObject({ status: 'not_sent' })
    expect(callsOf('Bolt11Send')).toBe(0)
    await expect(source.outgoingStatus(orderFor(invoice))).rejects.toThrow(/invoice of its own/)
  })

  test('a payment that waits for its end is looked up again as soon as its event arrives', async () => {
    const invoice = await makeInvoice()
    peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
    const paying = source.pay(orderFor(invoice))
    // By then it polls every three seconds.
    await expect.poll(() => callsOf('GetPaymentDetails'), { timeout: 15_000, interval: 20 }).toBe(9)
    const settledAt = performance.now()
    peer.node.finish(invoice.paymentHash, 'settled')
    expect(await paying).toMatchObject({ status: 'settled' })
    expect(performance.now() - settledAt).toBeLessThan(1000)
  })
})

describe('the list of payments', () => {
  sentSinceContract({
    peer: () => peer,
    open,
    // Listed when they have ended.
    omits: ['in_flight'],
    // It knows no ids of ours: another process of ours looks like another program.
    payByHand: async (invoice) => void (await (await open()).pay(orderFor(invoice))),
    listCall: `${CALL}ListPayments`,
  })

  test('an invoice that failed pages ago is listed again when it is paid; receipts are not listed', async () => {
    peer.setPageSize(2)
    const failed = await makeInvoice()
    await peer.node.outside.refusePayment(failed.paymentHash)
    await source.pay(orderFor(failed))
    for (let count = 0; count < 3; count += 1) {
      await source.pay(orderFor(await makeInvoice()))
      await peer.node.outside.payOurInvoice((await source.createInvoice(request())).bolt11)
    }
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    await peer.node.outside.setFee(failed.paymentHash, msat(9n))
    await source.pay(orderFor(failed, 'by hand'))
    expect((await readSent(source, cursor, 10)).payments).toMatchObject([
      { paymentHash: failed.paymentHash, status: 'settled', amountMsat: 50_000n, feeMsat: 9n },
    ])
  })
})

describe('payments without a BOLT 11 invoice', () => {
  test('offers and keysends that the operator has paid are listed; an offer whose payee did not answer is not', async () => {
    const { cursor = '' } = (await source.sentSince?.(undefined, 10)) ?? {}
    const offer = peer.byHand.payUnasked('offer', { amountMsat: 5000n, feeMsat: 7n })
    peer.byHand.failOffer()
    const keysend = peer.byHand.payUnasked('keysend', { amountMsat: 6000n, feeMsat: 0n })
    const settled = { status: 'settled', attemptId: undefined }
    expect((await readSent(source, cursor, 10)).payments).toMatchObject([
      { ...settled, paymentHash: offer, amountMsat: 5000n, feeMsat: 7n },
      { ...settled, paymentHash: keysend, amountMsat: 6000n, feeMsat: 0n },
    ])
    expect((await source.receiptsSince(undefined, 10)).receipts).toEqual([])
  })

  test('their outcome is never taken for that of an invoice', async () => {
    const keysend = peer.byHand.payUnasked('keysend', { amountMsat: 6000n, feeMsat: 0n })
    const query = { paymentHash: keysend, attemptId: 'one' }
    expect(await source.outgoingStatus(query)).toEqual({ status: 'not_found' })
  })
})

describe('invoices', () => {
  test('a hold invoice without an amount is rejected: LDK Server does not report the held amount', async () => {
    const order = { ...request(), amountMsat: undefined, holdHash: 'ab'.repeat(32) }
    await expect(source.createInvoice(order)).rejects.toThrow('needs an amount')
    expect(callsOf('Bolt11ReceiveForHash')).toBe(0)
  })

  test('an invoice that differs from the request, or lacks its preimage, is rejected and never returned', async () => {
    const other = peer.node.own.sign({ amountMsat: 5n })
    const foreign = await peer.node.outside.makeInvoice(msat(21_000n))
    for (const { bolt11 } of [other, foreign]) {
      peer.answerNext(`${CALL}Bolt11Receive`, [
        [1, bolt11],
        [2, 'ab'.repeat(32)],
      ])
      await expect(source.createInvoice(request())).rejects.toThrow()
    }
    peer.leaveOut('preimage')
    await expect(source.createInvoice(request())).rejects.toThrow('preimage')
  })

  test('closing reports an open invoice as refused and a paid one as paid', async () => {
    const { bolt11, paymentHash } = await source.createInvoice(request())
    expect(await source.closeInvoice(paymentHash)).toBe('refused')
    expect(await source.closeInvoice('ab'.repeat(32))).toBe('closed')
    await peer.node.outside.payOurInvoice(bolt11)
    expect(await source.closeInvoice(paymentHash)).toBe('paid')
    expect(callsOf('Bolt11FailForHash')).toBe(0)
  })
})
