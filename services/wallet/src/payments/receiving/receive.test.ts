import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSimulatedNode } from '@satchel/lightning/simulated/open-simulated-node'
import { msat } from '@satchel/money/units'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { creditReceipt } from './invoice-commands.ts'

describe.each(DIALECTS)('receiving from outside, on %s', (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-receive-'))
  const journalFile = join(folder, 'node.journal')
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_SIM_JOURNAL: journalFile } })
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  const receive = async (body: object): Promise<void> => {
    expect(await world.node.sendControl('POST /receive', body)).toMatchObject({ status: 200 })
    await world.tick()
  }
  const look = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body
  const surplusOf = (checkingId: string): Promise<bigint | undefined> =>
    world.db.first(
      `SELECT CAST(COALESCE(SUM(amount_msat), 0) AS BIGINT) AS msat FROM postings WHERE reference = $1 AND to_account = 'surplus'`,
      [checkingId],
      (row: { msat: bigint }) => row.msat,
    )
  const alarmsAbout = (checkingId: string): Promise<string[]> =>
    world.db.list(
      `SELECT kind FROM alarms WHERE detail LIKE '%' || $1 || '%' ORDER BY id`,
      [checkingId],
      (row: { kind: string }) => row.kind,
    )

  test('the exact amount pays the invoice, and only then the preimage is shown (A36)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 21, { memo: 'tea' })
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: false, preimage: null })
    await receive({ bolt11: invoice.payment_request })
    const paid = await look(wallet, invoice.payment_hash)
    expect(paid).toMatchObject({ paid: true, status: 'success', details: { amount: 21, fee: 0, memo: 'tea' } })
    expect(hash('sha256', Buffer.from(paid.preimage, 'hex'), 'hex')).toBe(invoice.payment_hash)
    expect(await world.balanceMsat(wallet)).toBe(21_000)
    expect(await surplusOf(invoice.checking_id)).toBe(0n)
  })

  test('an underpayment never pays; it is kept as surplus with an alarm, and the full amount still pays (A36)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 1000)
    await receive({ hash: invoice.payment_hash, amount_msat: 999_999 })
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: false, status: 'pending' })
    expect(await world.balanceMsat(wallet)).toBe(0)
    expect(await surplusOf(invoice.checking_id)).toBe(999_999n)
    expect(await alarmsAbout(invoice.checking_id)).toEqual(['paid-short'])
    await receive({ hash: invoice.payment_hash, amount_msat: 1_000_000, force: true })
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: true })
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
  })

  test('an overpayment pays the invoice amount; the rest is surplus, to the millisatoshi (A36)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 1000)
    await receive({ hash: invoice.payment_hash, amount_msat: 1_000_001 })
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: true, details: { amount_msat: 1_000_000 } })
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    expect(await surplusOf(invoice.checking_id)).toBe(1n)
  })

  test('a payment in parts is one payment of the whole (A37)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 1000)
    await receive({ hash: invoice.payment_hash, parts: 3 })
    expect(await world.balanceMsat(wallet)).toBe(1_000_000)
    expect(await surplusOf(invoice.checking_id)).toBe(0n)
  })

  test('one receipt reported fifty times, before and after a restart, is one credit (A38)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 70)
    await receive({ hash: invoice.payment_hash, notify: 50 })
    expect(await world.balanceMsat(wallet)).toBe(70_000)
    await world.restart()
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(70_000)
    const credits = await world.db.list(
      `SELECT amount_msat FROM postings WHERE reference = $1`,
      [invoice.checking_id],
      (row: { amount_msat: bigint }) => row.amount_msat,
    )
    expect(credits).toEqual([70_000n])
  })

  test('a receipt of an unknown hash credits no wallet, is booked once as surplus, and delays no other receipt (A38)', async () => {
    const [wallet, payer] = [await world.openWallet(), await world.openWallet(100)]
    const { body } = await world.node.sendControl('POST /invoice', { amount_msat: 5000, key: 'own' })
    const stranger = (body as { hash: string }).hash
    const invoice = await world.invoice(wallet, 8)
    await receive({ hash: stranger, notify: 50 })
    await receive({ hash: invoice.payment_hash, notify: 'none' })
    await world.restart()
    expect(await world.balanceMsat(wallet)).toBe(8000)
    const booked = await world.db.list(
      'SELECT from_account, to_account FROM postings WHERE amount_msat = 5000',
      [],
      (row) => row,
    )
    expect(booked).toEqual([{ from_account: 'node', to_account: 'surplus' }])
    expect(await alarmsAbout(stranger)).toEqual(['unknown-hash'])
    expect((await world.send(payer, (await world.foreignInvoice(1000)).bolt11)).status).toBe(201)
  })

  test('a settled hold that a restored database no longer has is booked once, from the receipt of the node (A38)', async () => {
    const { body } = await world.node.sendControl('POST /invoice', { amount_msat: 6000, key: 'own' })
    const paymentHash = (body as { hash: string }).hash
    // The answer to our settling, which arrives after the restore.
    const answer = { receiptId: '', paymentHash, kind: 'settled', amountMsat: msat(6000) } as const
    const at = world.nowSeconds()
    expect(await world.db.transact(creditReceipt, { receipt: answer, at })).toBe('known')
    await receive({ hash: paymentHash })
    expect(await world.db.transact(creditReceipt, { receipt: answer, at })).toBe('known')
    const sql = 'SELECT to_account FROM postings WHERE amount_msat = 6000'
    expect(await world.db.list(sql, [], (row) => row)).toEqual([{ to_account: 'surplus' }])
  })

  test('a receipt that the stream never reported is credited by the next sweep of the node (A47)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 33)
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash, notify: 'none' })
    expect(await world.balanceMsat(wallet)).toBe(0)
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(33_000)
  })

  test('a receipt while the service is down is credited when it is up again (A47)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 44)
    const { service } = world
    const stop = service.stop
    const receiveWhileDown = async (): Promise<void> => {
      await stop()
      const node = await openSimulatedNode({ journalFile, clock: () => world.nowSeconds() * 1000 })
      expect(await node.sendControl('POST /receive', { hash: invoice.payment_hash })).toMatchObject({ status: 200 })
      await node.close()
    }
    Object.assign(service, { stop: receiveWhileDown })
    await world.restart()
    expect(await world.balanceMsat(wallet)).toBe(44_000)
  })

  test('an unpaid invoice fails after its expiry, its row stays, and a late receipt still credits it (A48)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 55, { expiry: 60 })
    world.advance(59)
    await world.tick()
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ status: 'pending', details: { expired: false } })
    world.advance(30)
    await world.tick()
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ status: 'failed', details: { expired: true } })
    expect((await world.send(await world.openWallet(100), invoice.payment_request)).status).toBe(400)
    await receive({ hash: invoice.payment_hash, force: true })
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: true, status: 'success' })
    expect(await world.balanceMsat(wallet)).toBe(55_000)
    const failed = await world.call('GET', '/api/v1/payments/paginated?status=failed', { key: wallet.invoiceKey })
    expect(failed.body.total).toBe(0)
  })

  test('a receipt that a full wallet cannot hold is surplus, and later ones for others are credited (A35)', async () => {
    const [full, other] = [await world.openWallet(9_007_199_254_740), await world.openWallet()]
    const [tooMuch, next] = [await world.invoice(full, 5), await world.invoice(other, 6)]
    await receive({ hash: tooMuch.payment_hash, notify: 'none' })
    await receive({ hash: next.payment_hash, notify: 'none' })
    expect(await world.balanceMsat(other)).toBe(6000)
    expect(await surplusOf(tooMuch.checking_id)).toBe(5000n)
  })

  test('a second receipt of a paid invoice is surplus with an alarm (C1)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 12)
    await receive({ hash: invoice.payment_hash })
    await receive({ hash: invoice.payment_hash, force: true })
    expect(await world.balanceMsat(wallet)).toBe(12_000)
    expect(await surplusOf(invoice.checking_id)).toBe(12_000n)
    expect(await alarmsAbout(invoice.checking_id)).toEqual(['paid-again'])
  })

  test('a receipt for a deleted wallet is surplus with an alarm (C1)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 13)
    expect((await world.call('DELETE', '/api/v1/wallet', { key: wallet.adminKey })).status).toBe(200)
    await receive({ hash: invoice.payment_hash, force: true })
    expect(await surplusOf(invoice.checking_id)).toBe(13_000n)
    expect(await alarmsAbout(invoice.checking_id)).toEqual(['wallet-gone'])
  })
})
