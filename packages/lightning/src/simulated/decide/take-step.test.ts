import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrder } from '../../../world/contract/contract-world.ts'
import { openTestNode, type TestNode, watch } from '../../../world/simulated/open-test-node.ts'

const SOON = { timeout: 5_000, interval: 5 }

let world: TestNode
beforeAll(async () => {
  world = await openTestNode()
})
afterAll(() => world.close())

test('steps are used in order and the last repeats, lookups for each hash', async () => {
  const order = await world.scripted({ pay: ['throw'], lookup: ['not_found', 'pending', 'truth'] })
  await world.node.pay(order).catch(() => 'as scripted')
  await world.sendControl('POST /settle', { hash: order.paymentHash, fee_msat: 1 })
  const seen: string[] = []
  for (let round = 0; round < 4; round += 1) seen.push((await world.node.outgoingStatus(order)).status)
  expect(seen).toEqual(['not_found', 'pending', 'settled', 'settled'])
})

test('a script for any or for the n-th call; the one for the hash goes first', async () => {
  await world.sendControl('POST /script', { match: 'any', pay: [{ do: 'fail', code: 'any' }], lookup: 'error' })
  await world.sendControl('POST /script', {
    match: { nth: 2 },
    pay: [{ do: 'fail', code: 'second' }],
    lookup: 'pending',
  })
  const own = await world.scripted({ pay: [{ do: 'fail', code: 'own' }] })
  const orders = [await world.foreignInvoice(), await world.foreignInvoice()].map(newOrder)
  const reasons: unknown[] = []
  for (const order of [own, ...orders]) reasons.push(await world.node.pay(order))
  expect(reasons).toMatchObject([{ nodeAnswer: 'own' }, { nodeAnswer: 'second' }, { nodeAnswer: 'any' }])
  expect(await world.node.outgoingStatus(orders[0] as typeof own)).toEqual({ status: 'pending' })
  await expect(world.node.outgoingStatus(orders[1] as typeof own)).rejects.toThrow()
  await world.sendControl('POST /script', { match: { any: true }, pay: [], lookup: [] })
  expect(await world.node.pay(newOrder(await world.foreignInvoice()))).toMatchObject({ status: 'settled' })
})

test('lookups lie as scripted', async () => {
  const lookup = ['pending', { do: 'settled', fee_msat: 8 }, { do: 'failed', code: 'x' }, 'stale_failed', 'not_found']
  const order = await world.scripted({ pay: ['throw'], lookup: [...lookup, 'error', 'hang', 'truth'] })
  await world.node.pay(order).catch(() => 'as scripted')
  const answers: unknown[] = []
  for (const _ of lookup) answers.push(await world.node.outgoingStatus(order))
  expect(answers).toMatchObject([
    { status: 'pending' },
    { status: 'settled', feeMsat: 8n },
    { status: 'failed', reason: 'not_delivered', nodeAnswer: 'x', attemptId: order.attemptId },
    { status: 'failed', attemptId: `before-${order.attemptId}` },
    { status: 'not_found' },
  ])
  await expect(world.node.outgoingStatus(order)).rejects.toThrow()
  const hanging = watch(world.node.outgoingStatus(order))
  expect(await world.node.outgoingStatus(order)).toEqual({ status: 'pending' })
  expect(hanging.state()).toBe('waiting')
})

test('a stale failure names the earlier attempt where there was one', async () => {
  const order = await world.scripted({ pay: ['fail', 'throw'], lookup: 'stale_failed' })
  await world.node.pay(order)
  const second = { ...order, attemptId: 'second' }
  await world.node.pay(second).catch(() => 'as scripted')
  expect(await world.node.outgoingStatus(second)).toMatchObject({ status: 'failed', attemptId: order.attemptId })
})

