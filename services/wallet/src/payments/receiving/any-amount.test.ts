import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { Receipt } from '@satchel/lightning/port/funding-source'
import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { creditReceipt } from './invoice-commands.ts'

describe.each(DIALECTS)('an invoice without an amount, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  const ask = (wallet: WorldWallet, more: object = {}) =>
    world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body: { out: false, any_amount: true, ...more } })
  const make = async (wallet: WorldWallet, more: object = {}) => {
    const { status, body } = await ask(wallet, more)
    expect([status, body.amount, body.any_amount]).toEqual([201, 0, true])
    return body
  }
  const look = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body
  const receive = async (body: object): Promise<void> => {
    expect(await world.node.sendControl('POST /receive', body)).toMatchObject({ status: 200 })
    await world.tick()
  }
  /** At the node, without an event to the service. */
  const arrive = async (hash: string, amountMsat: number): Promise<Receipt[]> => {
    const ask = { hash, amount_msat: amountMsat, notify: 'none', force: true }
    const { body } = await world.node.sendControl('POST /receive', ask)
    return (body as { receipts: { receipt_id: string; amount_msat: number }[] }).receipts.map((receipt) => ({
      receiptId: receipt.receipt_id,
      paymentHash: hash,
      kind: 'settled',
      amountMsat: msat(BigInt(receipt.amount_msat)),
    }))
  }
  const postings = (checkingId: string) =>
    world.db.list(
      'SELECT to_account, amount_msat FROM postings WHERE reference = $1 ORDER BY id',
      [checkingId],
      (row: { to_account: string; amount_msat: bigint }) => [row.to_account.split(':')[0], row.amount_msat] as const,
    )

  test('it waits with amount 0 and gets exactly the received amount, to the millisatoshi, in balance, details and list', async () => {
    const wallet = await world.openWallet()
    const invoice = await make(wallet, { memo: 'tip', expiry: 77 })
    expect(readInvoice(invoice.bolt11)).toMatchObject({ amountMsat: undefined, description: 'tip', expirySeconds: 77 })
    const waiting = { amount: 0, amount_msat: 0, any_amount: true }
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: false, status: 'pending', details: waiting })
    await receive({ hash: invoice.payment_hash, amount_msat: 21_007 })
    const paid = { amount: 21, amount_msat: 21_007, any_amount: true, memo: 'tip' }
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: true, details: paid })
    expect(await world.balanceMsat(wallet)).toBe(21_007)
    expect(await postings(invoice.checking_id)).toEqual([['available', 21_007n]])
    const { body } = await world.call('GET', '/api/v1/payments?min=21&max=21', { key: wallet.invoiceKey })
    expect(body).toMatchObject([{ checking_id: invoice.checking_id, amount: 21, any_amount: true }])
  })

  test('one receipt reported fifty times, before and after a restart, is one credit; a second receipt is surplus (A38)', async () => {
    const wallet = await world.openWallet()
    const invoice = await make(wallet)
    await receive({ hash: invoice.payment_hash, amount_msat: 70_000, notify: 50 })
    await world.restart()
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(70_000)
    await receive({ hash: invoice.payment_hash, amount_msat: 5000, force: true })
    expect(await world.balanceMsat(wallet)).toBe(70_000)
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ details: { amount_msat: 70_000 } })
    expect(await postings(invoice.checking_id)).toEqual([
      ['available', 70_000n],
      ['surplus', 5000n],
    ])
  })

  test('two receipts booked in reverse order: the first booked is the amount, the other is surplus', async () => {
    const wallet = await world.openWallet()
    const invoice = await make(wallet)
    const [early] = await arrive(invoice.payment_hash, 3000)
    const [late] = await arrive(invoice.payment_hash, 8000)
    expect(await world.db.transact(creditReceipt, { receipt: late as Receipt, at: world.nowSeconds() })).toBe(
      'credited',
    )
    expect(await world.db.transact(creditReceipt, { receipt: early as Receipt, at: world.nowSeconds() })).toBe(
      'surplus',
    )
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(8000)
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ details: { amount_msat: 8000 } })
    expect(await postings(invoice.checking_id)).toEqual([
      ['available', 8000n],
      ['surplus', 3000n],
    ])
  })

  test('receipts booked by twenty concurrent callers are one credit of one of them', async () => {
    const wallet = await world.openWallet()
    const invoice = await make(wallet)
    const receipts = [...(await arrive(invoice.payment_hash, 6000)), ...(await arrive(invoice.payment_hash, 9000))]
    const at = world.nowSeconds()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.db.transact(creditReceipt, { receipt: receipts[index % 2] as Receipt, at }),
      ),
    )
    const credits = await postings(invoice.checking_id)
    expect(new Set(credits.map(([, amount]) => amount))).toEqual(new Set([6000n, 9000n]))
    expect(new Set(credits.map(([account]) => account))).toEqual(new Set(['available', 'surplus']))
    expect(credits).toHaveLength(2)
    const [, credited] = credits.find(([account]) => account === 'available') ?? []
    expect(BigInt(await world.balanceMsat(wallet))).toBe(credited)
  })

  test('a receipt of zero credits nothing, and the same receipt with an amount still does', async () => {
    const wallet = await world.openWallet()
    const invoice = await make(wallet)
    const [receipt] = await arrive(invoice.payment_hash, 9000)
    const nothing = { ...(receipt as Receipt), amountMsat: msat(0) }
    expect(await world.db.transact(creditReceipt, { receipt: nothing, at: world.nowSeconds() })).toBe('short')
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: false, details: { amount_msat: 0 } })
    expect(await postings(invoice.checking_id)).toEqual([])
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(9000)
  })

  test('an expired or withdrawn one keeps amount 0; a later receipt is credited, and counts once (A48)', async () => {
    const wallet = await world.openWallet()
    const [expired, withdrawn] = [await make(wallet, { expiry: 1 }), await make(wallet)]
    await world.call('DELETE', `/api/v1/payments/${withdrawn.checking_id}?withdraw=true`, { key: wallet.adminKey })
    world.advance(60)
    await world.tick()
    for (const { checking_id: id } of [expired, withdrawn]) {
      expect(await look(wallet, id)).toMatchObject({ status: 'failed', details: { amount_msat: 0 } })
    }
    await receive({ hash: expired.payment_hash, amount_msat: 1000, force: true })
    await receive({ hash: withdrawn.payment_hash, amount_msat: 2000, force: true })
    expect(await world.balanceMsat(wallet)).toBe(3000)
    const { body } = await world.call('GET', '/api/v1/payments/history', { key: wallet.invoiceKey })
    expect(body).toMatchObject([{ income: 3, spending: 0 }])
    const { body: failed } = await world.call('GET', '/api/v1/payments?status=failed', { key: wallet.invoiceKey })
    expect(failed).toEqual([])
  })

  test('an idempotent repeat gets the same invoice with amount 0, also after it was paid', async () => {
    const wallet = await world.openWallet()
    const repeat = () =>
      world.call('POST', '/api/v1/payments', {
        key: wallet.invoiceKey,
        body: { out: false, any_amount: true },
        headers: { 'idempotency-key': `any ${dialect}` },
      })
    const first = await repeat()
    await receive({ hash: first.body.payment_hash, amount_msat: 4000 })
    expect((await repeat()).body).toEqual(first.body)
  })

  test('an amount beside it, or a field that needs one, is rejected: 422; amount 0 alone stays 422; a hold 400', async () => {
    const wallet = await world.openWallet()
    for (const more of [
      { amount: 5 },
      { amount: 0 },
      { unit: 'EUR' },
      { lnurl_withdraw: 'lnurl1x' },
      { any_amount: 'yes' },
    ]) {
      expect([more, (await ask(wallet, more)).status]).toEqual([more, 422])
    }
    expect((await ask(wallet, { any_amount: false, amount: 0 })).status).toBe(422)
    expect((await ask(wallet, { any_amount: null })).status).toBe(422)
    for (const more of [{ hold: true }, { payment_hash: 'ab'.repeat(32) }]) {
      expect(await ask(wallet, more)).toMatchObject({ status: 400, body: { code: 'hold_needs_amount' } })
    }
    expect((await ask(wallet, { unit: 'sat' })).status).toBe(201)
  })

  test('a full wallet creates none; one with some room does, and a receipt above its maximum is credited', async () => {
    const wallet = await world.openWallet(999)
    await world.restart({ SERVICE_MAX_BALANCE_SATS: '1000' })
    const invoice = await make(wallet)
    await receive({ hash: invoice.payment_hash, amount_msat: 50_000 })
    expect(await world.balanceMsat(wallet)).toBe(1_049_000)
    expect(await ask(wallet)).toMatchObject({ status: 400, body: { code: 'wallet_full' } })
    await world.restart()
  })

  test('a node that does not support it is not called: 400, and the status says so', async () => {
    const wallet = await world.openWallet()
    const status = async () => (await world.call('GET', '/api/v1/status')).body.can_receive_any_amount
    expect(await status()).toBe(true)
    Object.assign(world.service.funding.can, { amountless: false })
    expect(await status()).toBe(false)
    expect(await ask(wallet)).toMatchObject({ status: 400, body: { code: 'amountless_unavailable' } })
    expect((await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body).toEqual([])
    Object.assign(world.service.funding.can, { amountless: true })
  })

  test('an export, a day of the statistics and an LNbits client have the received amount, and 0 before', async () => {
    const wallet = await world.openWallet()
    const { payment_hash: hash } = await make(wallet)
    const amounts = async () => {
      const key = wallet.invoiceKey
      const [exported] = (await world.call('GET', '/api/v1/payments/export?format=json', { key })).body
      const lnbits = (await world.call('GET', `/lnbits/api/v1/payments/${hash}`, { key })).body
      const [day] = (await world.call('GET', '/api/v1/payments/stats/daily', { key })).body
      return [exported.amount_msat, lnbits.details.amount, day?.total]
    }
    expect(await amounts()).toEqual([0, 0, undefined])
    await receive({ hash, amount_msat: 12_345 })
    expect(await amounts()).toEqual([12_345, 12_345, 12])
  })
})
