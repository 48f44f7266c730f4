import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { findHalt } from '../../ledger/halt.ts'
import { findOutgoing } from '../states/payment-store.ts'

describe.each(DIALECTS)('hold invoices with the hash of an invoice of another node, on %s', (dialect) => {
  let world: World
  let maker: WorldWallet
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  /** Another node's invoice over 100 sat, and a hold invoice on its hash that is made here. */
  const openBoth = async (holdSat = 1) => {
    maker = await world.openWallet()
    payer = await world.openWallet(1000)
    const real = await world.foreignInvoice(100_000)
    const hold = (await world.invoice(maker, holdSat, { payment_hash: real.hash })) as {
      readonly checking_id: string
      readonly payment_request: string
    }
    return { real, hold }
  }
  const cancelHold = async ({ checking_id }: { readonly checking_id: string }) =>
    (await world.call('DELETE', `/api/v1/payments/${checking_id}`, { key: maker.adminKey })).status
  const statusOf = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.status as string
  const sentTruth = async (hash: string): Promise<number> => {
    const { sent } = (await world.node.sendControl('GET /truth')).body as { sent: { hash: string }[] }
    return sent.filter((row) => row.hash === hash).length
  }
  const isPaidOutside = async (real: { readonly bolt11: string; readonly hash: string }): Promise<void> => {
    const answer = await world.send(payer, real.bolt11)
    expect([answer.status, answer.body.detail]).toEqual([201, undefined])
    expect(await statusOf(payer, answer.body.checking_id)).toBe('success')
    expect(await world.balanceMsat(payer)).toBe(900_000)
    expect(await sentTruth(real.hash)).toBe(1)
  }

  test('the real invoice is paid outside while the hold invoice is open, which is unchanged', async () => {
    const { real, hold } = await openBoth()
    await isPaidOutside(real)
    expect(await statusOf(maker, hold.checking_id)).toBe('pending')
    expect(await world.balanceMsat(maker)).toBe(0)
    expect(await cancelHold(hold)).toBe(200)
  })

  test('the real invoice is paid outside after the hold invoice was cancelled, or has expired', async () => {
    const cancelled = await openBoth()
    expect(await cancelHold(cancelled.hold)).toBe(200)
    await isPaidOutside(cancelled.real)
    const expired = await openBoth()
    world.advance(3700)
    await world.tick()
    const later = await world.foreignInvoice(100_000, { preimage: expired.real.preimage })
    expect(later.hash).toBe(expired.real.hash)
    await isPaidOutside(later)
  })

  test('the real invoice is paid outside after the creator of the hold invoice is deleted with its text', async () => {
    const { real, hold } = await openBoth()
    expect(await cancelHold(hold)).toBe(200)
    await writeDirectly(world, `UPDATE payments SET bolt11 = '' WHERE checking_id = '${hold.checking_id}'`)
    await isPaidOutside(real)
  })

  test('the real invoice is paid outside while an outside payment of the hold invoice is held', async () => {
    const { real, hold } = await openBoth()
    await world.node.sendControl('POST /receive', { hash: real.hash })
    await world.tick()
    await isPaidOutside(real)
    expect(await cancelHold(hold)).toBe(200)
    expect(await world.balanceMsat(maker)).toBe(0)
  })

  test('a held inside payment of the hold invoice does not prevent paying the real invoice', async () => {
    const { real, hold } = await openBoth()
    const accomplice = await world.openWallet(10)
    const inside = await world.send(accomplice, hold.payment_request)
    expect(inside.status).toBe(201)
    expect(await statusOf(accomplice, inside.body.checking_id)).toBe('pending')
    await isPaidOutside(real)
    expect(await findOutgoing(world.db, real.hash)).toMatchObject({ state: 'success', walletId: payer.id })
    expect(await cancelHold(hold)).toBe(200)
    expect(await world.balanceMsat(accomplice)).toBe(10_000)
    await world.tick()
  })

  test('with the real invoice in flight, the hold invoice is paid inside as before, and each of them once', async () => {
    const { real, hold } = await openBoth()
    await world.node.sendControl('POST /script', { match: { hash: real.hash }, pay: ['hang'] })
    const outside = await world.send(payer, real.bolt11)
    expect(outside.status).toBe(201)
    expect((await world.send(payer, real.bolt11)).status).toBe(400)
    const inside = await world.send(payer, hold.payment_request)
    expect(inside.status).toBe(201)
    expect((await world.send(payer, hold.payment_request)).status).toBe(400)
    await world.node.sendControl('POST /settle', { hash: real.hash })
    world.advance(60)
    await world.tick()
    expect(await statusOf(payer, outside.body.checking_id)).toBe('success')
    expect(await statusOf(payer, inside.body.checking_id)).toBe('pending')
    expect((await world.send(payer, real.bolt11)).status).toBe(400)
    const settled = await world.call('PUT', `/api/v1/payments/${hold.checking_id}`, {
      key: maker.adminKey,
      body: { preimage: real.preimage },
    })
    expect(settled.status).toBe(200)
    expect(await world.balanceMsat(maker)).toBe(1000)
    expect(await world.balanceMsat(payer)).toBe(899_000)
  })

  test('the creator may pay the real invoice with its own wallet and settle the hold with the preimage', async () => {
    const { real, hold } = await openBoth(101)
    await world.node.sendControl('POST /receive', { hash: real.hash })
    await world.tick()
    const paid = await world.send(payer, real.bolt11)
    const { body } = await world.call('GET', `/api/v1/payments/${paid.body.checking_id}`, { key: payer.invoiceKey })
    expect(body.preimage).toBe(real.preimage)
    const settled = await world.call('PUT', `/api/v1/payments/${hold.checking_id}`, {
      key: maker.adminKey,
      body: { preimage: body.preimage },
    })
    expect(settled.status).toBe(200)
    await world.tick()
    expect(await world.balanceMsat(maker)).toBe(101_000)
  })

  test('the real invoice that fails outside is refunded and may be paid again', async () => {
    const { real } = await openBoth()
    await world.node.sendControl('POST /script', { match: { hash: real.hash }, pay: ['fail', 'settle'] })
    expect((await world.send(payer, real.bolt11)).status).toBe(400)
    expect(await world.balanceMsat(payer)).toBe(1_000_000)
    await isPaidOutside(real)
  })

  test('another invoice of our own node with the hash of a hold invoice is rejected, and nothing is paid inside (A41)', async () => {
    const { real, hold } = await openBoth()
    const { body } = await world.node.sendControl('POST /invoice', { amount_msat: 1000, hash: real.hash, key: 'own' })
    const answer = await world.send(payer, (body as { bolt11: string }).bolt11)
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('does not match')])
    expect(await world.balanceMsat(payer)).toBe(1_000_000)
    expect(await statusOf(maker, hold.checking_id)).toBe('pending')
    expect(await cancelHold(hold)).toBe(200)
    expect((await world.send(payer, (body as { bolt11: string }).bolt11)).status).toBe(400)
  })

  test('a copy of a hold invoice whose preimage the service keeps is rejected, no matter which node signed it (A41)', async () => {
    maker = await world.openWallet()
    payer = await world.openWallet(1000)
    const hold = await world.invoice(maker, 5, { hold: true })
    const { bolt11 } = await world.foreignInvoice(1000, { hash: hold.payment_hash })
    expect((await world.send(payer, bolt11)).status).toBe(400)
    expect(await world.balanceMsat(payer)).toBe(1_000_000)
  })

  describe('a payment that another program makes at the shared node', () => {
    let shared: World
    beforeAll(async () => {
      shared = await openWorld({ dialect, env: { SERVICE_NODE_IS_SHARED: 'true' }, exactBalance: false })
      await shared.tick()
    })
    afterAll(() => shared.close())

    test.each([['open'], ['cancelled']])(
      'is no difference from the books although a hold invoice with its hash is paid inside and %s',
      async (then) => {
        const [owner, accomplice] = [await shared.openWallet(), await shared.openWallet(10)]
        const real = await shared.foreignInvoice(100_000)
        const hold = await shared.invoice(owner, 1, { payment_hash: real.hash })
        expect((await shared.send(accomplice, hold.payment_request)).status).toBe(201)
        if (then === 'cancelled') {
          const path = `/api/v1/payments/${hold.checking_id}`
          expect((await shared.call('DELETE', path, { key: owner.adminKey })).status).toBe(200)
        }
        const { bolt11, hash: paymentHash } = real
        await shared.node.pay({ bolt11, paymentHash, feeLimitMsat: 1000n as never, attemptId: '' })
        await shared.tick()
        await shared.tick()
        expect(await findHalt(shared.db)).toBeUndefined()
        expect(await shared.violations()).toEqual([])
      },
    )
  })
})
