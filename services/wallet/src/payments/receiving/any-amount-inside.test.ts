import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

interface Made {
  readonly bolt11: string
  readonly payment_hash: string
  readonly checking_id: string
}

describe.each(DIALECTS)('an invoice without an amount that a wallet of this service pays, on %s', (dialect) => {
  let world: World
  let payer: WorldWallet
  let payee: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_MAX_PAYMENT_SATS: '5000' } })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  const make = async (more: object = {}): Promise<Made> => {
    const body = { out: false, any_amount: true, ...more }
    return (await world.call('POST', '/api/v1/payments', { key: payee.invoiceKey, body })).body
  }
  /** A payer with 1000 sat, and the node's answer to the closing of the invoice. */
  const prepare = async (...close: (string | object)[]): Promise<Made> => {
    ;[payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const invoice = await make()
    if (close.length > 0) await world.node.sendControl('POST /script', { match: { hash: invoice.payment_hash }, close })
    return invoice
  }
  const balances = async () => [await world.balanceMsat(payer), await world.balanceMsat(payee)]
  const look = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body
  const receive = (body: object) => world.node.sendControl('POST /receive', body)

  test('the payer chooses the amount: both sides have it, immediately and without a fee (A4)', async () => {
    const invoice = await prepare()
    const sent = await world.send(payer, invoice.bolt11, { amount: 400 })
    expect(sent.status).toBe(201)
    expect(await balances()).toEqual([600_000, 400_000])
    const got = { status: 'success', details: { amount: 400, amount_msat: 400_000, fee: 0, any_amount: true } }
    expect(await look(payee, invoice.checking_id)).toMatchObject(got)
    expect(await look(payer, sent.body.checking_id)).toMatchObject({
      status: 'success',
      details: { amount: -400, fee: 0 },
    })
    expect((await receive({ hash: invoice.payment_hash, amount_msat: 7000 })).status).toBe(400)
    expect(await receive({ hash: invoice.payment_hash, amount_msat: 7000, force: true })).toMatchObject({ status: 200 })
    await world.tick()
    expect(await balances()).toEqual([600_000, 400_000])
  })

  test('without an amount, above the maximum, or above the balance, the payer is rejected and the invoice waits', async () => {
    const invoice = await prepare()
    for (const [more, status, code] of [
      [{}, 400, 'amount_missing'],
      [{ amount: 0 }, 422, 'amount_too_small'],
      [{ amount: 5001 }, 400, 'amount_too_large'],
      [{ amount: 1001 }, 400, 'insufficient_balance'],
    ] as const) {
      expect(await world.send(payer, invoice.bolt11, more)).toMatchObject({ status, body: { code } })
    }
    expect(await look(payee, invoice.checking_id)).toMatchObject({ status: 'pending', details: { amount_msat: 0 } })
    expect((await world.send(payer, invoice.bolt11, { amount: 1000 })).status).toBe(201)
    expect(await balances()).toEqual([0, 1_000_000])
    expect((await world.send(payer, invoice.bolt11, { amount: 1 })).body.code).toBe('invoice_paid')
  })

  test('concurrent payers with different amounts: one of them pays, and the payee has that amount (A5)', async () => {
    const invoice = await prepare()
    const payers = await Promise.all(Array.from({ length: 8 }, () => world.openWallet(100)))
    const answers = await Promise.all(
      payers.map((each, index) => world.send(each, invoice.bolt11, { amount: index + 1 })),
    )
    const winners = answers.flatMap(({ status }, index) => (status === 201 ? [index + 1] : []))
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
    expect(await world.balanceMsat(payee)).toBe((winners[0] ?? 0) * 1000)
  })

  test('an outside payment while the invoice is being closed refunds the inside payer, and is credited (C3)', async () => {
    const invoice = await prepare('accepted')
    expect((await world.send(payer, invoice.bolt11, { amount: 400 })).body.code).toBe('invoice_paid')
    await world.tick()
    // The amount that the simulated node receives for an invoice without an amount.
    expect(await balances()).toEqual([1_000_000, 1000])
    expect(await look(payee, invoice.checking_id)).toMatchObject({ paid: true, details: { amount_msat: 1000 } })
  })

  test('a payee without room refunds the payer, and the invoice can be paid with less', async () => {
    const invoice = await prepare()
    await world.restart({ SERVICE_MAX_BALANCE_SATS: '500' })
    expect(await world.send(payer, invoice.bolt11, { amount: 501 })).toMatchObject({ body: { code: 'wallet_full' } })
    expect((await world.send(payer, invoice.bolt11, { amount: 500 })).status).toBe(201)
    expect(await balances()).toEqual([500_000, 500_000])
    await world.restart()
  })

  test('a wallet may pay its own invoice, and a copy with another amount is rejected (A41)', async () => {
    const invoice = await prepare()
    expect((await world.send(payee, invoice.bolt11, { amount: 1 })).status).toBe(400)
    const { body: copy } = await world.node.sendControl('POST /invoice', {
      hash: invoice.payment_hash,
      key: 'foreign',
      amount_msat: 1000,
    })
    expect(await world.send(payer, (copy as Made).bolt11)).toMatchObject({
      status: 400,
      body: { code: 'invoice_altered' },
    })
    await world.send(payer, invoice.bolt11, { amount: 300 })
    const own = await make()
    expect((await world.send(payee, own.bolt11, { amount: 300 })).status).toBe(201)
    expect(await balances()).toEqual([700_000, 300_000])
  })
})
