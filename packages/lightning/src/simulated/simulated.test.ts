import { msat } from '@satchel/money/units'
import { expect, test } from 'vitest'
import { newOrder } from '../../world/contract/contract-world.ts'
import { fundingSourceContract } from '../../world/contract/funding-source.contract.ts'
import { openTestNode } from '../../world/simulated/open-test-node.ts'
import { openSimulatedNode } from './open-simulated-node.ts'

fundingSourceContract('simulated', async () => {
  const { node, sendControl, foreignInvoice, close } = await openTestNode()
  const script = (hash: string, step: object): Promise<unknown> =>
    sendControl('POST /script', { match: { hash }, pay: [step] })
  return {
    source: node,
    outside: {
      makeInvoice: (amountMsat) =>
        foreignInvoice({ amount_msat: amountMsat === undefined ? undefined : Number(amountMsat) }),
      setFee: async (hash, feeMsat) => void (await script(hash, { do: 'settle', fee_msat: Number(feeMsat) })),
      refusePayment: async (hash) => void (await script(hash, { do: 'fail' })),
      payOurInvoice: async (bolt11, chosenMsat) =>
        void (await sendControl('POST /receive', { bolt11, amount_msat: chosenMsat && Number(chosenMsat) })),
      expireHeld: async (hash) => void (await sendControl('POST /expire_htlc', { hash })),
    },
    close,
  }
})

test('the keys and the balance are those of the journal', async () => {
  const { node, journalFile, foreignInvoice, close } = await openTestNode()
  await node.pay(newOrder(await foreignInvoice()))
  const again = await openSimulatedNode({ journalFile })
  expect(again.nodeKey).toBe(node.nodeKey)
  expect(again.foreignNodeKey).toBe(node.foreignNodeKey)
  expect(again.nodeKey).not.toBe(again.foreignNodeKey)
  expect(await again.balance()).toBe(1_000_000_000_000n - 50_000n)
  await again.close()
  await close()
})

test('without a script a payment settles immediately and free of charge', async () => {
  const { node, foreignInvoice, truth, close } = await openTestNode()
  const invoice = await foreignInvoice()
  expect(await node.pay(newOrder(invoice))).toMatchObject({ status: 'settled', feeMsat: 0n })
  expect((await truth()).sent).toMatchObject([
    { hash: invoice.paymentHash, amount: 50_000, fee: 0, calls: 1, limit: 10_000 },
  ])
  await close()
})

test('a settled hash is answered again without a second send, a failed one is tried again', async () => {
  const { node, foreignInvoice, scripted, truth, close } = await openTestNode()
  const paid = await foreignInvoice()
  const first = await node.pay(newOrder(paid))
  expect(await node.pay(newOrder(paid))).toEqual(first)
  expect((await truth()).sent).toMatchObject([{ hash: paid.paymentHash, calls: 2 }])

  const retried = await scripted({ pay: ['fail', { do: 'settle', fee_msat: 5 }] })
  expect(await node.pay(retried)).toMatchObject({ status: 'failed' })
  expect(await node.pay(retried)).toMatchObject({ status: 'failed' })
  expect(await node.pay({ ...retried, attemptId: 'second' })).toMatchObject({ status: 'settled', feeMsat: 5n })
  expect(await node.outgoingStatus(retried)).toMatchObject({ status: 'failed', attemptId: retried.attemptId })
  expect((await truth()).sent.map(({ calls }) => calls)).toEqual([2, 3])
  await close()
})

test('a second attempt while one is in flight is not sent', async () => {
  const { node, scripted, sendControl, truth, close } = await openTestNode()
  const order = await scripted({ pay: ['throw'] })
  await expect(node.pay(order)).rejects.toThrow()
  expect(await node.pay({ ...order, attemptId: 'second' })).toEqual({ status: 'pending' })
  expect(await node.outgoingStatus({ ...order, attemptId: 'second' })).toEqual({ status: 'pending' })
  await sendControl('POST /settle', { hash: order.paymentHash, fee_msat: 7 })
  expect((await truth()).sent).toMatchObject([{ fee: 7, calls: 2 }])
  await close()
})

test('a payment that no node would try fails immediately', async () => {
  const { node, foreignInvoice, ownInvoice, sendControl, truth, close } = await openTestNode()
  const reasonFor = async (invoice: { bolt11: string; paymentHash: string }): Promise<unknown> =>
    node.pay(newOrder(invoice))
  expect(await reasonFor(await ownInvoice())).toEqual({
    status: 'failed',
    reason: 'own_invoice',
    nodeAnswer: 'self_payment',
  })
  expect(await reasonFor(await foreignInvoice({ hrp: 'bc' }))).toEqual({
    status: 'failed',
    reason: 'invoice_refused',
    nodeAnswer: 'wrong_network',
  })
  expect(await reasonFor(await foreignInvoice({ hash: 'ab'.repeat(32) }))).toEqual({
    status: 'failed',
    reason: 'no_route',
    nodeAnswer: 'no_route',
  })
  expect(await reasonFor(await foreignInvoice({ mutate: 'bad_sig' }))).toEqual({
    status: 'failed',
    reason: 'invoice_refused',
    nodeAnswer: 'invalid_invoice',
  })
  expect(await reasonFor(await foreignInvoice({ amount_msat: undefined }))).toEqual({
    status: 'failed',
    reason: 'amount_missing',
    nodeAnswer: 'amount_missing',
  })
  expect(await reasonFor(await foreignInvoice({ amount_msat: 2_000_000_000_000 }))).toEqual({
    status: 'failed',
    reason: 'node_cannot_send',
    nodeAnswer: 'insufficient_balance',
  })
  expect((await truth()).failed.length).toBe(6)
  expect((await node.sendControl('POST /receive', { hash: 'ab'.repeat(32) })).status).toBe(404)
  await sendControl('POST /up')
  await close()
})

test('invoices expire by the clock of the service', async () => {
  let time = 1_500_000_000_000
  const { node, foreignInvoice, ownInvoice, sendControl, close } = await openTestNode({ clock: () => time })
  const theirs = await foreignInvoice({ expiry: 60 })
  const ours = await ownInvoice({ createdAt: 1_500_000_000, expirySeconds: 60 })
  time += 60_000
  expect(await node.pay(newOrder(theirs))).toMatchObject({ status: 'failed', reason: 'invoice_expired' })
  expect((await node.sendControl('POST /receive', { hash: ours.paymentHash })).status).toBe(400)
  await sendControl('POST /receive', { hash: ours.paymentHash, force: true })
  expect(await node.incomingStatus(ours.paymentHash)).toEqual({ status: 'settled', amountMsat: msat(21_000) })
  await close()
})
