import { hash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeDifference } from '../../../test/world/funding/node-difference.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const HOLD_SECONDS = 3600
const SETTLING = {
  detail: 'Settlement recorded; the Lightning node has not confirmed it yet',
  status: 'pending',
  decision: 'settle',
}
const CANCELLING = {
  detail: 'Cancellation recorded; the Lightning node has not confirmed it yet',
  status: 'pending',
  decision: 'cancel',
}

describe.each(DIALECTS)('hold invoices in trouble, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_HOLD_SECONDS: String(HOLD_SECONDS) } })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    await world.node.sendControl('POST /up')
    expect(await world.violations()).toEqual([])
    expect(await nodeDifference(world)).toBe(0n)
  })

  const openHeld = async (script?: object) => {
    wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 77, { hold: true, expiry: 7200 })
    const match = { hash: invoice.payment_hash }
    if (script !== undefined) await world.node.sendControl('POST /script', { match, ...script })
    expect((await world.node.sendControl('POST /receive', match)).status).toBe(200)
    await world.tick()
    expect((await look(invoice.checking_id)).details.held).toBe(true)
    return invoice as { checking_id: string; payment_hash: string }
  }
  const look = async (id: string) =>
    (await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })).body
  const settle = (id: string) => world.call('PUT', `/api/v1/payments/${id}`, { key: wallet.adminKey })
  const cancel = (id: string) => world.call('DELETE', `/api/v1/payments/${id}`, { key: wallet.adminKey })
  const catchUp = async (): Promise<void> => {
    world.advance(60)
    await world.tick()
  }

  test.each(['reported', 'not reported'])(
    'a payment that its payer took back (%s) cannot be settled: 400, nothing credited, failed (A49)',
    async (known) => {
      const { checking_id: id, payment_hash: paymentHash } = await openHeld()
      if (known === 'not reported') await world.node.sendControl('POST /down', { mode: 'refuse' })
      expect((await world.node.sendControl('POST /expire_htlc', { hash: paymentHash })).status).toBe(200)
      await world.node.sendControl('POST /up')
      if (known === 'reported') await world.tick()
      const answer = await settle(id)
      expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('went back')])
      expect(await world.balanceMsat(wallet)).toBe(0)
      expect(await look(id)).toMatchObject({ paid: false, status: 'failed', preimage: null })
      await world.tick()
      expect((await settle(id)).status).toBe(400)
      expect((await cancel(id)).status).toBe(200)
    },
  )

  test('an undecided held payment is returned automatically at its deadline, not earlier (A49)', async () => {
    const { checking_id: id, payment_hash: paymentHash } = await openHeld()
    world.advance(HOLD_SECONDS - 1)
    await world.tick()
    expect(await look(id)).toMatchObject({ status: 'pending', details: { held: true } })
    world.advance(1)
    await world.tick()
    expect(await look(id)).toMatchObject({ status: 'failed', details: { held: false } })
    expect((await world.node.sendControl('GET /truth')).body).toMatchObject({ held: [] })
    expect((await settle(id)).status).toBe(400)
    expect((await cancel(paymentHash)).status).toBe(200)
  })

  test('a hold invoice that was paid in its last second and reported late is held, not expired (A48)', async () => {
    wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 77, { hold: true, expiry: 60 })
    await world.node.sendControl('POST /receive', { hash: invoice.payment_hash, notify: 'none' })
    world.advance(120)
    await world.tick()
    await world.tick()
    expect(await look(invoice.checking_id)).toMatchObject({ status: 'pending', details: { held: true } })
    expect((await settle(invoice.checking_id)).status).toBe(200)
    expect(await world.balanceMsat(wallet)).toBe(77_000)
  })

  test('an unpaid hold invoice expires, and then can be neither held nor settled (C1)', async () => {
    wallet = await world.openWallet()
    const invoice = await world.invoice(wallet, 77, { hold: true, expiry: 60 })
    world.advance(120)
    await world.tick()
    expect(await look(invoice.checking_id)).toMatchObject({ status: 'failed' })
    expect((await settle(invoice.checking_id)).status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(0)
  })

  test('settling while the node is down is decided, cannot be undone, and is executed when it is up (K9)', async () => {
    const { checking_id: id } = await openHeld()
    await world.node.sendControl('POST /down', { mode: 'refuse' })
    expect(await settle(id)).toMatchObject({ status: 200, body: SETTLING })
    expect(await look(id)).toMatchObject({ paid: false, status: 'pending', preimage: null })
    expect((await cancel(id)).status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(0)
    await world.node.sendControl('POST /up')
    await catchUp()
    expect(await look(id)).toMatchObject({ status: 'success' })
    expect((await settle(id)).status).toBe(200)
    expect(await world.balanceMsat(wallet)).toBe(77_000)
  })

  test('cancelling while the node is down is decided, cannot be undone, and is executed when it is up (K9)', async () => {
    const { checking_id: id } = await openHeld()
    await world.node.sendControl('POST /down', { mode: 'refuse' })
    expect(await cancel(id)).toMatchObject({ status: 200, body: CANCELLING })
    expect((await settle(id)).status).toBe(400)
    await world.node.sendControl('POST /up')
    await world.restart()
    expect(await look(id)).toMatchObject({ status: 'failed' })
    expect((await cancel(id)).status).toBe(200)
    expect((await world.node.sendControl('GET /truth')).body).toMatchObject({ held: [] })
  })

  test('a silent node is waited for up to SERVICE_PAY_WAIT_MS; then the decision is answered as pending', async () => {
    const { checking_id: id } = await openHeld()
    await world.node.sendControl('POST /down', { mode: 'hang' })
    const startedAt = performance.now()
    expect(await settle(id)).toMatchObject({ status: 200, body: SETTLING })
    const waitedMs = performance.now() - startedAt
    expect(waitedMs).toBeGreaterThan(290)
    expect(waitedMs).toBeLessThan(2500)
    // The same decision again, and never the other one.
    expect(await settle(id)).toMatchObject({ status: 200, body: SETTLING })
    expect((await cancel(id)).status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(0)
    await world.node.sendControl('POST /up')
    await catchUp()
    expect((await settle(id)).body).toEqual({ detail: 'Payment settled' })
    expect(await world.balanceMsat(wallet)).toBe(77_000)
  })

  test('a cancellation at a silent node is not reported as done', async () => {
    const { checking_id: id } = await openHeld()
    await world.node.sendControl('POST /down', { mode: 'hang' })
    expect(await cancel(id)).toMatchObject({ status: 200, body: CANCELLING })
    expect(await look(id)).toMatchObject({ status: 'pending' })
    await world.node.sendControl('POST /up')
    await catchUp()
    expect((await cancel(id)).body).toEqual({ detail: 'Payment cancelled' })
    expect(await look(id)).toMatchObject({ status: 'failed' })
  })

  test('a settlement whose answer was lost is credited once (K9)', async () => {
    const { checking_id: id } = await openHeld({ settle: ['accepted'] })
    expect((await settle(id)).status).toBe(200)
    await catchUp()
    expect(await look(id)).toMatchObject({ status: 'success' })
    expect(await world.balanceMsat(wallet)).toBe(77_000)
  })

  test('a cancellation whose answer was lost ends the hold once (K9)', async () => {
    const { checking_id: id } = await openHeld({ cancel: ['accepted'] })
    expect((await cancel(id)).status).toBe(200)
    await catchUp()
    expect(await look(id)).toMatchObject({ status: 'failed' })
    expect(await world.balanceMsat(wallet)).toBe(0)
  })

  test('a payment hash must be new to the service, incoming and outgoing (A44)', async () => {
    const [one, other] = [await world.openWallet(1000), await world.openWallet()]
    const ordinary = await world.invoice(one, 5)
    const foreign = await world.foreignInvoice(10_000)
    expect((await world.send(one, foreign.bolt11)).status).toBe(201)
    const preimage = randomBytes(32)
    const own = hash('sha256', preimage, 'hex')
    await world.invoice(one, 5, { payment_hash: own })
    for (const paymentHash of [ordinary.payment_hash, foreign.hash, own]) {
      const body = { out: false, amount: 5, payment_hash: paymentHash }
      const answer = await world.call('POST', '/api/v1/payments', { key: other.invoiceKey, body })
      expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('already in use')])
    }
    const list = await world.call('GET', '/api/v1/payments', { key: other.invoiceKey })
    expect(list.body).toEqual([])
  })

  test('of several concurrent invoices with one hash one is created, the others are 400 (A44)', async () => {
    const wallets = await Promise.all(Array.from({ length: 5 }, () => world.openWallet()))
    const body = { out: false, amount: 5, payment_hash: hash('sha256', randomBytes(32), 'hex') }
    const answers = await Promise.all(
      wallets.map(({ invoiceKey }) => world.call('POST', '/api/v1/payments', { key: invoiceKey, body })),
    )
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['201', '400', '400', '400', '400'])
  })
})
