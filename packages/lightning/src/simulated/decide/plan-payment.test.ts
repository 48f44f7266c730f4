import { hash as digest } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestNode, type TestNode, type TruthRow, watch } from '../../../world/simulated/open-test-node.ts'
import type { PayOutcome } from '../../port/funding-source.ts'

const SOON = { timeout: 5_000, interval: 5 }

let world: TestNode
beforeAll(async () => {
  world = await openTestNode()
})
afterAll(() => world.close())

async function whereIs(hash: string): Promise<'sent' | 'failed' | 'open' | 'unknown'> {
  const truth = await world.truth()
  const has = (rows: readonly TruthRow[]): boolean => rows.some((row) => row.hash === hash)
  return (['sent', 'failed', 'open'] as const).find((list) => has(truth[list])) ?? 'unknown'
}

const isPreimageOf = (outcome: PayOutcome, hash: string): boolean =>
  outcome.status === 'settled' && digest('sha256', Buffer.from(outcome.preimage, 'hex')) === hash

test('settle pays the fee after some time; slow is the same without a fee', async () => {
  const order = await world.scripted({ pay: [{ do: 'settle', fee_msat: 12, ms: 30 }] })
  const outcome = await world.node.pay(order)
  expect(outcome).toMatchObject({ status: 'settled', feeMsat: 12n })
  expect(isPreimageOf(outcome, order.paymentHash)).toBe(true)
  const slow = await world.scripted({ pay: [{ do: 'slow', ms: 20 }] })
  expect(await world.node.pay(slow)).toMatchObject({ status: 'settled', feeMsat: 0n })
})

test('fail fails with its code, now or after some time', async () => {
  for (const ms of [0, 20]) {
    const order = await world.scripted({ pay: [{ do: 'fail', code: 'no_liquidity', ms }] })
    expect(await world.node.pay(order)).toMatchObject({ status: 'failed', nodeAnswer: 'no_liquidity' })
    expect(await whereIs(order.paymentHash)).toBe('failed')
  }
})

test('hang never answers, blocks no other call and is decided by /settle', async () => {
  const order = await world.scripted({ pay: ['hang'] })
  const paying = watch(world.node.pay(order))
  expect(await world.node.outgoingStatus(order)).toEqual({ status: 'pending' })
  await world.sendControl('POST /settle', { hash: order.paymentHash, fee_msat: 3 })
  expect(await world.node.outgoingStatus(order)).toMatchObject({ status: 'settled', feeMsat: 3n })
  expect(paying.state()).toBe('waiting')
})

test.each(['throw', 'not_json', 'http500'])('%s throws and leaves the outcome open', async (step) => {
  const order = await world.scripted({ pay: [step] })
  await expect(world.node.pay(order)).rejects.toThrow('Scripted')
  expect(await whereIs(order.paymentHash)).toBe('open')
  await world.sendControl('POST /fail', { hash: order.paymentHash, code: 'gone' })
  expect(await world.node.outgoingStatus(order)).toEqual({
    status: 'failed',
    reason: 'not_delivered',
    nodeAnswer: 'gone',
    attemptId: order.attemptId,
  })
})

test.each(['bad_preimage', 'missing', 'wrong_hash'])(
  '%s claims success without proof; the outcome is open',
  async (step) => {
    const order = await world.scripted({ pay: [step] })
    const outcome = await world.node.pay(order)
    expect(outcome.status).toBe('settled')
    expect(isPreimageOf(outcome, order.paymentHash)).toBe(false)
    expect(await whereIs(order.paymentHash)).toBe('open')
  },
)

test('a step whose answer is lost or nonsense may set the outcome', async () => {
  const settled = await world.scripted({ pay: [{ do: 'http500', truth: 'settled', fee_msat: 9 }] })
  await expect(world.node.pay(settled)).rejects.toThrow()
  expect(await world.node.outgoingStatus(settled)).toMatchObject({ status: 'settled', feeMsat: 9n })
  const failed = await world.scripted({ pay: [{ do: 'bad_preimage', truth: 'failed', ms: 10 }] })
  await world.node.pay(failed)
  await expect.poll(() => whereIs(failed.paymentHash), SOON).toBe('failed')
})

test('unknown is settled but reported only after k lookups', async () => {
  const order = await world.scripted({ pay: [{ do: 'unknown', k: 2, fee_msat: 1 }] })
  await expect(world.node.pay(order)).rejects.toThrow()
  await expect(world.node.outgoingStatus(order)).rejects.toThrow()
  await expect(world.node.outgoingStatus(order)).rejects.toThrow()
  expect(await world.node.outgoingStatus(order)).toMatchObject({ status: 'settled', feeMsat: 1n })
})

