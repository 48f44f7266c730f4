import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LnurlService, openLnurlService } from '../../../test/world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'
import { tokenOf } from '../../../test/world/token-of.ts'

const inLines = (text: string): string => text.match(/.{1,50}/g)?.join('\r\n') ?? ''

/** Ways in which people and programs pass an invoice or an LNURL. */
const OF_CODES: readonly (readonly [title: string, write: (code: string) => string])[] = [
  ['with blanks', (code) => ` ${code}\n`],
  ['with a no-break space', (code) => `${code}\u00a0`],
  ['with zero-width characters', (code) => `\u200b${code}\ufeff`],
  ['in capital letters', (code) => code.toUpperCase()],
  ['as lightning:', (code) => `lightning:${code}`],
  ['as lightning://', (code) => `lightning://${code}`],
  ['as LIGHTNING: in capital letters', (code) => `LIGHTNING:${code}`.toUpperCase()],
  ['in lines', inLines],
  ['in a sentence', (code) => `Please pay ${code}, thank you!`],
  ['in a bitcoin link', (code) => `bitcoin:?lightning=${code}`],
  ['in a page', (code) => `https://shop.example/order?id=7&lightning=${code}`],
]

/** An address has no checksum: it is not joined. */
const OF_ADDRESSES = OF_CODES.filter(([title]) => title !== 'in lines')

