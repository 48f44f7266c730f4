import { msat } from '@satchel/money/units'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { now, orderFor } from '../../../world/contract/contract-world.ts'
import type { LndPeer } from '../../../world/peers/lnd/lnd-peer.ts'
import { numberAsSql } from '../../../world/peers/lnd/lnd-peer-payments.ts'
import { openTestLnd } from '../../../world/peers/lnd/open-test-lnd.ts'
import type { CreatedInvoice, FundingSource, PayOrder } from '../../port/funding-source.ts'

let peer: LndPeer
let source: FundingSource
let close: () => Promise<void>
beforeAll(async () => {
  ;({ peer, source, close } = await openTestLnd())
})
afterAll(() => close())

const makeInvoice = (): Promise<CreatedInvoice> => peer.node.outside.makeInvoice(msat(50_000))
const markOf = (paymentHash: string): Promise<string | undefined> =>
  source.attemptMark?.(paymentHash) ?? Promise.resolve(undefined)
/** As the service orders it: with what LND recorded before. */
const nextOrder = async (invoice: CreatedInvoice, attemptId: string): Promise<PayOrder> => ({
  ...orderFor(invoice, attemptId),
  mark: await markOf(invoice.paymentHash),
})

/** As after a restart of the service: nothing is remembered. */
async function restarted(): Promise<FundingSource> {
  const { source: again } = await openTestLnd(peer)
  onTestFinished(() => again.close())
  return again
}

async function failOnce(invoice: CreatedInvoice): Promise<void> {
  peer.node.plan(invoice.paymentHash, { ends: 'failed' })
  expect(await source.pay(await nextOrder(invoice, 'first'))).toMatchObject({ status: 'failed' })
}

test('the mark of an attempt is the index of the newest payment of its hash with its time, after a 0 if that one failed; 0 if LND has none', async () => {
  const invoice = await makeInvoice()
  expect(await markOf(invoice.paymentHash)).toBe('0')
  await failOnce(invoice)
  const { index } = peer.node.payments.get(invoice.paymentHash) ?? {}
  expect(await markOf(invoice.paymentHash)).toMatch(new RegExp(`^0${index}@\\d{19}$`))
  peer.node.plan(invoice.paymentHash, { ends: 'settled' })
  await source.pay(await nextOrder(invoice, 'second'))
  const paid = peer.node.payments.get(invoice.paymentHash)?.index
  expect(await markOf(invoice.paymentHash)).toMatch(new RegExp(`^${paid}@\\d{19}$`))
})

test('a restored node counts from one: a payment under an old number belongs to this attempt', async () => {
  const invoice = await makeInvoice()
  const forget = peer.node.copy?.() ?? (() => undefined)
  await failOnce(invoice)
  const order = await nextOrder(invoice, 'ours')
  forget()
  peer.node.plan(invoice.paymentHash, { ends: 'settled' })
  expect(await (await restarted()).pay(order)).toMatchObject({ status: 'settled' })
  expect(await (await restarted()).outgoingStatus(order)).toMatchObject({ status: 'settled' })
})

test('without a mark from LND no payment is sent', async () => {
  const { paymentHash } = await makeInvoice()
  const answers = [
    { do: 'lose-answer' },
    { do: 'deny', status: 500 },
    { do: 'answer', text: `{"result":{"payment_hash":"${paymentHash}","status":"FAILED"}}` },
    { do: 'answer', text: `{"result":{"payment_hash":"${'ab'.repeat(32)}","payment_index":"7"}}` },
  ] as const
  for (const fault of answers) {
    peer.server.plan('GET /v2/router/track', fault)
    await expect(markOf(paymentHash)).rejects.toThrow()
  }
})

test('an earlier success of the hash does not settle this attempt, which can never be paid', async () => {
  const invoice = await makeInvoice()
  expect(await source.pay(await nextOrder(invoice, 'by hand'))).toMatchObject({ status: 'settled' })
  const order = await nextOrder(invoice, 'later')
  expect(await source.pay(order)).toMatchObject({ status: 'failed', reason: 'paid_before' })
  expect(await (await restarted()).outgoingStatus(order)).toMatchObject({ status: 'failed', attemptId: 'later' })
})

test('a failure of an earlier attempt is not this attempt’s, also after a restart', async () => {
  const invoice = await makeInvoice()
  await failOnce(invoice)
  const order = await nextOrder(invoice, 'second')
  peer.server.plan(peer.payCall, { do: 'lose-request' })
  expect(await source.pay(order)).toEqual({ status: 'pending' })
  const query = { ...order, begunAt: now() }
  for (const asked of [source, await restarted()]) {
    expect(await asked.outgoingStatus(query)).toMatchObject({ status: 'not_found' })
  }
  // The request was only delayed: LND gets it now, and pays.
  peer.node.plan(invoice.paymentHash, { ends: 'settled', feeMsat: 3n })
  peer.node.pay({ bolt11: invoice.bolt11 })
  expect(await (await restarted()).outgoingStatus(query)).toMatchObject({ status: 'settled', feeMsat: 3n })
})

