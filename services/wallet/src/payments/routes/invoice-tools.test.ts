import { hash } from 'node:crypto'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    dialect: 'sqlite',
    env: { SERVICE_FEE_RESERVE_MIN_MSAT: '2000', SERVICE_FEE_RESERVE_PPM: '10000' },
  })
})
afterAll(() => world.close())

const decode = (data: unknown) => world.call('POST', '/api/v1/payments/decode', { body: { data } })
const feeReserve = (invoice: string) =>
  world.call('GET', `/api/v1/payments/fee-reserve?invoice=${encodeURIComponent(invoice)}`)

test('decode returns what is in an invoice, with and without `lightning:` and in capital letters', async () => {
  const wallet = await world.openWallet()
  const invoice = await world.invoice(wallet, 123, { memo: 'grüße 😀', expiry: 77 })
  for (const text of [invoice.bolt11, `lightning:${invoice.bolt11}`, invoice.bolt11.toUpperCase()]) {
    const { status, body } = await decode(text)
    expect([status, body]).toEqual([
      200,
      {
        kind: 'bolt11',
        bolt11: invoice.bolt11,
        payment_hash: invoice.payment_hash,
        amount_msat: 123_000,
        description: 'grüße 😀',
        description_hash: null,
        date: world.nowSeconds(),
        expiry: 77,
        payee: world.node.nodeKey,
        network: 'bcrt',
        min_final_cltv_expiry_delta: expect.any(Number),
      },
    ])
  }
})

test('decode reports an invoice without an amount, or with only a description hash', async () => {
  const { bolt11 } = (await world.node.sendControl('POST /invoice', { key: 'foreign' })).body as { bolt11: string }
  expect((await decode(bolt11)).body).toMatchObject({ amount_msat: null, payee: world.node.foreignNodeKey })
  const invoice = await world.invoice(await world.openWallet(), 5, { unhashed_description: 'a long story' })
  expect((await decode(invoice.bolt11)).body).toMatchObject({
    description: '',
    description_hash: hash('sha256', 'a long story', 'hex'),
  })
})

test('decode returns the target of an LNURL or a Lightning address without a request to it; neither has a fee reserve', async () => {
  const leads = { kind: 'lnurl', url: 'https://pay.example/x?a=1', domain: 'pay.example' }
  const lnurl = encodeLnurl(leads.url)
  for (const text of [
    lnurl,
    `lightning:${lnurl.toUpperCase()}`,
    'lnurlp://pay.example/x?a=1',
    `https://a.example/?lightning=${lnurl}`,
  ]) {
    const { status, body } = await decode(text)
    expect([text, status, body]).toEqual([text, 200, leads])
    expect((await feeReserve(text)).status).toBe(400)
  }
  expect((await decode('Lnd@Pay.example')).body).toEqual({
    kind: 'lightning_address',
    address: 'lnd@pay.example',
    url: 'https://pay.example/.well-known/lnurlp/lnd',
    domain: 'pay.example',
  })
  expect((await feeReserve('lnd@pay.example')).status).toBe(400)
})

test('an invalid invoice is 400, for decode and for the fee reserve (A42)', async () => {
  const mutations = [
    'bad_sig',
    'bad_checksum',
    'no_secret',
    'd_and_h',
    'even_feature',
    'two_p',
    'sub_pico',
    'mixed_case',
  ]
  const wrong = await Promise.all(
    mutations.map(async (mutate) => (await world.foreignInvoice(10_000, { mutate })).bolt11),
  )
  for (const text of [...wrong, 'x', 'lnbcrt1', 'lno1qq', 'lnurl1dp68', 'https://pay.example', '1'.repeat(16_384)]) {
    expect([text, (await decode(text)).status]).toEqual([text, 400])
    expect([text, (await feeReserve(text)).status]).toEqual([text, 400])
  }
  for (const data of ['', 'x'.repeat(16_385), '\u0000', 7, null, {}, undefined])
    expect((await decode(data)).status).toBe(422)
  expect((await feeReserve('')).status).toBe(422)
  expect((await world.call('GET', '/api/v1/payments/fee-reserve')).status).toBe(422)
})

test('the fee reserve is what sending reserves: a share with a minimum; nothing inside', async () => {
  const wallet = await world.openWallet(10_000)
  for (const [amount, reserve] of [
    [1_000_000, 10_000],
    [1_000_001, 10_001],
    [150_000, 2000],
    [1, 2000],
  ] as const) {
    const { bolt11, hash: paymentHash } = await world.foreignInvoice(amount)
    expect((await feeReserve(bolt11)).body).toEqual({ fee_reserve: reserve })
    await world.node.sendControl('POST /script', { match: { hash: paymentHash }, pay: ['hang'] })
    const before = await world.balanceMsat(wallet)
    expect((await world.send(wallet, bolt11)).status).toBe(201)
    expect(before - (await world.balanceMsat(wallet))).toBe(amount + reserve)
  }
  const inside = await world.invoice(await world.openWallet(), 1000)
  expect((await feeReserve(inside.bolt11)).body).toEqual({ fee_reserve: 0 })
  expect(await world.violations()).toEqual([])
})

test('the fee reserve of an amount is that of an invoice over it, and what an invoice without an amount will reserve', async () => {
  const ask = (query: string) => world.call('GET', `/api/v1/payments/fee-reserve?${query}`)
  const { bolt11 } = await world.foreignInvoice(1_000_001)
  expect((await ask('amount_msat=1000001')).body).toEqual({ fee_reserve: 10_001 })
  // The invoice knows better.
  expect((await ask(`amount_msat=5&invoice=${bolt11}`)).body).toEqual({ fee_reserve: 10_001 })
  const { body: open } = await world.node.sendControl('POST /invoice', { key: 'foreign' })
  const { bolt11: without } = open as { readonly bolt11: string }
  expect((await ask(`invoice=${without}`)).body).toEqual({ fee_reserve: 0 })
  expect((await ask(`amount_msat=1000001&invoice=${without}`)).body).toEqual({ fee_reserve: 10_001 })
  const wallet = await world.openWallet()
  const inside = await world.invoice(wallet, 1000)
  expect((await ask(`amount_msat=1000001&invoice=${inside.bolt11}`)).body).toEqual({ fee_reserve: 0 })
  for (const bad of ['0', '-1', '1.5', '9007199254740993', 'x'])
    expect((await ask(`amount_msat=${bad}`)).status).toBe(422)
})

test('neither needs a credential, and a wrong one has no effect', async () => {
  const { bolt11 } = await world.foreignInvoice(1000)
  expect((await decode(bolt11)).status).toBe(200)
  const answer = await world.call('POST', '/api/v1/payments/decode', { key: 'nonsense', body: { data: bolt11 } })
  expect(answer.status).toBe(200)
})
