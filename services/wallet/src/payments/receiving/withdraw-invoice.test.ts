import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('withdrawing an invoice, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterEach(async () => expect(await world.violations()).toEqual([]))
  afterAll(() => world.close())

  const withdraw = (wallet: WorldWallet, id: string, key = wallet.adminKey) =>
    world.call('DELETE', `/api/v1/payments/${id}?withdraw=true`, { key })
  const stateOf = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body.status

  test('it can no longer be paid, inside or outside, and is listed as failed with its reason', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(1000)]
    const invoice = await world.invoice(payee, 21)
    expect((await withdraw(payee, invoice.checking_id)).body).toEqual({ detail: 'Invoice withdrawn' })
    expect((await withdraw(payee, invoice.checking_id)).status).toBe(200)
    expect((await world.send(payer, invoice.bolt11)).status).toBe(400)
    const { body } = await world.call('GET', '/api/v1/payments?status=failed', { key: payee.invoiceKey })
    expect(body).toMatchObject([{ checking_id: invoice.checking_id, failure: 'The invoice was withdrawn.' }])
    expect(await world.balanceMsat(payer)).toBe(1_000_000)
  })

  test('a payment that still reaches the node is credited', async () => {
    const payee = await world.openWallet()
    const invoice = await world.invoice(payee, 21)
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash, notify: 'none' })
    expect((await withdraw(payee, invoice.checking_id)).status).toBe(200)
    await world.tick()
    expect([await stateOf(payee, invoice.checking_id), await world.balanceMsat(payee)]).toEqual(['success', 21_000])
    expect((await withdraw(payee, invoice.checking_id)).body.code).toBe('invoice_paid')
  })

  test('a paid or expired invoice, and an outgoing payment, cannot be withdrawn', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(1000)]
    const paid = await world.invoice(payee, 5)
    const sent = await world.send(payer, paid.bolt11)
    const old = await world.invoice(payee, 6, { expiry: 1 })
    world.advance(30)
    await world.tick()
    expect((await withdraw(payee, paid.checking_id)).body.code).toBe('invoice_paid')
    expect((await withdraw(payee, old.checking_id)).body.code).toBe('payment_over')
    expect((await withdraw(payer, sent.body.checking_id)).body.code).toBe('not_a_hold_invoice')
    expect((await withdraw(payee, paid.checking_id, payee.invoiceKey)).status).toBe(403)
    expect((await withdraw(payer, old.checking_id)).status).toBe(404)
  })

  test('a payer inside and the owner concurrently: one of them succeeds, and the money is in one place', async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(1000)]
    for (let round = 0; round < 5; round += 1) {
      const invoice = await world.invoice(payee, 10)
      const [sent, ended] = await Promise.all([world.send(payer, invoice.bolt11), withdraw(payee, invoice.checking_id)])
      expect([sent.status, ended.status].toSorted((a, b) => a - b)).toEqual(
        sent.status === 201 ? [201, 400] : [200, 400],
      )
      expect(await stateOf(payee, invoice.checking_id)).toBe(sent.status === 201 ? 'success' : 'failed')
    }
  })

  test('withdrawn by several concurrent requests, it fails once', async () => {
    const payee = await world.openWallet()
    const invoice = await world.invoice(payee, 21)
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(payee, invoice.checking_id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const counted = await world.db.list(
      `SELECT created, success, failed FROM payment_counts WHERE wallet_id = $1 AND direction = 'in'`,
      [payee.id],
      (row: Record<string, bigint>) => [row['created'], row['success'], row['failed']],
    )
    expect(counted).toEqual([[1n, 0n, 1n]])
  })

  test('a payer outside and the owner concurrently: the receipt of the node is in the wallet, once', async () => {
    const payee = await world.openWallet()
    for (let round = 1; round <= 5; round += 1) {
      const invoice = await world.invoice(payee, 10)
      const paid = world.node.sendControl('POST /receive', { hash: invoice.payment_hash })
      await Promise.allSettled([paid, withdraw(payee, invoice.checking_id), withdraw(payee, invoice.checking_id)])
      await world.tick()
      const arrived = await world.db.list(
        'SELECT 1 AS one FROM receipts WHERE payment_hash = $1',
        [invoice.payment_hash],
        () => true,
      )
      expect(await stateOf(payee, invoice.checking_id)).toBe(arrived.length === 1 ? 'success' : 'failed')
    }
    const { body } = await world.call('GET', '/api/v1/payments?status=success', { key: payee.invoiceKey })
    expect(await world.balanceMsat(payee)).toBe(body.length * 10_000)
  })
})
