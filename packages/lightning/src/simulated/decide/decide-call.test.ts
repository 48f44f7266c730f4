import { expect, test } from 'vitest'
import { newOrder } from '../../../world/contract/contract-world.ts'
import { openTestNode, watch } from '../../../world/simulated/open-test-node.ts'

const SOON = { timeout: 5_000, interval: 5 }

test('down, refuse: payments are not sent, everything else rejects immediately, until up', async () => {
  const { node, foreignInvoice, ownInvoice, sendControl, truth, close } = await openTestNode()
  const order = newOrder(await foreignInvoice())
  await sendControl('POST /down', { mode: 'refuse' })
  expect(await node.pay(order)).toMatchObject({ status: 'not_sent' })
  await expect(ownInvoice()).rejects.toThrow('refused')
  await expect(node.balance()).rejects.toThrow('refused')
  await expect(node.receiptsSince(undefined, 10)).rejects.toThrow('refused')
  await expect(node.outgoingStatus(order)).rejects.toThrow('refused')
  expect(await truth()).toMatchObject({ sent: [], open: [], failed: [] })
  await sendControl('POST /up')
  expect(await node.pay(order)).toMatchObject({ status: 'settled' })
  await close()
})

test('down, reset: calls throw without an effect', async () => {
  const { node, foreignInvoice, sendControl, truth, close } = await openTestNode()
  const order = newOrder(await foreignInvoice())
  await sendControl('POST /down', { mode: 'reset' })
  await expect(node.pay(order)).rejects.toThrow('reset')
  await sendControl('POST /up')
  expect(await node.outgoingStatus(order)).toEqual({ status: 'not_found' })
  expect(await truth()).toMatchObject({ sent: [], open: [] })
  await close()
})

test('down, hang: no answer until up, then the call goes on; control calls are not delayed', async () => {
  const { node, ownInvoice, sendControl, truth, close } = await openTestNode()
  await sendControl('POST /down', { mode: 'hang' })
  const making = watch(ownInvoice())
  expect(await truth()).toMatchObject({ sent: [] })
  expect(making.state()).toBe('waiting')
  await sendControl('POST /up')
  await expect.poll(making.state, SOON).toBe('answered')
  expect(await node.balance()).toBe(1_000_000_000_000n)
  await close()
})

test('down, slow: every call takes so long, side by side', async () => {
  const { node, sendControl, close } = await openTestNode()
  await sendControl('POST /down', { mode: 'slow', ms: 50 })
  const start = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => node.balance()))
  const took = performance.now() - start
  expect(took).toBeGreaterThan(45)
  expect(took).toBeLessThan(900)
  await close()
})