describe.each(DIALECTS)('texts from outside, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect, env: { SERVICE_PUBLIC_URL: 'https://satchel.example' } })
    wallet = await world.openWallet(1_000_000)
    token = await tokenOf(world, wallet)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const post = (path: string, body: object) => world.call('POST', path, { key: wallet.adminKey, body })

  describe.each(OF_CODES)('an invoice %s', (_title, write) => {
    test('an invoice is decoded, has its reserve, and is paid once, in the own API and in the dialect of LNbits', async () => {
      const first = await world.foreignInvoice(1_000_000)
      const text = write(first.bolt11)
      const query = `invoice=${encodeURIComponent(text)}`
      const decoded = await post('/api/v1/payments/decode', { data: text })
      expect(decoded).toMatchObject({ status: 200, body: { bolt11: first.bolt11, payment_hash: first.hash } })
      const plain = await world.call('GET', `/api/v1/payments/fee-reserve?invoice=${first.bolt11}`)
      for (const path of ['/api/v1/payments/fee-reserve', '/lnbits/api/v1/payments/fee-reserve']) {
        const { status, body } = await world.call('GET', `${path}?${query}`, { key: wallet.invoiceKey })
        expect([status, body]).toEqual([200, plain.body])
      }
      const before = await world.balanceMsat(wallet)
      const paid = await post('/api/v1/payments', { out: true, bolt11: text })
      expect(paid).toMatchObject({ status: 201, body: { payment_hash: first.hash } })
      expect(await post('/api/v1/payments', { out: true, bolt11: text })).toMatchObject({
        status: 400,
        body: { code: 'invoice_paid_or_pending', status: 'success' },
      })
      const second = await world.foreignInvoice(1_000_000)
      const asClient = await post('/lnbits/api/v1/payments', { out: true, bolt11: write(second.bolt11), amount: 5 })
      expect(asClient).toMatchObject({ status: 201, body: { payment_hash: second.hash } })
      expect(before - (await world.balanceMsat(wallet))).toBe(2_000_000)
    })
  })

  /** The same link as LNURL, as URL of LUD-17, and as an address. */
  const links = (service: LnurlService, kind: 'pay' | 'withdraw') => [
    { code: encodeLnurl(service.url(`/${kind}`)), notations: OF_CODES },
    ...(kind === 'pay' ? [{ code: `alice@${service.host}`, notations: OF_ADDRESSES }] : []),
  ]

  test('a pay link is scanned, paid and stored as a contact in every notation', async () => {
    const service = await openLnurlService(world)
    for (const { code, notations } of links(service, 'pay')) {
      for (const [title, write] of notations) {
        const lnurl = write(code)
        const where = `${code} ${title}`
        const scans = [
          await world.call('GET', `/api/v1/lnurlscan/${encodeURIComponent(lnurl)}`, { key: wallet.invoiceKey }),
          await post('/api/v1/lnurlscan', { lnurl }),
        ]
        for (const scan of scans) expect([where, scan.status, scan.body.kind]).toEqual([where, 200, 'pay'])
        for (const path of ['/api/v1/payments/lnurl', '/api/v1/lnurlpay']) {
          const paid = await post(path, { lnurl, amount: 2000 })
          expect([where, paid.status, paid.body.payment_hash]).toEqual([where, 201, service.invoices.at(-1)?.hash])
        }
        const contact = await world.call('POST', '/api/v1/contacts', { token, body: { name: 'A', target: lnurl } })
        expect([where, contact.status, contact.body.target]).toEqual([where, 201, code])
        await world.call('DELETE', `/api/v1/contacts/${contact.body.id}`, { token })
      }
    }
  })

  test('a withdraw link is accepted in every notation, by both routes', async () => {
    const service = await openLnurlService(world)
    service.singleUse = false
    for (const { code, notations } of links(service, 'withdraw')) {
      for (const [title, write] of notations) {
        const where = `${code} ${title}`
        const lnurl = write(code)
        const taken = await post('/api/v1/lnurlwithdraw', { lnurl, amount: 5 })
        expect([where, taken.status, taken.body.payment_request]).toEqual([where, 201, service.handedOver.at(-1)])
        const made = await post('/api/v1/payments', { out: false, amount: 5, lnurl_withdraw: lnurl })
        expect([where, made.status, made.body.payment_request]).toEqual([where, 201, service.handedOver.at(-1)])
      }
    }
  })

  test('a log-in is signed in every notation', async () => {
    const service = await openLnurlService(world)
    const code = encodeLnurl(service.url(`/login?tag=login&k1=${'ab'.repeat(32)}`))
    for (const [title, write] of OF_CODES) {
      const answer = await post('/api/v1/lnurlauth', { lnurl: write(code) })
      expect([title, answer.status]).toEqual([title, 200])
    }
  })

  test('a text with two different payees is rejected by every route, and nothing is paid or requested', async () => {
    const service = await openLnurlService(world)
    const [one, other] = [await world.foreignInvoice(1000), await world.foreignInvoice(1000)]
    const asked = service.asked().length
    const before = await world.balanceMsat(wallet)
    const invoices = `${one.bolt11} ${other.bolt11}`
    const lnurl = `alice@${service.host} or ${encodeLnurl(service.url('/withdraw'))}`
    const answers = [
      await post('/api/v1/payments', { out: true, bolt11: invoices }),
      await post('/lnbits/api/v1/payments', { out: true, bolt11: invoices }),
      await post('/api/v1/payments/decode', { data: invoices }),
      await world.call('GET', `/api/v1/payments/fee-reserve?invoice=${encodeURIComponent(invoices)}`),
      await post('/api/v1/lnurlscan', { lnurl }),
      await world.call('GET', `/api/v1/lnurlscan/${encodeURIComponent(lnurl)}`, { key: wallet.invoiceKey }),
      await post('/api/v1/payments/lnurl', { lnurl, amount: 1000 }),
      await post('/api/v1/lnurlpay', { lnurl, amount: 1000 }),
      await post('/api/v1/lnurlwithdraw', { lnurl, amount: 1 }),
      await post('/api/v1/payments', { out: false, amount: 1, lnurl_withdraw: lnurl }),
      await post('/api/v1/lnurlauth', { lnurl }),
    ]
    // LNbits answers a payment that fails with 520.
    for (const [at, { status, body }] of answers.entries()) {
      expect([at, status, body.detail]).toEqual([
        at,
        at === 1 ? 520 : 400,
        expect.stringMatching(/^The text has different things/),
      ])
    }
    const contact = await world.call('POST', '/api/v1/contacts', { token, body: { name: 'A', target: lnurl } })
    expect([contact.status, contact.body.detail]).toEqual([422, expect.stringContaining('has different things')])
    // One of two may have been paid before: the answer does not reveal it.
    expect(answers[0]?.body.status).toBeUndefined()
    expect(service.asked()).toHaveLength(asked)
    expect(await world.balanceMsat(wallet)).toBe(before)
  })

  test('a bitcoin link pays its amount, and a contradictory amount is rejected', async () => {
    const service = await openLnurlService(world)
    // An invoice without an amount.
    const open = await world.foreignInvoice(undefined as never)
    const link = `bitcoin:?amount=0.00000007&label=Shop&lightning=${open.bolt11}`
    const refused = await post('/api/v1/payments', { out: true, bolt11: link, amount: 8 })
    expect([refused.status, refused.body.code, refused.body.params]).toEqual([
      422,
      'bitcoin_link_amounts_differ',
      { link_sat: 7, other_sat: 8 },
    ])
    const before = await world.balanceMsat(wallet)
    expect((await post('/api/v1/payments', { out: true, bolt11: link })).status).toBe(201)
    expect(before - (await world.balanceMsat(wallet))).toBe(7000)
    const other = await post('/api/v1/payments', {
      out: true,
      bolt11: `bitcoin:?amount=1&lightning=${(await world.foreignInvoice(7000)).bolt11}`,
    })
    expect([other.status, other.body.code]).toEqual([400, 'bitcoin_link_amounts_differ'])
    const lnurl = `bitcoin:?amount=0.00000007&lightning=alice@${service.host}`
    const differs = await post('/api/v1/payments/lnurl', { lnurl, amount: 8000 })
    expect([differs.status, differs.body.code]).toEqual([400, 'bitcoin_link_amounts_differ'])
    expect((await post('/api/v1/payments/lnurl', { lnurl, amount: 7000 })).status).toBe(201)
  })

  test('a link with a slash can be scanned by path, too', async () => {
    const service = await openLnurlService(world)
    for (const lnurl of [
      service.url('/pay'),
      `lnurlp://${service.host}/pay`,
      `https://x.example/?lightning=alice@${service.host}`,
    ]) {
      const path = `/api/v1/lnurlscan/${encodeURIComponent(lnurl)}`
      expect((await world.call('GET', path, { key: wallet.invoiceKey })).body).toMatchObject({ kind: 'pay' })
    }
    const picture = await world.call('GET', `/api/v1/qrcode/${encodeURIComponent('lnurlp://pay.example/x')}`)
    expect(picture.status).toBe(200)
  })
})

