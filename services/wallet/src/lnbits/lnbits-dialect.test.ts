import { hash as digest, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestSocket } from '../../test/world/open-test-socket.ts'
import { openWorld, type World, type WorldWallet } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { tokenOf } from '../../test/world/token-of.ts'

const sha256 = (bytes: Buffer): string => digest('sha256', bytes, 'hex')
const PAYMENTS = '/lnbits/api/v1/payments'

describe.each(LOGIC_DIALECTS)('the dialect of LNbits, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_FIXED_RATES: '{"USD":50000}' } })
    wallet = await world.openWallet(10_000)
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const get = (url: string, key = wallet.invoiceKey) => world.call('GET', url, { key })
  const post = (url: string, body: unknown, key = wallet.adminKey) => world.call('POST', url, { key, body })
  const foreign = async (sat: number, more: object = {}) => world.foreignInvoice(sat * 1000, more)

  test('an invoice and a payment are shown as LNbits shows them: millisatoshis, and a fee with the sign of the amount', async () => {
    const made = await post(
      PAYMENTS,
      { out: false, amount: 21, memo: 'Tea', extra: { tag: 'shop' } },
      wallet.invoiceKey,
    )
    const now = world.nowSeconds()
    expect([made.status, made.body]).toEqual([
      201,
      {
        checking_id: expect.any(String),
        payment_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        wallet_id: wallet.id,
        amount: 21_000,
        fee: 0,
        bolt11: expect.stringMatching(/^lnbcrt/),
        payment_request: made.body.bolt11,
        fiat_provider: null,
        status: 'pending',
        pending: true,
        memo: 'Tea',
        expiry: now + 3600,
        webhook: null,
        webhook_status: null,
        preimage: null,
        tag: 'shop',
        extension: 'shop',
        time: now,
        created_at: new Date(now * 1000).toISOString(),
        updated_at: new Date(now * 1000).toISOString(),
        labels: [],
        extra: { tag: 'shop' },
        external_id: null,
      },
    ])
    const { bolt11, hash, preimage } = await foreign(5)
    await world.node.sendControl('POST /script', { match: { hash }, pay: [{ do: 'settle', fee_msat: 7 }] })
    // Like the real server: a body pays unless it says otherwise.
    const sent = await post(PAYMENTS, { bolt11, amount: 999 })
    const shown = { payment_hash: hash, amount: -5000, fee: -7, status: 'success', preimage }
    expect(sent).toMatchObject({ status: 201, body: shown })
    const { body } = await get(`${PAYMENTS}/${hash}`)
    expect(body).toMatchObject({ paid: true, status: 'success', preimage, details: shown })
  })

  test('amounts may be text, and null and empty fields count as absent', async () => {
    const body = { out: false, amount: '5', memo: '', webhook: '', bolt11: '', expiry: 0, extra: null }
    expect(await post(PAYMENTS, body)).toMatchObject({ status: 201, body: { amount: 5000 } })
  })

  test('errors have the statuses and the words of LNbits', async () => {
    expect(await get('/lnbits/api/v1/wallet', 'f'.repeat(32))).toMatchObject({
      status: 404,
      body: { detail: 'Wallet not found.' },
    })
    expect((await world.call('GET', '/lnbits/api/v1/wallet')).status).toBe(401)
    expect(await get(`${PAYMENTS}/${'ab'.repeat(32)}`)).toMatchObject({
      status: 404,
      body: { detail: 'Payment does not exist.' },
    })
    const { status, body } = await post(PAYMENTS, { out: false, amount: 'many' })
    expect([status, body.detail]).toEqual([400, [expect.objectContaining({ loc: ['body', 'amount'] })]])
    const poor = await post(PAYMENTS, { bolt11: (await foreign(1_000_000)).bolt11 })
    expect([poor.status, poor.body]).toEqual([520, { detail: 'Insufficient balance.', status: 'failed' }])
    expect((await post(PAYMENTS, { bolt11: (await foreign(5)).bolt11 }, wallet.invoiceKey)).status).toBe(403)
  })

  test('a repeated payment in flight is rejected as pending', async () => {
    const { bolt11, hash } = await foreign(5)
    await world.node.sendControl('POST /script', { match: { hash }, pay: ['hang'] })
    expect((await post(PAYMENTS, { bolt11 })).status).toBe(201)
    expect(await post(PAYMENTS, { bolt11 })).toMatchObject({ status: 520, body: { status: 'pending' } })
  })

  test('a caller who knows the hash of an invoice may ask whether it is paid, and learns no more', async () => {
    const invoice = await world.invoice(wallet, 5)
    const ask = (hash: string) => world.call('GET', `${PAYMENTS}/${hash}`)
    const unpaid = { paid: false, status: 'pending', preimage: null }
    expect((await ask(invoice.payment_hash)).body).toEqual(unpaid)
    await world.send(await world.openWallet(50), invoice.bolt11)
    expect((await ask(invoice.payment_hash)).body).toEqual({ paid: true, status: 'success', preimage: null })
    // Not of a payment that was sent, and not by a checking id.
    const { bolt11, hash } = await foreign(5)
    await world.send(wallet, bolt11)
    expect((await ask(hash)).status).toBe(404)
    expect((await ask(invoice.checking_id)).status).toBe(404)
    expect((await world.call('GET', `/api/v1/payments/${invoice.payment_hash}`)).status).toBe(401)
  })

  test('an unhashed description is hex, as in LNbits', async () => {
    const make = (unhashed_description: string) => post(PAYMENTS, { out: false, amount: 5, unhashed_description })
    expect((await make('plain text')).status).toBe(400)
    expect((await make('abc')).status).toBe(400)
    expect((await make(Buffer.from('plain text').toString('hex'))).status).toBe(201)
  })

  test('an invoice is decoded with all its fields', async () => {
    const { bolt11, hash } = await foreign(5, { description: 'Book' })
    const { status, body } = await world.call('POST', `${PAYMENTS}/decode`, { body: { data: bolt11 } })
    expect([status, body]).toMatchObject([
      200,
      { payment_hash: hash, amount_msat: 5000, description: 'Book', currency: 'bcrt', route_hints: [] },
    ])
    expect(body.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(body.min_final_cltv_expiry).toEqual(expect.any(Number))
    // 64 bytes and the recovery id.
    expect(body.signature).toMatch(/^[0-9a-f]{128}0[0-3]$/)
  })

  test('a hold invoice is settled by its preimage and cancelled by its hash', async () => {
    const make = async () => {
      const preimage = randomBytes(32).toString('hex')
      const hash = sha256(Buffer.from(preimage, 'hex'))
      const made = await post(PAYMENTS, { out: false, amount: 5, payment_hash: hash })
      expect(made.status).toBe(201)
      await world.node.sendControl('POST /receive', { hash })
      await world.tick()
      return { preimage, hash }
    }
    const [kept, returned] = [await make(), await make()]
    expect((await post(`${PAYMENTS}/settle`, { preimage: kept.preimage })).body).toMatchObject({ ok: true })
    expect((await post(`${PAYMENTS}/cancel`, { payment_hash: returned.hash })).body).toMatchObject({ ok: true })
    await world.tick()
    expect((await get(`${PAYMENTS}/${kept.hash}`)).body.paid).toBe(true)
    expect((await get(`${PAYMENTS}/${returned.hash}`)).body.status).toBe('failed')
    expect((await post(`${PAYMENTS}/settle`, { preimage: 7 })).status).toBe(400)
    expect((await post(`${PAYMENTS}/settle`, { preimage: 'ab'.repeat(32) })).status).toBe(404)
  })

  test('wallets, users and rates are served in the dialect', async () => {
    const shown = { name: 'Test', balance: await world.balanceMsat(wallet) }
    expect((await get('/lnbits/api/v1/wallet', wallet.adminKey)).body).toEqual({ id: wallet.id, ...shown })
    expect((await get('/lnbits/api/v1/wallet', wallet.invoiceKey)).body).toEqual(shown)
    const renamed = await world.call('PUT', '/lnbits/api/v1/wallet/Till%201', { key: wallet.adminKey })
    expect(renamed.body.name).toBe('Till 1')
    const token = await tokenOf(world, wallet)
    const wallets = await world.call('GET', '/lnbits/api/v1/wallets', { token })
    expect(wallets.body).toMatchObject([{ id: wallet.id, balance_msat: await world.balanceMsat(wallet) }])
    const user = await world.call('GET', '/lnbits/api/v1/auth', { token })
    expect(user.body).toMatchObject({
      id: wallet.userId,
      admin: false,
      wallets: [{ id: wallet.id, user: wallet.userId }],
    })
    expect((await world.call('GET', '/lnbits/api/v1/rate/USD')).body).toEqual({ rate: 2000, price: 50_000 })
    // Untranslated routes are the same in both.
    expect((await world.call('GET', '/lnbits/api/v1/currencies')).body).toContain('USD')
  })

  test('a log-in with a form, as clients of OAuth2 send it', async () => {
    const account = { username: `form-${dialect}`, password: 'a long password' }
    await world.call('POST', '/lnbits/api/v1/auth/register', { body: account })
    const logIn = async (password: string) =>
      world.app.inject({
        method: 'POST',
        url: '/lnbits/api/v1/auth',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...account, password }).toString(),
      })
    expect((await logIn(account.password)).json()).toMatchObject({ token_type: 'bearer' })
    expect((await logIn('another password')).statusCode).toBe(401)
  })

  test('a user id is a credential only if the operator has enabled that log-in', async () => {
    const account = { username: `usr-${dialect}`, password: 'a long password' }
    const { body } = await world.call('POST', '/api/v1/auth/register', { body: account })
    const ask = () => world.call('GET', `/lnbits/api/v1/auth?usr=${body.id as string}`)
    expect(await ask()).toMatchObject({ status: 200, body: { id: body.id } })
    const plain = String(body.id).replaceAll('-', '')
    expect((await world.call('GET', `/lnbits/api/v1/auth?usr=${plain}`)).body.id).toBe(body.id)
    await world.restart({ AUTH_ALLOWED_METHODS: 'username-password' })
    expect((await ask()).status).toBe(401)
    await world.restart({ AUTH_ALLOWED_METHODS: 'username-password,user-id-only' })
  })

  test('a socket reports successes only, as `payment` in millisatoshis', async () => {
    const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `${base.replace('http', 'ws')}/lnbits/api/v1/ws`
    const mine = await world.openWallet(100)
    const invoice = await world.invoice(mine, 5)
    const byKey = await openTestSocket(`${url}/${mine.invoiceKey}`)
    const byHash = await openTestSocket(`${url}/${invoice.payment_hash as string}`)
    const failing = await foreign(5)
    await world.node.sendControl('POST /script', { match: { hash: failing.hash }, pay: ['fail'] })
    await world.send(mine, failing.bolt11)
    await world.send(await world.openWallet(50), invoice.bolt11)
    await expect.poll(() => [byKey.messages.length, byHash.messages.length]).toEqual([1, 1])
    expect(byKey.messages[0]).toMatchObject({
      wallet_balance: 105,
      payment: { payment_hash: invoice.payment_hash, amount: 5000, fee: 0, status: 'success' },
    })
    expect(byHash.messages[0]).toEqual({ pending: false, status: 'success' })
  })
})

