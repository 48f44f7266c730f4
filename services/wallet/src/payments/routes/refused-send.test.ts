import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'

describe.each(DIALECTS)('the status in a rejection to pay, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeEach(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(100)
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const foreign = async (sat: number, more: object = {}): Promise<string> =>
    (await world.foreignInvoice(sat * 1000, more)).bolt11
  const refused = async (bolt11: unknown, more: object = {}) => {
    const { status, body } = await world.send(wallet, bolt11 as string, more)
    expect(status).toBeGreaterThanOrEqual(400)
    return body.status
  }

  test('`failed` when nothing was sent: too little money, expired, unreadable, malformed, failed at the node', async () => {
    expect(await refused(await foreign(1000))).toBe('failed')
    const expired = await foreign(1, { expiry: 1 })
    world.advance(5)
    expect(await refused(expired)).toBe('failed')
    expect(await refused('lnbc1x')).toBe('failed')
    expect(await refused(7)).toBe('failed')
    expect(await refused(await foreign(5), { unit: 'EUR' })).toBe('failed')
    expect(await refused(await foreign(5), { extra: 'x' })).toBe('failed')
    const noRoute = await world.foreignInvoice(6000)
    await world.node.sendControl('POST /script', { match: { hash: noRoute.hash }, pay: ['fail'] })
    expect(await refused(noRoute.bolt11)).toBe('failed')
  })

  test('the repeat of a payment that succeeded has `success`, and of one in flight `pending`', async () => {
    const paid = await foreign(5)
    expect((await world.send(wallet, paid)).status).toBe(201)
    expect(await refused(paid)).toBe('success')
    const { bolt11: slow, hash } = await world.foreignInvoice(5000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await world.send(wallet, slow)).status).toBe(201)
    expect(await refused(slow)).toBe('pending')
    // Nothing else may be answered if the request itself is wrong.
    expect(await refused(slow, { unit: 'EUR' })).toBe('pending')
  })

  test('a payment of the same invoice by another wallet is not reported to this one', async () => {
    const ours = await world.invoice(await world.openWallet(), 5)
    expect((await world.send(await world.openWallet(50), ours.bolt11)).status).toBe(201)
    expect(await refused(ours.bolt11)).toBe('failed')
  })

  test('no status is given while the books may lack a sent payment', async () => {
    await writeDirectly(world, `INSERT INTO settings (name, value) VALUES ('unverified', 'a restored backup')`)
    expect(await refused(await foreign(5))).toBeUndefined()
    const expired = await foreign(1, { expiry: 1 })
    world.advance(5)
    expect(await refused(expired)).toBeUndefined()
    await writeDirectly(world, `DELETE FROM settings WHERE name = 'unverified'`)
  })

  test('a rejected creation of an invoice has no such status', async () => {
    const body = { out: false, amount: 0 }
    const answer = await world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body })
    expect([answer.status, answer.body]).toEqual([422, expect.not.objectContaining({ status: expect.anything() })])
  })

  test('a guest who may not view payments gets no status of one', async () => {
    const guest = await world.openWallet()
    const { wallet: shared } = await shareWallet(world, wallet, guest, ['receive-payments'])
    const paid = await foreign(5)
    expect((await world.send(wallet, paid)).status).toBe(201)
    const body = { out: true, bolt11: paid }
    const answer = await world.call('POST', '/api/v1/payments', { key: shared.inkey, body })
    expect([answer.status, answer.body.status]).toEqual([403, undefined])
    const own = await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })
    expect([own.status, own.body.status]).toEqual([403, 'success'])
  })
})
