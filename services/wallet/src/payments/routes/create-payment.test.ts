import { hash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const HIGH = '\ud800'
const MAX_SAT = 9_007_199_254_740

describe.each(DIALECTS)('making invoices, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_MAX_PAYMENT_SATS: '1000000' } })
    wallet = await world.openWallet()
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })

  const post = (body: unknown, headers = {}) =>
    world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body, headers })
  const receive = (more: object) => post({ out: false, amount: 10, ...more })
  /** The text unchanged, for JSON that no writer would produce. */
  const postText = (text: string, type = 'application/json') => post(text, { 'content-type': type })
  const count = async (): Promise<number> =>
    (await world.call('GET', '/api/v1/payments/paginated', { key: wallet.invoiceKey })).body.total
  const refused = async (answer: Promise<{ status: number; body: { detail: unknown } }>, statuses: number[]) => {
    const { status, body } = await answer
    expect(statuses).toContain(status)
    expect(body.detail).toEqual(expect.any(String))
  }

  test('the answer has the three fields of the specification and repeats the request', async () => {
    const { status, body } = await receive({ memo: 'coffee', expiry: 90 })
    expect([status, body]).toEqual([
      201,
      {
        payment_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        payment_request: expect.stringMatching(/^lnbcrt100n1/),
        checking_id: expect.any(String),
        bolt11: body.payment_request,
        amount: 10,
        memo: 'coffee',
        expiry: 90,
        status: 'pending',
      },
    ])
    expect((await receive({})).body).toMatchObject({ memo: '', expiry: 3600 })
  })

  test.each([
    ...[undefined, null, '5', 1.5, 0, -1, -0, true, [], {}, MAX_SAT + 1, 2 ** 53, 1e300].map((amount) => ({
      amount,
    })),
    ...[null, 'false', 0, 1, 'no'].map((out) => ({ out })),
    ...[-1, 1.5, '60', 31_536_001, 1e300].map((expiry) => ({ expiry })),
    ...[7, ['x'], { a: 1 }, 'a\0b', HIGH, `a${HIGH}b`, '\udc00\ud800', 'x'.repeat(640)].map((memo) => ({ memo })),
    ...['text', 7, [], { a: '\0' }, { a: HIGH }, { '\0': 1 }, { [HIGH]: 1 }].map((extra) => ({ extra })),
    ...['AG'.repeat(32), 'ab'.repeat(31), '', 7].map((text) => ({ payment_hash: text })),
    ...['AG'.repeat(32), 'x', 7].map((text) => ({ description_hash: text })),
    ...['yes', 1].map((hold) => ({ hold })),
    ...['ftp://x.example', 'x', 'http://u:p@x.example', 'http://x.example/\0', 'javascript:1', 7].map((webhook) => ({
      webhook,
    })),
  ])('%j is 422, and no invoice is created (F2)', async (more) => {
    const before = await count()
    await refused(receive(more), [422])
    expect(await count()).toBe(before)
  })

  test.each([
    { expiry: 60 },
    { hold: true },
    { any_amount: true },
    { payment_hash: 'ab'.repeat(32) },
    { description_hash: 'ab'.repeat(32) },
    { unhashed_description: 'x' },
    { lnurl_withdraw: 'lnurlw://x.example' },
  ])('%j creates an invoice: with an invoice to pay it is 422 with the reason, and nothing is sent', async (more) => {
    const { bolt11 } = await world.foreignInvoice(1000)
    const [field] = Object.keys(more)
    const { status, body } = await world.call('POST', '/api/v1/payments', {
      key: wallet.adminKey,
      body: { out: true, bolt11, ...more },
    })
    expect([status, body.detail, body.errors[0].loc]).toEqual([
      422,
      expect.stringContaining('belongs to an invoice that you make'),
      ['body', field],
    ])
  })

  test('an invoice to pay with out: false is 422 with the reason, and neutral fields are accepted in both directions', async () => {
    const { bolt11 } = await world.foreignInvoice(1000)
    const { status, body } = await receive({ bolt11 })
    expect([status, body.detail]).toEqual([422, expect.stringContaining('set out to true')])
    const nothing = { expiry: 0, hold: false, any_amount: false, payment_hash: null, description_hash: '', webhook: '' }
    const paid = { out: true, bolt11, ...nothing }
    // Read to its end: the empty wallet is refused.
    expect((await world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body: paid })).status).toBe(400)
    expect((await receive({ bolt11: '', ...nothing })).status).toBe(201)
  })

  test('more than the maximum for one payment is 400, the maximum itself is accepted (F2)', async () => {
    await refused(receive({ amount: 1_000_001 }), [400])
    await refused(receive({ amount: MAX_SAT }), [400])
    expect((await receive({ amount: 1_000_000 })).status).toBe(201)
  })

  test.each(['1e1', '1.0', '10.0e0', '100E-1'])('an amount written as %s is an integer (F2)', async (amount) => {
    const { status, body } = await postText(`{"out":false,"amount":${amount}}`)
    expect([status, body.amount]).toEqual([201, Number(amount)])
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '7',
    '{"out":false,"amount":NaN}',
    '{"out":false,"amount":1e999}',
    '{"out":false,}',
    '{"out":false,"amount":9007199254740993}',
    '{"out":false,"amount":10.}',
    '{"out":false,"amount":0x10}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `{"out":false,"amount":10,"extra":${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`,
  ])('a body of another form is 400 or 422: %.60s (F1)', async (text) => {
    await refused(postText(text), [400, 422])
  })

  test('another content type is 415, a body that is too large 413, a key of a prototype is dropped (F1)', async () => {
    await refused(postText('{"out":false,"amount":10}', 'text/plain'), [415, 422, 400])
    await refused(receive({ memo: 'x'.repeat(1024 * 1024) }), [413])
    const odd = await postText('{"out":false,"amount":10,"__proto__":{"amount":5},"extra":{"__proto__":{"a":1},"b":2}}')
    expect([odd.status, odd.body.amount]).toEqual([201, 10])
    const { body } = await world.call('GET', `/api/v1/payments/${odd.body.checking_id}`, { key: wallet.invoiceKey })
    expect(body.details.extra).toEqual({ b: 2 })
    const twice = await postText('{"out":false,"amount":10,"amount":11}')
    expect([twice.status, twice.body.amount]).toEqual([201, 11])
  })

  test('a memo may have 639 bytes of UTF-8 (F2)', async () => {
    const fits = 'ü'.repeat(318) + '€'
    expect(Buffer.byteLength(fits)).toBe(639)
    const made = await receive({ memo: fits })
    expect([made.status, made.body.memo]).toEqual([201, fits])
    const tooLong = 'ü'.repeat(320)
    expect([Buffer.byteLength(tooLong), tooLong.length]).toEqual([640, 320])
    await refused(receive({ memo: tooLong }), [422])
    expect((await receive({ memo: '😀'.repeat(159) })).status).toBe(201)
    await refused(receive({ memo: '😀'.repeat(160) }), [422])
  })

  test('markup, SQL, bidirectional marks and emoji are returned unchanged (F1)', async () => {
    const memo = `<b>"x'</b>; DROP TABLE payments; -- \u202e\u2066 é e\u0301 👩‍👩‍👧 \u0001\n\t`
    const extra = { tag: memo, [memo]: [memo, { deep: memo }], n: [0, -1.5, 1e21, true, null] }
    const made = await receive({ memo, extra })
    expect([made.status, made.body.memo]).toEqual([201, memo])
    const [item] = (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body
    expect(item).toMatchObject({ memo, extra, tag: memo })
    const { body } = await world.call('POST', '/api/v1/payments/decode', { body: { data: made.body.bolt11 } })
    expect(body.description).toBe(memo)
  })

  const nested = (levels: number): object => (levels === 1 ? { end: 1 } : { a: nested(levels - 1) })
  const wide = (keys: number): object =>
    Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1]))
  const filled = (bytes: number): object => {
    const texts = Array.from({ length: 4 }, () => 'x'.repeat(1000))
    const rest = bytes - JSON.stringify({ texts, rest: '' }).length
    return { texts, rest: 'x'.repeat(rest) }
  }
  test.each([
    ['levels', nested(5), nested(6)],
    ['keys', wide(64), wide(65)],
    ['bytes', filled(4096), filled(4097)],
    ['characters of a text', { a: 'x'.repeat(1024) }, { a: 'x'.repeat(1025) }],
    ['bytes of a text', { a: '€'.repeat(341) }, { a: '€'.repeat(342) }],
    ['characters of a key', { ['x'.repeat(1024)]: 1 }, { ['x'.repeat(1025)]: 1 }],
  ])('extra has limits on its %s; accepted values are listed unchanged (D11)', async (_what, most, more) => {
    expect((await receive({ extra: most })).status).toBe(201)
    const [item] = (await world.call('GET', '/api/v1/payments', { key: wallet.invoiceKey })).body
    expect(item.extra).toEqual(most)
    await refused(receive({ extra: more }), [422])
  })

  test('an expiry of a second and of a year is accepted, and a description can be given as its hash', async () => {
    for (const expiry of [1, 31_536_000]) expect((await receive({ expiry })).body.expiry).toBe(expiry)
    for (const more of [{ unhashed_description: 'long' }, { description_hash: hash('sha256', 'long', 'hex') }]) {
      const { bolt11 } = (await receive(more)).body
      const { body } = await world.call('POST', '/api/v1/payments/decode', { body: { data: bolt11 } })
      expect(body.description_hash).toBe(hash('sha256', 'long', 'hex'))
    }
  })

  test('unknown fields have no effect (F1)', async () => {
    const made = await receive({ fee: 5, wallet_id: 'x', checking_id: 'mine', status: 'success', is_admin: true })
    if (made.status === 201) {
      expect(made.body).toMatchObject({ status: 'pending' })
      expect(made.body.checking_id).not.toBe('mine')
    } else expect(made.status).toBe(422)
    expect(await world.balanceMsat(wallet)).toBe(0)
  })

  test('without a credential 401, sending with the invoice key 403 for any bolt11 (D1)', async () => {
    await refused(world.call('POST', '/api/v1/payments', { body: { out: false, amount: 1 } }), [401])
    for (const bolt11 of [(await world.foreignInvoice(1000)).bolt11, 'x']) {
      await refused(post({ out: true, bolt11 }), [403])
    }
    for (const bolt11 of [undefined, '', 7, null]) {
      const answer = world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body: { out: true, bolt11 } })
      await refused(answer, [422])
    }
  })

  test.each(['refuse', 'reset', 'hang'])(
    'while the node is down (%s) no invoice is created, which is answered within 3 s; all else works (E2)',
    async (mode) => {
      const [payer, before] = [await world.openWallet(100), await count()]
      const inside = (await receive({})).body.bolt11
      await world.node.sendControl('POST /down', { mode })
      const started = performance.now()
      await refused(receive({}), [500, 503])
      expect(performance.now() - started).toBeLessThan(3000)
      expect(await count()).toBe(before + 1)
      expect((await world.send(payer, inside)).status).toBe(201)
      await world.node.sendControl('POST /up')
      expect((await receive({})).status).toBe(201)
    },
  )
})