describe('SERVICE_DIALECT=lnbits', () => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', env: { SERVICE_DIALECT: 'lnbits' } })
    wallet = await world.openWallet(100)
  })
  afterAll(() => world.close())

  test('the root serves the dialect to programs, and the own API to pages of the service', async () => {
    const key = wallet.adminKey
    const body = { out: false, amount: 5 }
    const made = await world.call('POST', '/api/v1/payments', { key, body })
    expect(made.body).toMatchObject({ amount: 5000, wallet_id: wallet.id })
    expect((await world.call('GET', '/api/v1/payments', { key })).body).toMatchObject([{ amount: 5000 }])
    const headers = { 'x-satchel': 'app' }
    expect((await world.call('GET', '/api/v1/payments', { key, headers })).body).toMatchObject([{ amount: 5 }])
    expect((await world.call('GET', '/api/v1/status')).status).toBe(200)
  })

  test('sockets at the root use the dialect, too', async () => {
    const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = await openTestSocket(`${base.replace('http', 'ws')}/api/v1/ws/${wallet.invoiceKey}`)
    const headers = { 'x-satchel': 'app' }
    const { body } = await world.call('POST', '/api/v1/payments', {
      key: wallet.invoiceKey,
      headers,
      body: { out: false, amount: 5 },
    })
    await world.call('POST', '/api/v1/payments', {
      key: (await world.openWallet(50)).adminKey,
      headers,
      body: { out: true, bolt11: body.bolt11 },
    })
    await expect.poll(() => socket.messages).toMatchObject([{ payment: { amount: 5000 } }])
  })
})
