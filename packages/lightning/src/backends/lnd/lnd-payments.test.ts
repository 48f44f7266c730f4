import { msat } from '@satchel/money/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempt, orderFor } from '../../../world/contract/contract-world.ts'
import type { LndPeer } from '../../../world/peers/lnd/lnd-peer.ts'
import { openTestLnd } from '../../../world/peers/lnd/open-test-lnd.ts'
import type { CreatedInvoice, FundingSource } from '../../port/funding-source.ts'

let peer: LndPeer
let source: FundingSource
let close: () => Promise<void>
beforeAll(async () => {
  ;({ peer, source, close } = await openTestLnd())
})
afterAll(() => close())

const makeInvoice = (): Promise<CreatedInvoice> => peer.node.outside.makeInvoice(msat(50_000))
const sentCalls = (): number => peer.server.calls.filter((call) => call === peer.payCall).length

test('a second pay call of a hash sends nothing while the first is open', async () => {
  const invoice = await makeInvoice()
  peer.node.plan(invoice.paymentHash, { ends: 'on-command' })
  const before = sentCalls()
  const first = source.pay(orderFor(invoice))
  await expect.poll(() => sentCalls() - before).toBe(1)
  expect(await source.pay(orderFor(invoice, 'second'))).toEqual({ status: 'pending' })
  expect(sentCalls() - before).toBe(1)
  peer.node.finish(invoice.paymentHash, 'settled')
  expect(await first).toMatchObject({ status: 'settled' })
})

test('while our pay call is open, an earlier failure and an unknown hash mean pending', async () => {
  const invoice = await makeInvoice()
  peer.node.plan(invoice.paymentHash, { ends: 'failed' })
  expect(await source.pay(await attempt(source, invoice))).toMatchObject({ status: 'failed' })
  const unknown = await makeInvoice()
  const paying = [orderFor(invoice, 'second'), orderFor(unknown)]
  peer.server.plan(peer.payCall, { do: 'delay', ms: 300 }, { do: 'delay', ms: 300 })
  peer.node.plan(invoice.paymentHash, { ends: 'settled' })
  const ends = paying.map((order) => source.pay(order))
  for (const order of paying) expect(await source.outgoingStatus(order)).toMatchObject({ status: 'pending' })
  for (const end of ends) expect(await end).toMatchObject({ status: 'settled' })
})

test('AlreadyExists “already paid”: settled as LND shows it; “in transition”: pending', async () => {
  const invoice = await makeInvoice()
  peer.node.plan(invoice.paymentHash, { ends: 'on-command', feeMsat: 5n })
  const other = await openTestLnd(peer)
  const first = other.source.pay(orderFor(invoice))
  await expect.poll(() => peer.node.sends(invoice.paymentHash)).toBe(1)
  expect(await source.pay(orderFor(invoice))).toEqual({ status: 'pending' })
  peer.node.finish(invoice.paymentHash, 'settled')
  await first
  expect(await source.pay(orderFor(invoice))).toMatchObject({ status: 'settled', feeMsat: 5n })
  expect(peer.node.sends(invoice.paymentHash)).toBe(1)
  await other.source.close()
})

test('hanging payments delay no other call, however many there are', async () => {
  const invoices = await Promise.all(Array.from({ length: 520 }, makeInvoice))
  for (const { paymentHash } of invoices) peer.node.plan(paymentHash, { ends: 'on-command' })
  const before = sentCalls()
  const paying = invoices.map((invoice) => source.pay({ ...orderFor(invoice), mark: '0' }))
  await expect.poll(() => sentCalls() - before, { timeout: 10_000 }).toBe(512)
  const [hanging] = invoices
  if (hanging === undefined) throw new Error('no invoice')
  expect(await source.outgoingStatus(orderFor(hanging))).toEqual({ status: 'pending' })
  expect(await source.balance()).toBeGreaterThan(0n)
  const finish = setInterval(() => {
    for (const { paymentHash, state } of peer.node.payments.values()) {
      if (state === 'pending') peer.node.finish(paymentHash, 'failed')
    }
  }, 20)
  expect(new Set((await Promise.all(paying)).map(({ status }) => status))).toEqual(new Set(['failed']))
  clearInterval(finish)
})

test('every payment carries its fee limit, also a limit of zero', async () => {
  const invoice = await makeInvoice()
  peer.node.plan(invoice.paymentHash, { ends: 'settled', feeMsat: 1n })
  expect(await source.pay({ ...orderFor(invoice), mark: '0', feeLimitMsat: msat(0) })).toMatchObject({
    status: 'failed',
  })
  expect(await source.pay({ ...orderFor(invoice), feeLimitMsat: msat(1) })).toMatchObject({ status: 'settled' })
})

test('a look-up finds every hash, whatever its bytes are in base64', async () => {
  // Zeros, then all bits: no sign of base64, its two special ones.
  for (const paymentHash of ['00'.repeat(32), 'ff'.repeat(32), 'fb'.repeat(32)]) {
    expect(await source.outgoingStatus({ paymentHash, attemptId: 'none' })).toMatchObject({ status: 'not_found' })
  }
})

test('a look-up that is rejected, lost or unreadable changes nothing', async () => {
  const invoice = await makeInvoice()
  const status = () => source.outgoingStatus(orderFor(invoice))
  const faults = [
    { do: 'lose-answer' },
    { do: 'deny', status: 500 },
    { do: 'garble' },
    { do: 'answer', text: '' },
    { do: 'answer', status: 404, text: '<html>not found</html>' },
  ] as const
  for (const fault of faults) {
    peer.server.plan('GET /v2/router/track', fault)
    await expect(status()).rejects.toThrow()
  }
  expect(await status()).toMatchObject({ status: 'not_found' })
})

test('a locked or starting node has sent nothing', async () => {
  const invoice = await makeInvoice()
  peer.mood.startingUp = 'wallet locked, unlock it to enable full RPC access'
  expect(await source.pay(orderFor(invoice))).toMatchObject({ status: 'not_sent' })
  await expect(source.outgoingStatus(orderFor(invoice))).rejects.toThrow(/wallet locked/)
  peer.mood.startingUp = undefined
})

test('an invoice that differs from the request is rejected and never returned', async () => {
  const wrong = peer.node.own.sign({ amountMsat: 5n })
  const foreign = await peer.node.outside.makeInvoice(msat(21_000))
  for (const { bolt11 } of [wrong, foreign, { bolt11: 'no invoice' }]) {
    peer.server.plan(peer.invoiceCall, { do: 'answer', text: JSON.stringify({ payment_request: bolt11 }) })
    const request = { amountMsat: msat(21_000), memo: '', expirySeconds: 60, createdAt: 0 }
    await expect(source.createInvoice(request)).rejects.toThrow()
  }
})