describe.each(DIALECTS)('ids and hashes in either case, on %s', (dialect) => {
  let world: World
  let wallet: WorldWallet
  let token: string
  beforeAll(async () => {
    world = await openWorld({ dialect })
    wallet = await world.openWallet(1_000_000)
    token = await tokenOf(world, wallet)
  })
  afterAll(() => world.close())

  test('name the same wallet, payment, contact and note', async () => {
    const capitals = wallet.id.toUpperCase()
    const ofWallet = await world.call('GET', `/api/v1/wallet?wallet_id=${capitals}`, { token })
    expect([ofWallet.status, ofWallet.body.id]).toEqual([200, wallet.id])
    const { body: made } = await world.call('POST', '/api/v1/payments', {
      key: wallet.adminKey,
      body: { out: false, amount: 5 },
    })
    const hash = made.payment_hash.toUpperCase()
    const seen = await world.call('GET', `/api/v1/payments/${hash}?wallet_id=${capitals}`, { token })
    expect([seen.status, seen.body.details.payment_hash]).toEqual([200, made.payment_hash])
    expect((await world.call('GET', `/lnbits/api/v1/payments/${hash}`, { key: wallet.invoiceKey })).status).toBe(200)
    expect((await world.call('PUT', '/api/v1/wallets/order', { token, body: { wallet_ids: [capitals] } })).status).toBe(
      200,
    )
    const { body: contact } = await world.call('POST', '/api/v1/contacts', {
      token,
      body: { name: 'A', target: 'a@pay.example' },
    })
    const id = contact.id.toUpperCase()
    expect((await world.call('GET', `/api/v1/contacts/${id}`, { token })).body.id).toBe(contact.id)
    const noted = await world.call('PUT', `/api/v1/payments/${hash}/note?wallet_id=${capitals}`, {
      token,
      body: { contact_id: id },
    })
    expect(noted.status).toBe(200)
  })

  test('a hold invoice is created and settled with hash and preimage in capital letters', async () => {
    const preimage = '5a'.repeat(32)
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(preimage, 'hex'))).toString('hex')
    const body = { out: false, amount: 5, hold: true, payment_hash: hash.toUpperCase() }
    const made = await world.call('POST', '/api/v1/payments', { key: wallet.adminKey, body })
    expect([made.status, made.body.payment_hash]).toEqual([201, hash])
    const path = `/api/v1/payments/${hash.toUpperCase()}`
    const wrong = { preimage: preimage.replace('5a', 'zz') }
    const refused = await world.call('PUT', path, { key: wallet.adminKey, body: wrong })
    expect([refused.status, refused.body.detail]).toEqual([422, 'body.preimage: String should be 64 hex characters'])
    const settled = await world.call('PUT', path, { key: wallet.adminKey, body: { preimage: preimage.toUpperCase() } })
    // Nothing has arrived yet; the preimage itself is accepted.
    expect([settled.status, settled.body.code]).not.toContain('preimage_wrong')
    expect(settled.status).not.toBe(422)
  })

  test('an invalid name is rejected with a sentence, not with a pattern', async () => {
    const answer = await world.call('POST', '/api/v1/auth/register', {
      body: { username: 'a b', password: 'correct horse', password_repeat: 'correct horse' },
    })
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      'body.username: String does not fit here: 2 to 64 letters, digits, dots, underscores or hyphens',
    ])
  })
})
