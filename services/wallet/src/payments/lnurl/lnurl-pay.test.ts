import { hash } from 'node:crypto'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeAclToken } from '../../../test/world/accounts/make-acl-token.ts'
import { shareWallet } from '../../../test/world/accounts/share-wallet.ts'
import { METADATA, openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

describe.each(DIALECTS)('paying an LNURL, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const pay = (wallet: WorldWallet, body: object) =>
    world.call('POST', '/api/v1/payments/lnurl', { key: wallet.adminKey, body })
  const list = async (wallet: WorldWallet) =>
    (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body
  /** The wallet's balance is unchanged, and the rejected payment is not stored. */
  const expectNothingTaken = async (wallet: WorldWallet): Promise<void> => {
    expect([await world.balanceMsat(wallet), await list(wallet)]).toEqual([1_000_000, []])
  }

  test('every notation pays the same service, to the millisatoshi', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const ways = [
      encodeLnurl(service.url('/pay')),
      `lightning:${encodeLnurl(service.url('/pay')).toUpperCase()}`,
      `lnurlp://${service.host}/pay`,
      `https://shop.example/?lightning=${encodeLnurl(service.url('/pay'))}`,
      service.url('/pay'),
    ]
    for (const lnurl of ways) {
      const paid = await pay(wallet, { lnurl, amount: 1500 })
      expect([paid.status, paid.body]).toEqual([
        201,
        {
          payment_hash: service.invoices.at(-1)?.hash,
          checking_id: expect.any(String),
          success_action: null,
        },
      ])
    }
    expect(await world.balanceMsat(wallet)).toBe(1_000_000 - ways.length * 1500)
    expect(service.asked().slice(0, 2)).toEqual(['GET /pay', 'GET /pay/callback?order=7&amount=1500'])
  })

  test('the payment has its payee and the comment', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const body = { lnurl: `Alice@${service.host}`, amount: 21_000, comment: 'Thanks & bye 😀' }
    expect((await pay(wallet, body)).status).toBe(201)
    expect(service.asked()).toEqual([
      'GET /.well-known/lnurlp/alice',
      `GET /pay/callback?order=7&amount=21000&comment=${encodeURIComponent(body.comment)}`,
    ])
    expect(await list(wallet)).toMatchObject([
      {
        amount: -21,
        memo: 'Coffee & cake',
        status: 'success',
        tag: 'lnurl',
        extra: {
          tag: 'lnurl',
          lnurl_domain: service.host,
          lnurl_address: `alice@${service.host}`,
          lnurl_comment: 'Thanks & bye 😀',
        },
      },
    ])
  })

  test('the other path does the same, and returns more with Prefer', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const { status, body } = await world.call('POST', '/api/v1/lnurlpay', {
      key: wallet.adminKey,
      body: { lnurl: service.url('/pay'), amount: 21_000 },
      headers: { prefer: 'return=representation' },
    })
    expect([status, body]).toMatchObject([201, { status: 'success', amount: -21, fee: 0, success_action: null }])
  })

  test('a callback of an earlier scan is paid without a new request; its description hash is enforced', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const { body: offer } = await world.call('POST', '/api/v1/lnurlscan', {
      key: wallet.invoiceKey,
      body: { lnurl: service.url('/pay') },
    })
    const { callback, description_hash } = offer
    expect((await pay(wallet, { callback, amount: 2000, description_hash })).status).toBe(201)
    expect((await pay(wallet, { callback, amount: 2000 })).status).toBe(201)
    expect(service.asked()).toHaveLength(3)
    expect(await list(wallet)).toMatchObject([{ extra: { lnurl_domain: service.host } }, {}])
    const wrong = await pay(wallet, { callback, amount: 2000, description_hash: 'ab'.repeat(32) })
    expect(wrong.status).toBe(400)
    expect(await world.balanceMsat(wallet)).toBe(996_000)
  })

  test.each([
    ['another amount', 'lnurl_wrong_invoice', { invoiceMsat: 21_001 }],
    ['a smaller amount', 'lnurl_wrong_invoice', { invoiceMsat: 20_999 }],
    [
      'another description hash',
      'lnurl_wrong_invoice',
      { descriptionHash: hash('sha256', '[["text/plain","Coffee"]]', 'hex') },
    ],
    ['no description hash', 'lnurl_wrong_invoice', { descriptionHash: null }],
    ['no invoice', 'lnurl_wrong_invoice', { payAnswer: { pr: 'lnbc1' } }],
    ['nothing', 'lnurl_bad_answer', { payAnswer: { pr: null } }],
    [
      'a link to somewhere else',
      'lnurl_bad_answer',
      { payAnswer: { successAction: { tag: 'url', description: '', url: 'https://x.example' } } },
    ],
    ['something unheard of', 'lnurl_bad_answer', { payAnswer: { successAction: { tag: 'script' } } }],
    ['an error', 'lnurl_refused', { refusal: 'Sold out' }],
  ])('an answer with %s is not paid: 400, nothing taken', async (_what, code, behaviour) => {
    const service = Object.assign(await openLnurlService(world), behaviour)
    const wallet = await world.openWallet(1000)
    const { status, body } = await pay(wallet, { lnurl: service.url('/pay'), amount: 21_000 })
    const { detail, ...said } = body
    const reason = service.refusal
    expect([status, said]).toEqual([400, reason === undefined ? { code } : { code, params: { reason } }])
    expect(detail).toBe(reason === undefined ? detail : 'The service says: Sold out')
    await expectNothingTaken(wallet)
  })

  test('an invoice without an amount, or of another network, is not paid', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const made = async (ask: object) => (await world.node.sendControl('POST /invoice', ask)).body as { bolt11: string }
    for (const { bolt11 } of [await made({}), await made({ amount_msat: 21_000, hrp: 'bc' })]) {
      service.payAnswer = { pr: bolt11 }
      expect((await pay(wallet, { callback: service.url('/pay/callback'), amount: 21_000 })).status).toBe(400)
    }
    await expectNothingTaken(wallet)
  })

  test('a request that the link does not offer is rejected before an invoice is requested', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const lnurl = service.url('/pay')
    const refused = [
      { lnurl, amount: 999 },
      { lnurl, amount: 1_000_000_001 },
      { lnurl, amount: 1000, comment: 'x'.repeat(21) },
      { lnurl: service.url('/withdraw'), amount: 1000 },
      { lnurl: service.url('/login?tag=login&k1=' + 'ab'.repeat(32)), amount: 1000 },
      { lnurl: service.url('/nowhere'), amount: 1000 },
      { lnurl: 'no LNURL', amount: 1000 },
    ]
    for (const body of refused) expect([body, (await pay(wallet, body)).status]).toEqual([body, 400])
    expect(service.asked().filter((path) => path.includes('callback'))).toEqual([])
    service.payRequest = { payerData: { email: { mandatory: true } } }
    expect((await pay(wallet, { lnurl, amount: 1000 })).status).toBe(400)
    await expectNothingTaken(wallet)
  })

  test('an amount above the maximum or the balance is not requested, or not paid', async () => {
    const service = await openLnurlService(world)
    service.payRequest = { maxSendable: 2 ** 53 - 1 }
    const wallet = await world.openWallet(1000)
    expect((await pay(wallet, { lnurl: service.url('/pay'), amount: 10_000_001_000 })).status).toBe(400)
    expect(service.asked()).toEqual([])
    const { status, body } = await pay(wallet, { lnurl: service.url('/pay'), amount: 1_000_001 })
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/balance/i)])
    await expectNothingTaken(wallet)
  })

  test('the limits of the wallet and the budget of a token apply', async () => {
    const service = await openLnurlService(world)
    const wallet = await world.openWallet(1000)
    const user = await tokenOf(world, wallet)
    const budget = { budget_sats: 50, budget_period: 'day' }
    const { token } = await makeAclToken(world, user, ['POST /api/v1/payments/lnurl'], budget)
    const spend = (amount: number) =>
      world.call('POST', '/api/v1/payments/lnurl', { token, body: { lnurl: service.url('/pay'), amount } })
    expect((await spend(40_000)).status).toBe(201)
    const second = await spend(40_000)
    expect([second.status, second.body.detail]).toEqual([400, 'The budget of this token for the day is used up.'])
    expect(await world.balanceMsat(wallet)).toBe(960_000)
  })

  test('a caller who may not send may not pay an LNURL, and no request leaves the service', async () => {
    const service = await openLnurlService(world)
    const [wallet, guest] = [await world.openWallet(1000), await world.openWallet()]
    const shared = await shareWallet(world, wallet, guest, ['view-payments', 'receive-payments'])
    const body = { lnurl: service.url('/pay'), amount: 1000 }
    for (const url of ['/api/v1/payments/lnurl', '/api/v1/lnurlpay']) {
      expect((await world.call('POST', url, { body })).status).toBe(401)
      expect((await world.call('POST', url, { key: wallet.invoiceKey, body })).status).toBe(403)
      expect((await world.call('POST', url, { key: shared.wallet.adminkey, body })).status).toBe(403)
      const foreign = `${url}?wallet_id=${wallet.id}`
      expect(
        (await world.call('POST', foreign, { token: await tokenOf(world, await world.openWallet()), body })).status,
      ).toBe(404)
    }
    expect(service.asked()).toEqual([])
    await expectNothingTaken(wallet)
  })

  test.each([
    {},
    { amount: 1000 },
    { lnurl: 'a@b.example' },
    { lnurl: '', amount: 1000 },
    { lnurl: 'a@b.example', amount: 0 },
    { lnurl: 'a@b.example', amount: 1.5 },
    { lnurl: 'a@b.example', amount: '1000' },
    { lnurl: 'a@b.example', amount: 2 ** 53 },
    { lnurl: 'a@b.example', amount: 1000, comment: 'x'.repeat(1001) },
    { callback: 'x', amount: 1000 },
    { callback: 'ftp://a.example', amount: 1000 },
    { callback: 'https://a.example', amount: 1000, description_hash: 'x' },
  ])('%j is 422', async (body) => {
    const wallet = await world.openWallet()
    expect((await pay(wallet, body)).status).toBe(422)
  })

  test('an LNURL of this service moves the money inside', async () => {
    const service = await openLnurlService(world)
    const [payer, payee] = [await world.openWallet(1000), await world.openWallet()]
    const { payment_request } = await world.invoice(payee, 5, { unhashed_description: METADATA })
    service.payAnswer = { pr: payment_request }
    expect((await pay(payer, { lnurl: service.url('/pay'), amount: 5000 })).status).toBe(201)
    expect([await world.balanceMsat(payer), await world.balanceMsat(payee)]).toEqual([995_000, 5000])
    expect(await list(payer)).toMatchObject([{ memo: 'Coffee & cake', fee: 0 }])
  })
})