test('timeout_then_settle loses the answer and settles later', async () => {
  const order = await world.scripted({ pay: [{ do: 'timeout_then_settle', ms: 40, fee_msat: 2 }] })
  await expect(world.node.pay(order)).rejects.toThrow()
  await expect.poll(() => world.node.outgoingStatus(order), SOON).toMatchObject({ status: 'settled', feeMsat: 2n })
})

test('hang_then_fail never answers and fails later', async () => {
  const order = await world.scripted({ pay: [{ do: 'hang_then_fail', ms: 20, code: 'late' }] })
  const paying = watch(world.node.pay(order))
  await expect
    .poll(() => world.node.outgoingStatus(order), SOON)
    .toMatchObject({ status: 'failed', nodeAnswer: 'late' })
  expect(paying.state()).toBe('waiting')
})

test('needs_fee settles within the limit only; lie_fee takes more than the limit', async () => {
  const within = await world.scripted({ pay: [{ do: 'needs_fee', fee_msat: 10_000 }] })
  expect(await world.node.pay(within)).toMatchObject({ status: 'settled', feeMsat: 10_000n })
  const above = await world.scripted({ pay: [{ do: 'needs_fee', fee_msat: 10_001 }] })
  expect(await world.node.pay(above)).toMatchObject({ status: 'failed', reason: 'fee_limit' })
  const lie = await world.scripted({ pay: [{ do: 'lie_fee', fee_msat: 90_000 }] })
  const before = await world.node.balance()
  expect(await world.node.pay(lie)).toMatchObject({ status: 'settled', feeMsat: 90_000n })
  expect(before - (await world.node.balance())).toBe(140_000n)
})

test('register_late is not found until then, and settled from then on', async () => {
  const order = await world.scripted({
    pay: [
      { do: 'register_late', ms: 60_000 },
      { do: 'register_late', ms: 30 },
    ],
  })
  await expect(world.node.pay(order)).rejects.toThrow()
  expect(await world.node.outgoingStatus(order)).toEqual({ status: 'not_found' })
  expect((await world.truth()).open.find(({ hash }) => hash === order.paymentHash)).toMatchObject({ calls: 1 })
  await world.sendControl('POST /fail', { hash: order.paymentHash })
  const second = { ...order, attemptId: 'second' }
  await expect(world.node.pay(second)).rejects.toThrow()
  await expect.poll(() => world.node.outgoingStatus(second), SOON).toMatchObject({ status: 'settled' })
})

test('contradict says failed and settles later', async () => {
  const order = await world.scripted({ pay: [{ do: 'contradict', ms: 60_000 }] })
  expect(await world.node.pay(order)).toMatchObject({ status: 'failed' })
  expect(await world.node.outgoingStatus(order)).toMatchObject({ status: 'failed', attemptId: order.attemptId })
  await world.sendControl('POST /settle', { hash: order.paymentHash, fee_msat: 4 })
  expect(await world.node.outgoingStatus(order)).toMatchObject({ status: 'settled', feeMsat: 4n })
  const byItself = await world.scripted({ pay: [{ do: 'contradict', ms: 20 }] })
  expect(await world.node.pay(byItself)).toMatchObject({ status: 'failed' })
  await expect.poll(() => world.node.outgoingStatus(byItself), SOON).toMatchObject({ status: 'settled' })
})

test('a barrier is inside the call and continues with the next step, else as usual', async () => {
  const failing = await world.scripted({ pay: [{ do: 'barrier', name: 'a' }, 'fail'] })
  const usual = await world.scripted({ pay: [{ do: 'barrier', name: 'b' }] })
  const [first, second] = [watch(world.node.pay(failing)), watch(world.node.pay(usual))]
  expect(await world.node.outgoingStatus(failing)).toEqual({ status: 'pending' })
  expect((await world.truth()).open.map(({ hash }) => hash)).toContain(usual.paymentHash)
  expect(first.state() + second.state()).toBe('waitingwaiting')
  expect(await world.sendControl('POST /release', { name: 'a' })).toEqual({ name: 'a', payments: 1 })
  await expect.poll(first.value, SOON).toMatchObject({ status: 'failed', reason: 'no_route' })
  expect(second.state()).toBe('waiting')
  await world.sendControl('POST /release', { name: 'b' })
  await expect.poll(second.value, SOON).toMatchObject({ status: 'settled' })
})

test('a released barrier lets later calls through until it is scripted again', async () => {
  const pay = [{ do: 'barrier', name: 'c' }]
  const first = await world.scripted({ pay })
  await world.sendControl('POST /release', { name: 'c' })
  expect(await world.node.pay(first)).toMatchObject({ status: 'settled' })
  const second = await world.scripted({ pay })
  const paying = watch(world.node.pay(second))
  expect(await world.node.outgoingStatus(second)).toEqual({ status: 'pending' })
  expect(paying.state()).toBe('waiting')
  expect((await world.node.sendControl('POST /release', { name: 'never heard of' })).status).toBe(404)
})