test('create: refuse makes nothing, accepted makes it and loses the answer, throw and hang do nothing unless done', async () => {
  const hashes = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(64))
  const steps = ['refuse', 'accepted', 'throw', 'hang', { do: 'throw', done: true }]
  const created = []
  for (const [index, hash] of hashes.entries()) {
    await world.sendControl('POST /script', { match: { hash }, create: steps[index] })
    created.push(watch(world.ownInvoice({ holdHash: hash })))
  }
  const statuses = []
  for (const hash of hashes) statuses.push((await world.node.incomingStatus(hash)).status)
  expect(statuses).toEqual(['unknown', 'open', 'unknown', 'unknown', 'open'])
  expect(created.map(({ state }) => state())).toEqual(['rejected', 'rejected', 'rejected', 'waiting', 'rejected'])
})

test('create: a barrier holds until released; the n-th create can be selected', async () => {
  await world.sendControl('POST /script', { match: { nth: 2 }, create: [{ do: 'barrier', name: 'create' }] })
  await world.ownInvoice()
  const second = watch(world.ownInvoice())
  await world.ownInvoice()
  expect(second.state()).toBe('waiting')
  await world.sendControl('POST /release', { name: 'create' })
  await expect.poll(second.state, SOON).toBe('answered')
})

test('close: refused leaves the invoice open, accepted means an outside payer was faster', async () => {
  const refused = await world.ownInvoice()
  await world.sendControl('POST /script', { match: { hash: refused.paymentHash }, close: ['refuse', 'ok'] })
  expect(await world.node.closeInvoice(refused.paymentHash)).toBe('refused')
  expect(await world.node.incomingStatus(refused.paymentHash)).toEqual({ status: 'open' })
  expect(await world.node.closeInvoice(refused.paymentHash)).toBe('closed')
  const paid = await world.ownInvoice()
  await world.sendControl('POST /script', { match: { hash: paid.paymentHash }, close: 'accepted' })
  expect(await world.node.closeInvoice(paid.paymentHash)).toBe('paid')
  expect(await world.node.incomingStatus(paid.paymentHash)).toEqual({ status: 'settled', amountMsat: 21_000n })
})

test('close: hang and throw leave it open, a barrier closes after the release', async () => {
  const invoice = await world.ownInvoice()
  const close = ['hang', 'throw', { do: 'barrier', name: 'close' }]
  await world.sendControl('POST /script', { match: { hash: invoice.paymentHash }, close })
  const calls = [1, 2, 3].map(() => watch(world.node.closeInvoice(invoice.paymentHash)))
  expect(await world.node.incomingStatus(invoice.paymentHash)).toEqual({ status: 'open' })
  expect(calls.map(({ state }) => state())).toEqual(['waiting', 'rejected', 'waiting'])
  await world.sendControl('POST /release', { name: 'close' })
  await expect.poll(() => calls[2]?.value(), SOON).toBe('closed')
  expect(calls[0]?.state()).toBe('waiting')
})

test('settle and cancel of a hold: refuse, throw, accepted, hang, barrier', async () => {
  const preimage = 'ab'.repeat(32)
  const { hash } = await world.sendControl<{ hash: string }>('POST /invoice', { preimage })
  await world.ownInvoice({ holdHash: hash })
  await world.sendControl('POST /receive', { hash })
  const settle = ['refuse', 'throw', 'hang', { do: 'barrier', name: 'settle' }, 'accepted', 'ok']
  await world.sendControl('POST /script', { match: { hash }, settle, cancel: ['refuse', 'throw', 'ok'] })
  await expect(world.node.cancelHold(hash)).rejects.toThrow()
  await expect(world.node.cancelHold(hash)).rejects.toThrow()
  const calls = [1, 2, 3, 4].map(() => watch(world.node.settleHold(preimage)))
  expect(await world.node.incomingStatus(hash)).toMatchObject({ status: 'held' })
  expect(calls.map(({ state }) => state())).toEqual(['rejected', 'rejected', 'waiting', 'waiting'])
  await world.sendControl('POST /release', { name: 'settle' })
  await expect.poll(() => calls[3]?.state(), SOON).toBe('rejected')
  expect(await world.node.incomingStatus(hash)).toMatchObject({ status: 'settled' })
  expect(await world.node.settleHold(preimage)).toBe('settled')
  expect(await world.node.cancelHold(hash)).toBe('settled')
})
