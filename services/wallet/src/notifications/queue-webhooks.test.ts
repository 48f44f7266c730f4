import { msat } from '@satchel/money/units'
import { describe, expect, test } from 'vitest'
import { openTestNotifications } from '../../test/world/notifications/open-test-notifications.ts'
import { happen } from '../../test/world/notifications/test-commands.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import type { Delivery } from './delivery-store.ts'
import { listWalletDeliveries } from './delivery-store.ts'
import { oweDeliveries } from './webhook-commands.ts'

const WEBHOOK = 'https://shop.example/paid'

describe.each(LOGIC_DIALECTS)('webhook outbox on %s', (dialect) => {
  async function openQueue() {
    const world = await openTestNotifications(dialect)
    const wallet = await world.openWallet()
    const owed = (): Promise<Delivery[]> => listWalletDeliveries(world.db, wallet.id, { limit: 100, offset: 0 })
    const cursor = () =>
      world.db.first(`SELECT value FROM cursors WHERE name = 'webhooks'`, [], (row: { value: string }) => row.value)
    return { world, wallet, owed, cursor }
  }

  test('a received payment with a webhook queues one call with all its data, and never the preimage', async () => {
    const { world, wallet, owed } = await openQueue()
    const preimage = 'ab'.repeat(32)
    const extra = '{"tag":"till","n":1}'
    const paid = await world.pay(wallet, { webhook: WEBHOOK, memo: 'Tea ☕', extra, preimage })
    await world.queue()
    const [delivery, ...others] = await owed()
    expect(others).toEqual([])
    expect(delivery).toMatchObject({ url: WEBHOOK, state: 'waiting', attempts: 0, dueAt: world.now })
    expect(JSON.parse(delivery?.body ?? '')).toEqual({
      payment_hash: paid.paymentHash,
      payment_request: 'lnbcrt1example',
      checking_id: paid.checkingId,
      wallet_id: wallet.id,
      // 21 500 msat, towards zero.
      amount: 21,
      fee: 0,
      memo: 'Tea ☕',
      status: 'success',
      time: paid.createdAt,
      extra: { tag: 'till', n: 1 },
    })
    expect(delivery?.body).not.toContain(preimage)
  })

  test('a sent payment queues one call when it is final, with the reason if it failed', async () => {
    const { world, wallet, owed } = await openQueue()
    const sent = { webhook: WEBHOOK, direction: 'out' } as const
    await world.pay(wallet, { ...sent, kind: 'payment-sent' })
    await world.pay(wallet, { ...sent, kind: 'payment-failed', state: 'failed' })
    await world.queue()
    await world.queue()
    const states = (await owed()).map(({ body }) => String(JSON.parse(body).status))
    expect(states.toSorted()).toEqual(['failed', 'success'])
  })

  test('a payment without a webhook, or an unpaid one, queues nothing', async () => {
    const { world, wallet, owed } = await openQueue()
    await world.pay(wallet)
    await world.pay(wallet, { webhook: WEBHOOK, kind: 'invoice-expired', state: 'expired' })
    await world.pay(wallet, { webhook: WEBHOOK, kind: 'invoice-cancelled', state: 'failed' })
    await world.pay(wallet, { webhook: WEBHOOK, kind: 'payment-held', state: 'held' })
    await world.pay(wallet, { kind: 'payment-sent', direction: 'out' })
    await world.queue()
    expect(await owed()).toEqual([])
  })

  test('payments credited while no follower ran have their webhook queued after the start, once only (A51)', async () => {
    const { world, wallet, owed, cursor } = await openQueue()
    for (let index = 0; index < 60; index += 1) await world.pay(wallet, { webhook: WEBHOOK })
    await world.queue()
    const first = await owed()
    expect(first).toHaveLength(60)
    expect(Number(await cursor())).toBeGreaterThanOrEqual(60)
    await world.queue()
    expect(await owed()).toEqual(first)
    await world.pay(wallet, { webhook: WEBHOOK })
    await world.queue()
    expect(await owed()).toHaveLength(61)
  })

  test('two concurrent followers queue each call once', async () => {
    const { world, wallet, owed } = await openQueue()
    for (let index = 0; index < 10; index += 1) await world.pay(wallet, { webhook: WEBHOOK })
    await Promise.all([world.queue(), world.queue()])
    expect(new Set((await owed()).map(({ checkingId }) => checkingId)).size).toBe(10)
    expect(await owed()).toHaveLength(10)
  })

  test('the cursor never moves back', async () => {
    const { world, cursor } = await openQueue()
    await world.db.transact(oweDeliveries, { deliveries: [], cursor: 12n, now: 1 })
    await world.db.transact(oweDeliveries, { deliveries: [], cursor: 9n, now: 1 })
    expect(await cursor()).toBe('12')
  })

  test('a long range without webhooks is read once, not at every start', async () => {
    const { world, wallet, cursor } = await openQueue()
    const { checkingId } = await world.pay(wallet, { amountMsat: msat(1000n) })
    const events = Array.from({ length: 1100 }, () => ({
      kind: 'payment-received' as const,
      walletId: wallet.id,
      checkingId,
    }))
    await world.db.transact(happen, { events, at: 1 })
    await world.queue()
    expect(Number(await cursor())).toBeGreaterThanOrEqual(1000)
  })
})