test('a failure after the mark is this attempt’s, however much the clocks differ', async () => {
  const invoice = await makeInvoice()
  await failOnce(invoice)
  const order = await nextOrder(invoice, 'second')
  peer.server.plan(peer.payCall, { do: 'lose-answer' })
  expect(await source.pay(order)).toEqual({ status: 'pending' })
  const again = await restarted()
  const status = await again.outgoingStatus({ ...order, begunAt: now() + 86_400 })
  expect(status).toMatchObject({ status: 'failed', reason: 'no_route', attemptId: 'second' })
})

test('no failure of LND fails an attempt without a mark', async () => {
  const invoice = await makeInvoice()
  await failOnce(invoice)
  for (const begunAt of [undefined, now() - 3600, now(), now() + 120]) {
    const status = await source.outgoingStatus({ ...orderFor(invoice, 'second'), begunAt })
    expect(status).toMatchObject({ status: 'not_found' })
  }
})

test('a failure counts for the order of another program if LND began the payment at or after that order', async () => {
  const invoice = await makeInvoice()
  const before = now() - 1
  await failOnce(invoice)
  const query = { paymentHash: invoice.paymentHash, attemptId: 'imported/0' }
  const ended = await source.outgoingStatus({ ...query, elsewhereSince: before })
  expect(ended).toMatchObject({ status: 'failed', attemptId: 'imported/0' })
  expect(await source.outgoingStatus({ ...query, elsewhereSince: now() + 60 })).toMatchObject({ status: 'not_found' })
})

test('a pay call answered with the failure of an earlier attempt stays pending', async () => {
  const invoice = await makeInvoice()
  await failOnce(invoice)
  const order = await nextOrder(invoice, 'second')
  const earlier = {
    payment_hash: invoice.paymentHash,
    status: 'FAILED',
    failure_reason: 'FAILURE_REASON_NO_ROUTE',
    payment_index: order.mark?.split('@')[0],
  }
  peer.server.plan(peer.payCall, { do: 'answer', text: JSON.stringify({ result: earlier }) })
  expect(await source.pay(order)).toEqual({ status: 'pending' })
})

test('with payments in SQL, LND gives an attempt the number of the one that it replaces: its time distinguishes them', async () => {
  const invoice = await makeInvoice()
  await failOnce(invoice)
  const order = await nextOrder(invoice, 'second')
  const old = { ...order, mark: order.mark?.split('@')[0] }
  expect(await source.outgoingStatus(order)).toMatchObject({ status: 'not_found' })
  peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
  numberAsSql(peer.node, peer.node.pay({ bolt11: invoice.bolt11 }))
  expect(await markOf(invoice.paymentHash)).not.toBe(order.mark)
  expect(await source.outgoingStatus(order)).toEqual({ status: 'pending' })
  peer.node.finish(invoice.paymentHash, 'failed')
  expect(await source.outgoingStatus(order)).toMatchObject({ status: 'failed', attemptId: 'second' })
  // A mark of an earlier version cannot show it: nothing is given back before the invoice has expired.
  expect(await source.outgoingStatus(old)).toMatchObject({ status: 'not_found' })
})

test('a payment that LND does not know, or that failed earlier, is reported with LND’s own time', async () => {
  const [unknown, failed] = [await makeInvoice(), await makeInvoice()]
  await failOnce(failed)
  peer.mood.aheadSeconds = 5000
  onTestFinished(() => {
    peer.mood.aheadSeconds = 0
  })
  for (const invoice of [unknown, failed]) {
    const known = await source.outgoingStatus(await nextOrder(invoice, 'second'))
    expect(known).toEqual({ status: 'not_found', nodeTime: expect.any(Number) as number })
    const { nodeTime = 0 } = known as { nodeTime?: number }
    expect(Math.abs(nodeTime - now() - 5000)).toBeLessThanOrEqual(2)
  }
})

test('LND rejects an invoice that has expired by its clock, without starting a payment', async () => {
  const invoice = await makeInvoice()
  peer.mood.aheadSeconds = 31 * 86_400
  onTestFinished(() => {
    peer.mood.aheadSeconds = 0
  })
  const outcome = await source.pay(await nextOrder(invoice, 'one'))
  expect(outcome).toMatchObject({ status: 'failed', reason: 'invoice_expired' })
  expect(peer.node.payments.has(invoice.paymentHash)).toBe(false)
})
