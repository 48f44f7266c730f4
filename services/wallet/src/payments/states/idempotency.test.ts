import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const AT_ONCE = 20

describe.each(DIALECTS)('Idempotency-Key, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_PAY_WAIT_MS: '1000' } })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const newKey = (): string => randomBytes(8).toString('hex')
  const post = (wallet: WorldWallet, key: string, body: object, headers = {}) =>
    world.call('POST', '/api/v1/payments', {
      key: wallet.adminKey,
      body,
      headers: { 'idempotency-key': key, ...headers },
    })
  const decide = (method: 'PUT' | 'DELETE', wallet: WorldWallet, key: string, id: string, body?: object) =>
    world.call(method, `/api/v1/payments/${id}`, { key: wallet.adminKey, headers: { 'idempotency-key': key }, body })
  const list = async (wallet: WorldWallet) =>
    (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body
  const times = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, ask))
  /**
   * One effect: all answers are the same, except that some may report that the first request is still being processed.
   */
  const expectOneAnswer = (answers: readonly Answer[], status: number): void => {
    const through = answers.filter((answer) => answer.status !== 409)
    expect(through.length).toBeGreaterThan(0)
    for (const answer of through) expect([answer.status, answer.body]).toEqual([status, through[0]?.body])
  }

  test('twenty concurrent invoices with one key are one invoice and one answer (A55)', async () => {
    const wallet = await world.openWallet()
    const key = newKey()
    const body = { out: false, amount: 7, memo: 'once' }
    expectOneAnswer(await times(() => post(wallet, key, body)), 201)
    expect(await list(wallet)).toHaveLength(1)
    const again = await post(wallet, key, { memo: 'once', amount: 7, out: false })
    expect([again.status, again.body.checking_id]).toEqual([201, (await list(wallet))[0].checking_id])
  })

  test('the answer to an invoice is the first one, even if it has been paid since (A55)', async () => {
    const wallet = await world.openWallet()
    const key = newKey()
    const body = { out: false, amount: 7 }
    const first = await post(wallet, key, body)
    await world.node.sendControl('POST /receive', { hash: first.body.payment_hash })
    await world.tick()
    const again = await post(wallet, key, body)
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('twenty concurrent outgoing payments with one key are sent once (A55)', async () => {
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await world.foreignInvoice(10_000)
    const key = newKey()
    expectOneAnswer(await times(() => post(wallet, key, { out: true, bolt11 })), 201)
    expect(await world.balanceMsat(wallet)).toBe(990_000)
    const { sent } = (await world.node.sendControl('GET /truth')).body as { sent: { hash: string; calls: number }[] }
    expect(sent.filter((row) => row.hash === hash)).toMatchObject([{ calls: 1 }])
    const again = await post(wallet, key, { out: true, bolt11 })
    expect([again.status, again.body.checking_id]).toEqual([201, (await list(wallet))[0].checking_id])
    expect((await post(wallet, newKey(), { out: true, bolt11 })).status).toBe(400)
  })

  test('twenty concurrent internal payments with one key move money once (A55)', async () => {
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const { payment_request: bolt11 } = await world.invoice(payee, 300)
    const key = newKey()
    expectOneAnswer(await times(() => post(payer, key, { out: true, bolt11 })), 201)
    expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([700_000, 300_000])
  })

  test('a repeat is 409 while the first request is in progress, and gets the first answer afterwards (A55)', async () => {
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await world.foreignInvoice(10_000)
    const name = `idempotency ${dialect}`
    await world.node.sendControl('POST /script', { match: { hash }, pay: [{ do: 'barrier', name }, 'settle'] })
    const key = newKey()
    const waiting = post(wallet, key, { out: true, bolt11 })
    await expect.poll(async () => (await list(wallet)).length, { interval: 5, timeout: 5000 }).toBe(1)
    expect((await post(wallet, key, { out: true, bolt11 })).status).toBe(409)
    await world.node.sendControl('POST /release', { name })
    const first = await waiting
    expect(first.status).toBe(201)
    const again = await post(wallet, key, { out: true, bolt11 })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('a payment answered as pending that fails later still has its first answer (A55)', async () => {
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await world.foreignInvoice(10_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    const key = newKey()
    const first = await post(wallet, key, { out: true, bolt11 })
    expect(first.status).toBe(201)
    await world.node.sendControl('POST /fail', { hash })
    world.advance(60)
    await world.tick()
    expect(await list(wallet)).toMatchObject([{ status: 'failed' }])
    const again = await post(wallet, key, { out: true, bolt11 })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('a repeat of a payment that failed immediately fails with the same text, without another attempt (A55)', async () => {
    const wallet = await world.openWallet(1000)
    const { bolt11, hash } = await world.foreignInvoice(10_000)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['fail', 'settle'] })
    const key = newKey()
    const first = await post(wallet, key, { out: true, bolt11 })
    expect(first.status).toBe(400)
    const again = await post(wallet, key, { out: true, bolt11 })
    expect([again.status, again.body]).toEqual([400, first.body])
    expect(await list(wallet)).toHaveLength(1)
    expect((await post(wallet, newKey(), { out: true, bolt11 })).status).toBe(201)
  })

  test('a request that was rejected before it had an effect does not use up its key (A55)', async () => {
    const wallet = await world.openWallet(5)
    const { bolt11 } = await world.foreignInvoice(10_000)
    const key = newKey()
    expect((await post(wallet, key, { out: true, bolt11 })).status).toBe(400)
    const payee = await world.invoice(wallet, 100)
    expect((await world.send(await world.openWallet(100), payee.payment_request)).status).toBe(201)
    expect((await post(wallet, key, { out: true, bolt11 })).status).toBe(201)
  })

  test('another body with the same key is 422 and has no effect (A55)', async () => {
    const wallet = await world.openWallet(1000)
    const key = newKey()
    await post(wallet, key, { out: false, amount: 7 })
    const { bolt11 } = await world.foreignInvoice(10_000)
    for (const body of [
      { out: false, amount: 8 },
      { out: false, amount: 7, memo: '' },
      { out: true, bolt11 },
    ]) {
      expect((await post(wallet, key, body)).status).toBe(422)
    }
    expect(await list(wallet)).toHaveLength(1)
    const sendKey = newKey()
    expect((await post(wallet, sendKey, { out: true, bolt11 })).status).toBe(201)
    const other = await world.foreignInvoice(10_000)
    expect((await post(wallet, sendKey, { out: true, bolt11: other.bolt11 })).status).toBe(422)
    expect(await world.balanceMsat(wallet)).toBe(990_000)
  })

  test('the same key of two wallets is two keys (A55)', async () => {
    const wallets = [await world.openWallet(), await world.openWallet()]
    const key = newKey()
    for (const wallet of wallets) expect((await post(wallet, key, { out: false, amount: 7 })).status).toBe(201)
    for (const wallet of wallets) expect(await list(wallet)).toHaveLength(1)
  })

  test.each([
    ['PUT', 'success', 500_000],
    ['DELETE', 'failed', 0],
  ] as const)('twenty %s of a held payment with one key are one decision (A55)', async (method, status, balance) => {
    const [payer, payee] = [await world.openWallet(500), await world.openWallet()]
    const invoice = await world.invoice(payee, 500, { hold: true })
    await world.send(payer, invoice.payment_request)
    const key = newKey()
    expectOneAnswer(await times(() => decide(method, payee, key, invoice.checking_id)), 200)
    expect(await list(payee)).toMatchObject([{ status }])
    expect(await world.balanceMsat(payee)).toBe(balance)
  })

  test('a key that decided one held payment does not decide another: 422 (A55)', async () => {
    const [payer, payee] = [await world.openWallet(500), await world.openWallet()]
    const [one, other] = [
      await world.invoice(payee, 100, { hold: true }),
      await world.invoice(payee, 200, { hold: true }),
    ]
    for (const { payment_request: bolt11 } of [one, other]) await world.send(payer, bolt11)
    const [settleKey, cancelKey] = [newKey(), newKey()]
    expect((await decide('PUT', payee, settleKey, one.checking_id)).status).toBe(200)
    expect((await decide('PUT', payee, settleKey, other.checking_id)).status).toBe(422)
    expect(await world.balanceMsat(payee)).toBe(100_000)
    const third = await world.invoice(payee, 50, { hold: true })
    expect((await decide('DELETE', payee, cancelKey, third.checking_id)).status).toBe(200)
    expect((await decide('DELETE', payee, cancelKey, other.checking_id)).status).toBe(422)
    expect((await decide('PUT', payee, newKey(), other.checking_id)).status).toBe(200)
  })

  test('keys are stored for a day and across restarts; an unusable key is 400 (A55)', async () => {
    const wallet = await world.openWallet()
    const key = newKey()
    const first = await post(wallet, key, { out: false, amount: 7 })
    await world.restart()
    world.advance(24 * 3600)
    await world.tick()
    expect((await post(wallet, key, { out: false, amount: 7 })).body).toEqual(first.body)
    for (const bad of ['', 'x'.repeat(256)]) {
      expect((await post(wallet, bad, { out: false, amount: 7 })).status).toBe(400)
    }
    expect(await list(wallet)).toHaveLength(1)
  })
})
