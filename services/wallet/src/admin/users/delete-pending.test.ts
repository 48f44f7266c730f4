import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../../test/world/test-database.ts'

const ROOT = { username: 'root', password: 'root password' }

describe.each(LOGIC_DIALECTS)('deleting a user by force while payments are pending, on %s', (dialect) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld({
      dialect,
      env: { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password },
    })
  })
  afterEach(async () => {
    await agrees()
    // Nothing is owed any more.
    const owed = await world.db.list('SELECT name FROM cursors', [], ({ name }: { name: string }) => name)
    expect(owed.filter((name) => /^(leftover|forget):/.test(name))).toEqual([])
    await world.close()
  })

  const agrees = async (): Promise<void> => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  }
  const remove = async (wallet: WorldWallet): Promise<void> => {
    const { access_token: token } = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body
    const url = `/users/api/v1/user/${wallet.userId}`
    expect((await world.call('DELETE', url, { token })).status).toBe(400)
    expect((await world.call('DELETE', `${url}?force=true`, { token })).status).toBe(200)
    expect((await world.call('GET', '/api/v1/wallet', { key: wallet.adminKey })).status).toBe(401)
    await agrees()
  }
  const catchUp = async (): Promise<void> => {
    world.advance(60)
    await world.tick()
    await agrees()
    await world.tick()
  }
  /** The rest of the deleted wallet: available and reserved. */
  const left = (wallet: WorldWallet) =>
    world.db.first(
      'SELECT available_msat, reserved_msat FROM balances WHERE wallet_id = $1',
      [wallet.id],
      (row: { available_msat: bigint; reserved_msat: bigint }) => [row.available_msat, row.reserved_msat],
    )
  const surplus = async (): Promise<bigint> =>
    (await world.db.first(
      `SELECT CAST(COALESCE(SUM(amount_msat), 0) AS BIGINT) AS n FROM postings WHERE to_account = 'surplus'`,
      [],
      (row: { n: bigint }) => row.n,
    )) ?? 0n
  const row = (paymentHash: string, direction: 'in' | 'out') =>
    world.db.first(
      'SELECT state, memo, bolt11, preimage, amount_msat FROM payments WHERE payment_hash = $1 AND direction = $2',
      [paymentHash, direction],
      (found: object) => found,
    )
  const FORGOTTEN = { memo: '', bolt11: '', preimage: null }
  const audited = (wallet: WorldWallet) =>
    world.db.list(
      `SELECT detail FROM audit_log WHERE action = 'leftover-kept' AND subject = $1`,
      [wallet.id],
      (entry: { detail: string }) => JSON.parse(entry.detail) as object,
    )

  const openHanging = async () => {
    const [wallet, other] = [await world.openWallet(100), await world.openWallet(5)]
    // A short history of its own, which is deleted immediately.
    expect((await world.send(other, (await world.invoice(wallet, 5)).payment_request)).status).toBe(201)
    const { bolt11, hash } = await world.foreignInvoice(50_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    await remove(wallet)
    const [available = 0n, reserved = 0n] = (await left(wallet)) ?? []
    expect(available).toBe(0n)
    expect(reserved).toBeGreaterThan(50_000n)
    return { wallet, hash, reserved }
  }

  test('a payment that is settled later is booked as paid, and the rest of its reserve is surplus', async () => {
    const { wallet, hash, reserved } = await openHanging()
    await world.restart()
    await world.node.sendControl('POST /settle', { hash, fee_msat: 7 })
    await catchUp()
    expect(await left(wallet)).toEqual([0n, 0n])
    expect(await row(hash, 'out')).toMatchObject({ state: 'success', amount_msat: 50_000n, ...FORGOTTEN })
    expect(await surplus()).toBe(reserved - 50_007n)
    expect(await audited(wallet)).toEqual([{ amount_msat: String(reserved - 50_007n) }])
  })

  test('a payment that fails later gives its whole reserve to the operator', async () => {
    const { wallet, hash, reserved } = await openHanging()
    await catchUp()
    expect(await left(wallet)).toEqual([0n, reserved])
    await world.node.sendControl('POST /fail', { hash })
    await catchUp()
    expect(await left(wallet)).toEqual([0n, 0n])
    expect(await row(hash, 'out')).toMatchObject({ state: 'failed', ...FORGOTTEN })
    expect(await surplus()).toBe(reserved)
    expect(await audited(wallet)).toEqual([{ amount_msat: String(reserved) }])
  })

  const holdInside = async () => {
    const [payee, payer] = [await world.openWallet(), await world.openWallet(100)]
    const invoice = await world.invoice(payee, 50, { hold: true, memo: 'a hold' })
    expect((await world.send(payer, invoice.payment_request)).status).toBe(201)
    const url = `/api/v1/payments/${invoice.checking_id}`
    return { payee, payer, hash: String(invoice.payment_hash), url }
  }

  test('a waiting request of the deleted user cannot spend what is refunded', async () => {
    const { payee, payer, url } = await holdInside()
    const service = await openLnurlService(world)
    service.before = async () => {
      await remove(payer)
      expect((await world.call('DELETE', url, { key: payee.adminKey })).status).toBe(200)
      expect(await left(payer)).toEqual([50_000n, 0n])
    }
    const body = { lnurl: service.url('/pay'), amount: 20_000 }
    const sent = await world.call('POST', '/api/v1/payments/lnurl', { key: payer.adminKey, body })
    expect([sent.status, sent.body.code]).toEqual([404, 'wallet_not_found'])
    expect(service.invoices).toHaveLength(1)
    expect(await left(payer)).toEqual([50_000n, 0n])
    await catchUp()
  })

  test('a hold whose payer is deleted can still be settled: the payee has the money', async () => {
    const { payee, payer, hash, url } = await holdInside()
    await remove(payer)
    expect(await left(payer)).toEqual([0n, 50_000n])
    expect((await world.call('PUT', url, { key: payee.adminKey })).status).toBe(200)
    await catchUp()
    expect(await world.balanceMsat(payee)).toBe(50_000)
    expect(await left(payer)).toEqual([0n, 0n])
    expect(await row(hash, 'out')).toMatchObject({ state: 'success', ...FORGOTTEN })
    expect(await audited(payer)).toEqual([])
  })

  test('a hold whose payer is deleted can still be cancelled: the operator has the money', async () => {
    const { payee, payer, hash, url } = await holdInside()
    await remove(payer)
    expect((await world.call('DELETE', url, { key: payee.adminKey })).status).toBe(200)
    await catchUp()
    expect(await left(payer)).toEqual([0n, 0n])
    expect(await surplus()).toBe(50_000n)
    expect(await row(hash, 'out')).toMatchObject({ state: 'failed', ...FORGOTTEN })
  })

  test('a hold whose payee is deleted goes back to its payer, inside and outside', async () => {
    const { payee, payer, hash } = await holdInside()
    const outside = await world.invoice(payee, 60, { hold: true })
    await world.node.sendControl('POST /receive', { hash: outside.payment_hash })
    await world.tick()
    await remove(payee)
    await catchUp()
    expect(await world.balanceMsat(payer)).toBe(100_000)
    expect(await row(hash, 'in')).toMatchObject({ state: 'failed', ...FORGOTTEN })
    expect(await row(outside.payment_hash, 'in')).toMatchObject({ state: 'failed', ...FORGOTTEN })
    expect((await world.node.sendControl('GET /truth')).body).toMatchObject({ held: [] })
    expect(await surplus()).toBe(0n)
  })

  test("a settlement decided before the deletion is executed, and its money is the operator's", async () => {
    const payee = await world.openWallet()
    const { checking_id: id, payment_hash: hash } = await world.invoice(payee, 60, { hold: true })
    await world.node.sendControl('POST /receive', { hash })
    await world.tick()
    await world.node.sendControl('POST /down', { mode: 'refuse' })
    const settled = await world.call('PUT', `/api/v1/payments/${id}`, { key: payee.adminKey })
    expect(settled.body).toMatchObject({ status: 'pending' })
    await remove(payee)
    await world.node.sendControl('POST /up')
    await catchUp()
    expect(await row(hash, 'in')).toMatchObject({ state: 'success', amount_msat: 60_000n, ...FORGOTTEN })
    expect(await left(payee)).toEqual([0n, 0n])
    expect(await surplus()).toBe(60_000n)
    expect(await audited(payee)).toEqual([{ amount_msat: '60000' }])
  })
})
