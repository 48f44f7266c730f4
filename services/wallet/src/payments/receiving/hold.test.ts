import { hash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

describe.each(DIALECTS)('hold invoices paid from outside, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  const hold = async (invoice: { payment_hash: string }, more = {}): Promise<void> => {
    const answer = await world.node.sendControl('POST /receive', { hash: invoice.payment_hash, ...more })
    expect(answer).toMatchObject({ status: 200 })
    await world.tick()
  }
  const look = async (wallet: WorldWallet, id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body
  const settle = (wallet: WorldWallet, id: string, body?: object) =>
    world.call('PUT', `/api/v1/payments/${id}`, { key: wallet.adminKey, body })
  const cancel = (wallet: WorldWallet, id: string) =>
    world.call('DELETE', `/api/v1/payments/${id}`, { key: wallet.adminKey })
  const nodeHolds = async (paymentHash: string): Promise<boolean> => {
    const { held } = (await world.node.sendControl('GET /truth')).body as { held: { hash: string }[] }
    return held.some((row) => row.hash === paymentHash)
  }

  test.each([{ hold: true }, { extra: { hold: true } }])(
    'created with %j it is held when paid, credited when settled, and a repeat gets the same answer (C4)',
    async (how) => {
      const wallet = await world.openWallet()
      const invoice = await world.invoice(wallet, 90, how)
      await hold(invoice)
      const held = await look(wallet, invoice.checking_id)
      expect(held).toMatchObject({
        paid: false,
        status: 'pending',
        preimage: null,
        details: { held: true, amount: 90 },
      })
      expect(await world.balanceMsat(wallet)).toBe(0)
      expect((await settle(wallet, invoice.checking_id, { preimage: '00'.repeat(32) })).status).toBe(400)
      const first = await settle(wallet, invoice.checking_id)
      expect([first.status, first.body]).toEqual([200, { detail: 'Payment settled' }])
      const again = await settle(wallet, invoice.checking_id)
      expect([again.status, again.body]).toEqual([200, { detail: 'Payment settled' }])
      expect((await cancel(wallet, invoice.checking_id)).status).toBe(400)
      await world.tick()
      expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: true, details: { held: false } })
      expect(await world.balanceMsat(wallet)).toBe(90_000)
    },
  )

  test('cancelled, the money is returned, and a repeat gets the same answer (C4)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 90, { hold: true })
    await hold(invoice)
    const first = await cancel(wallet, invoice.payment_hash)
    expect([first.status, first.body]).toEqual([200, { detail: 'Payment cancelled' }])
    const again = await cancel(wallet, invoice.payment_hash)
    expect([again.status, again.body]).toEqual([200, { detail: 'Payment cancelled' }])
    expect((await settle(wallet, invoice.payment_hash)).status).toBe(400)
    expect(await nodeHolds(invoice.payment_hash)).toBe(false)
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ paid: false, status: 'failed', preimage: null })
    expect(await world.balanceMsat(wallet)).toBe(0)
  })

  test('with a hash of the caller only its preimage settles, and the service does not have it before (C4)', async () => {
    const wallet = await world.openWallet()
    const preimage = randomBytes(32)
    const paymentHash = hash('sha256', preimage, 'hex')
    const invoice = await world.invoice(wallet, 5, { payment_hash: paymentHash })
    expect(invoice.payment_hash).toBe(paymentHash)
    await hold(invoice)
    for (const body of [undefined, {}, { preimage: randomBytes(32).toString('hex') }]) {
      expect((await settle(wallet, invoice.checking_id, body)).status).toBe(400)
    }
    for (const wrong of ['', 'ab', `${preimage.toString('hex')}00`, 7, null]) {
      expect((await settle(wallet, invoice.checking_id, { preimage: wrong })).status).toBe(422)
    }
    expect(await nodeHolds(paymentHash)).toBe(true)
    const settled = await settle(wallet, invoice.checking_id, { preimage: preimage.toString('hex').toUpperCase() })
    expect(settled.status).toBe(200)
    expect(await look(wallet, paymentHash)).toMatchObject({ paid: true, preimage: preimage.toString('hex') })
    expect(await world.balanceMsat(wallet)).toBe(5000)
  })

  test('an unpaid hold invoice cannot be settled, its preimage is rejected, and it can be cancelled (C4)', async () => {
    const wallet = await world.openWallet()
    const preimage = randomBytes(32)
    const invoice = await world.invoice(wallet, 5, { payment_hash: hash('sha256', preimage, 'hex') })
    const early = await settle(wallet, invoice.checking_id, { preimage: preimage.toString('hex') })
    expect([early.status, early.body.detail]).toEqual([400, expect.stringContaining('not been paid')])
    await hold(invoice)
    expect((await settle(wallet, invoice.checking_id)).status).toBe(400)
    const other = await world.invoice(wallet, 6, { hold: true })
    expect((await settle(wallet, other.checking_id)).status).toBe(400)
    expect((await cancel(wallet, other.checking_id)).status).toBe(200)
    const late = await world.node.sendControl('POST /receive', { hash: other.payment_hash })
    expect(late.status).toBe(400)
    expect(await look(wallet, other.checking_id)).toMatchObject({ status: 'failed' })
    expect((await cancel(wallet, invoice.checking_id)).status).toBe(200)
  })

  test('only hold invoices can be settled or cancelled: not ordinary ones, not sent payments (C4)', async () => {
    const wallet = await world.openWallet(100)
    const ordinary = await world.invoice(wallet, 5)
    const sent = await world.send(wallet, (await world.foreignInvoice(10_000)).bolt11)
    for (const id of [ordinary.checking_id, ordinary.payment_hash, sent.body.checking_id]) {
      expect((await settle(wallet, id)).body.detail).toContain('not a hold invoice')
      expect((await cancel(wallet, id)).status).toBe(400)
    }
    expect(await look(wallet, ordinary.checking_id)).toMatchObject({ status: 'pending' })
  })

  test('the invoice key cannot decide, another wallet finds nothing, an unknown id is 404 (D1)', async () => {
    const [wallet, other] = [await world.openWallet(), await world.openWallet()]
    const invoice = await world.invoice(wallet, 5, { hold: true })
    await hold(invoice)
    for (const method of ['PUT', 'DELETE'] as const) {
      const at = (id: string, key?: string) => world.call(method, `/api/v1/payments/${id}`, { key })
      expect((await at(invoice.checking_id)).status).toBe(401)
      expect((await at(invoice.checking_id, wallet.invoiceKey)).status).toBe(403)
      const foreign = await at(invoice.checking_id, other.adminKey)
      const unknown = await at('no-such-payment', other.adminKey)
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      expect(foreign.body).toEqual(unknown.body)
    }
    expect(await nodeHolds(invoice.payment_hash)).toBe(true)
    expect((await cancel(wallet, invoice.checking_id)).status).toBe(200)
  })

  test('an overpayment is held and settled: the wallet gets the invoice amount, the rest is surplus (A36)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 40, { hold: true })
    await hold(invoice, { amount_msat: 40_700 })
    expect((await settle(wallet, invoice.checking_id)).status).toBe(200)
    await world.tick()
    expect(await world.balanceMsat(wallet)).toBe(40_000)
  })

  test('an underpayment never pays, and leaves nothing pending (A36)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 40, { hold: true })
    await hold(invoice, { amount_msat: 39_999 })
    expect((await settle(wallet, invoice.checking_id)).status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(0)
    expect((await world.node.sendControl('GET /truth')).body).not.toMatchObject({
      received: expect.arrayContaining([expect.objectContaining({ hash: invoice.payment_hash })]),
    })
    expect((await cancel(wallet, invoice.checking_id)).status).toBe(200)
    expect(await look(wallet, invoice.checking_id)).toMatchObject({ status: 'failed' })
  })

  test('a second receipt of a settled hold invoice is surplus, never dropped (A36, C1)', async () => {
    const wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 40, { hold: true })
    await hold(invoice)
    expect((await settle(wallet, invoice.checking_id)).status).toBe(200)
    await world.tick()
    await hold(invoice, { force: true })
    expect(await world.balanceMsat(wallet)).toBe(40_000)
    expect(await nodeDifference(world)).toBe(0n)
  })

  test('a hold reported again after its settlement or cancellation changes nothing, also after a restart (C4)', async () => {
    const wallet = await world.openWallet()
    const [kept, returned] = [
      await world.invoice(wallet, 10, { hold: true }),
      await world.invoice(wallet, 20, { hold: true }),
    ]
    await hold(kept, { notify: 20 })
    await hold(returned, { notify: 20 })
    expect((await settle(wallet, kept.checking_id)).status).toBe(200)
    expect((await cancel(wallet, returned.checking_id)).status).toBe(200)
    await world.restart()
    await world.tick()
    expect(await look(wallet, kept.checking_id)).toMatchObject({ status: 'success' })
    expect(await look(wallet, returned.checking_id)).toMatchObject({ status: 'failed' })
    expect(await world.balanceMsat(wallet)).toBe(10_000)
  })
})
