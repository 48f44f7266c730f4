import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpAt } from '../../../../extensions/offlineshop/totp.ts'
import { tapPath } from '../../test/world/extensions/software-card.ts'
import { bareItems } from '../../test/world/lnbits/bare-items.ts'
import { oddRows } from '../../test/world/lnbits/odd-rows.ts'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { hashOf, hex } from '../../test/world/lnbits/small-lnbits.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import { creditReceipt } from '../payments/receiving/invoice-commands.ts'
import { voucherCode } from './items/links.ts'
import { writeReport } from './report.ts'

describe.each(LOGIC_DIALECTS)('unusual items of LNbits, on %s', (dialect) => {
  let world: ImportedWorld
  beforeAll(async () => {
    world = await openImportedWorld({
      dialect,
      builtIns: BUILT_INS,
      env: { SERVICE_FIXED_RATES: '{"USD":50000,"EUR":50000}', SERVICE_DOMAINS: 'shop.example,nostr.example' },
      rows: oddRows,
      domains: ['127.0.0.1:5000', 'shop.example', 'nostr.example'],
      sourceKind: 'phoenixd',
    })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await world.call('GET', path, { headers })).body
  const item = async (ext: string, id: string, wallet = 'main') =>
    (await world.call('GET', `/${ext}/api/v1/${id}`, { key: hex(`${wallet} admin`) })).body
  const list = async (ext: string, wallet = 'main') =>
    (await world.call('GET', `/${ext}/api/v1/`, { key: hex(`${wallet} admin`) })).body
  const said = (what: string): boolean => writeReport(world.report).includes(what)

  test('pay links: whole euros, ids that differ in case only, names of other hosts, webhooks with invalid JSON', async () => {
    // Two euros at 50,000 per bitcoin.
    expect(await get('/lnurlp/lnurl/whole1')).toMatchObject({ minSendable: 4_000_000, maxSendable: 10_000_000 })
    for (const id of ['casE11', 'case11']) expect((await item('lnurlp', id)).description).toBe(`Odd ${id}`)
    expect((await item('lnurlp', 'named1')).username ?? null).toBeNull()
    const shop = { host: 'shop.example' }
    expect(await get('/.well-known/lnurlp/ann', shop)).toMatchObject({ tag: 'payRequest' })
    expect(await get('/.well-known/lnurlp/ann')).toMatchObject({ status: 'ERROR' })
    expect(await get('/.well-known/lnurlp/ben')).toMatchObject({ tag: 'payRequest' })
    expect(await item('lnurlp', 'zapped')).toMatchObject({ zaps: true, disposable: true, webhook_body: { a: 1 } })
    expect(said('foreig (elsewhere.example)')).toBe(true)
    expect(said('headers that are none are left out (zapped, odd007)')).toBe(true)
    expect(said('a webhook body that is no JSON is left out (odd007)')).toBe(true)
    expect(await item('lnurlp', 'odd007')).toMatchObject({ webhook_headers: { 'x-ok': '1' }, currency: 'XYZ' })
  })

  test('an item in an unknown currency takes no payments', async () => {
    expect(await get('/lnurlp/lnurl/odd007')).toMatchObject({ status: 'ERROR' })
    expect(said('nothing can be paid until you choose another (odd007 (XYZ))')).toBe(true)
  })

  test('withdraw links: the remaining printed vouchers work, and paid ones are not paid again', async () => {
    const voucher = (id: string, n: number) =>
      get(`/withdraw/lnurl/hash of ${id}/${voucherCode(id, `hash of ${id}`, String(n))}`)
    for (const n of [0, 7, 19]) expect(await voucher('half', n), String(n)).toMatchObject({ tag: 'withdrawRequest' })
    for (const n of [1, 8, 18]) expect(await voucher('half', n), String(n)).toMatchObject({ status: 'ERROR' })
    expect(await get('/withdraw/lnurl/hash of spent')).toMatchObject({ status: 'ERROR' })
    expect(await get('/withdraw/lnurl/hash of unused')).toMatchObject({ tag: 'withdrawRequest' })
    expect(await get('/withdraw/lnurl/hash of off')).toMatchObject({ status: 'ERROR' })
    expect(await item('withdraw', 'more')).toMatchObject({ uses: 5, used: 4 })
    expect(await item('withdraw', 'fewer')).toMatchObject({ uses: 5, used: 1 })
    expect(await voucher('fewer', 4)).toMatchObject({ tag: 'withdrawRequest' })
    expect(said('another number of unused vouchers')).toBe(true)
    // LNbits was paying it when it stopped.
    expect(await item('withdraw', 'paying')).toMatchObject({ uses: 1, used: 1 })
    expect(await get('/withdraw/lnurl/hash of paying')).toMatchObject({ status: 'ERROR' })
    for (const line of ['use counts as used (paying)', 'whether they were paid (left)'])
      expect(said(line), line).toBe(true)
    // Of two hashes that differ in case only, the second one is invalid, and never the first one's.
    expect(await get('/withdraw/lnurl/AbCdEf')).toMatchObject({ defaultDescription: 'Odd upper' })
    expect(await get('/withdraw/lnurl/abcdef')).toMatchObject({ status: 'ERROR' })
    expect(said('hash is left out, because another one has it (lower)')).toBe(true)
  })

  test('tills without tips or products, and with a tip wallet of the same account', async () => {
    expect(await item('tpos', 'till1')).toMatchObject({
      tip_options: [],
      tip_wallet: hex('second'),
      withdraw_limit: 500,
      withdraw_between: 10,
      items: [],
    })
    expect(await item('tpos', 'till2', 'second')).toMatchObject({ currency: 'EUR' })
    expect(said('its products cannot be read: it has none (till1)')).toBe(true)
  })

  test('a till numbers products with the same title, and offers tips only as percentages', async () => {
    const { items, tip_options: tips, tip_wallet: wallet } = await item('tpos', 'till4')
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['Tea', 'tea (2)'])
    expect([tips, wallet ?? null]).toEqual([[5, 10], null])
    expect(said("or another account's: they stay in the wallet of the till (till4)")).toBe(true)
    expect(said('7 percent stayed with the till')).toBe(true)
  })

  test('products of a till keep small pictures and https addresses; others are left out, and named', async () => {
    const { items } = (await item('tpos', 'till3')) as { items: { title: string; image?: string }[] }
    const shown = items.flatMap(({ title, image }) => (image == null ? [] : [[title, image.slice(0, 22)]]))
    expect(shown).toEqual([
      ['Tea', 'data:image/png;base64,'],
      ['Cake', 'https://example.com/ca'],
    ])
    for (const title of ['Soup', 'Drawing', 'Disguise', 'Gap']) expect(said(title), title).toBe(true)
    expect(said('choose them again')).toBe(true)
    expect((await world.call('GET', '/tpos/p/till3')).body).toContain('<img src="data:image/png;base64,')
    // Imported items can be saved unchanged.
    const saved = await world.call('PUT', '/tpos/api/v1/till3', { key: hex('main admin'), body: { items } })
    expect([saved.status, saved.body.detail]).toEqual([200, undefined])
  })

  test('a paywall has its three sales, and http addresses are reported', async () => {
    expect(await item('paywall', 'plain')).toMatchObject({ sold: 3, earned: 3, url: 'http://example.com/old' })
    expect(await item('paywall', 'second')).toMatchObject({ sold: 0, currency: 'sat', remembers: true })
    expect(said('it sells an address without https')).toBe(true)
  })

  test('charges that are half paid on-chain, or expired, are imported', async () => {
    expect(await item('satspay', 'chain1')).toMatchObject({
      status: 'partial',
      balance: 400,
      amount_sat: 1000,
      onchain_network: 'testnet',
    })
    expect(await item('satspay', 'over1')).toMatchObject({ status: 'expired', paid: false })
    expect(await item('satspay', 'test1')).toMatchObject({ onchain_network: 'testnet' })
    expect(said('check it by hand')).toBe(true)
    expect(said('tips whose charge is gone')).toBe(true)
    expect(await item('tipjar', '2')).toMatchObject({ tip_count: 0 })
  })

  test('an invoice has both of its part payments, in satoshis and in its currency', async () => {
    const { payments, paid_total: paid } = await item('invoices', 'inv1')
    expect(paid).toBe(40)
    expect(payments).toMatchObject([
      { amount: 25, sats: 25, payment_hash: hashOf('part one') },
      { amount: 15, sats: 15, payment_hash: hashOf('part two') },
    ])
    expect((await item('invoices', 'inv2')).status).toBe('draft')
  })

  test('a receipt belongs to one part payment of the same amount; others are not imported', async () => {
    expect((await item('invoices', 'inv3')).payments).toMatchObject([
      { amount: 5, sats: 7, payment_hash: hashOf('only part') },
      { amount: 5, sats: 0, payment_hash: '' },
    ])
    expect(said('their satoshis are unknown (inv3)')).toBe(true)
  })

  test('splits to a wallet id continue, those above 100 percent are disabled, and a wallet has one scrub', async () => {
    expect(await item('splitpayments', 'whole1')).toMatchObject({ target: hex('second'), enabled: true, percent: 20 })
    expect(await item('splitpayments', 'much1', 'second')).toMatchObject({ enabled: false })
    expect(await item('splitpayments', 'much2', 'second')).toMatchObject({ enabled: false })
    expect(await list('scrub')).toMatchObject([{ id: 'first', payoraddress: 'one@example.com' }])
  })

  test('three apps on one service key: one has ended, one has half of its budget left, one has no limit', async () => {
    const apps = (await list('nwcprovider')) as { description: string }[]
    const of = (description: string) => apps.find((one) => one.description === description)
    expect(of('Ended')).toMatchObject({ expires_at: '2023-11-14T22:30:00.000Z' })
    expect(of('Half spent')).toMatchObject({
      budgets: [{ budget_msats: 100_000, refresh_window: 0, used_msats: 50_000 }],
      unlimited: false,
    })
    expect(of('Unlimited')).toMatchObject({ unlimited: true })
    expect(said('set SERVICE_NOSTR_OWN_RELAY=true')).toBe(true)
  })

  test('a card keeps the amount spent today and its limits, and one with a limit of 0 is disabled', async () => {
    expect(await item('boltcards', 'PAID1')).toMatchObject({
      spent_today: 40,
      counter: 9,
      tx_limit: 50,
      daily_limit: 50,
    })
    expect(said('its limit is that of the day (PAID1)')).toBe(true)
    expect(await item('boltcards', 'ZERO1')).toMatchObject({ enable: false, k1: '4'.repeat(32) })
    expect((await item('boltcards', 'ZERO1')).k0 ?? null).toBeNull()
    const card = { external_id: 'paid1', uid: '04a39493cc8681', k1: '2'.repeat(32), k2: '3'.repeat(32) }
    expect(await get(tapPath(card, 9))).toMatchObject({ status: 'ERROR' })
    expect(await get(tapPath(card, 10))).toMatchObject({ tag: 'withdrawRequest', maxWithdrawable: 10_000 })
  })

  test('payments of a card can be refunded, less earlier refunds', async () => {
    const offer = await get('/boltcards/api/v1/lnurlp/hitpaid')
    expect(offer).toMatchObject({ tag: 'payRequest', maxSendable: 25_000 })
    expect(await get('/boltcards/api/v1/lnurlp/cb/hitpaid?amount=25000')).toMatchObject({
      pr: expect.stringMatching(/^ln/),
    })
    expect(await get('/boltcards/api/v1/lnurlp/hitfail')).toMatchObject({ status: 'ERROR' })
    const receipt = {
      receiptId: 'node:1',
      paymentHash: hashOf('open refund'),
      kind: 'settled',
      amountMsat: 5000n,
    } as never
    expect(await world.db.transact(creditReceipt, { receipt, at: world.nowSeconds() })).toBe('credited')
    await world.tick()
    expect(await get('/boltcards/api/v1/lnurlp/hitpaid')).toMatchObject({ maxSendable: 20_000 })
  })

  test('a switch keeps its password and stays disabled, and its pulse is limited', async () => {
    expect(await item('bitcoinswitch', 'door1')).toMatchObject({
      password: 'open sesame',
      disabled: true,
      switches: [{ pin: 1, duration: 3_600_000 }],
    })
    expect(await item('bitcoinswitch', 'door2')).toMatchObject({ switches: [{ pin: 1, duration: 1, amount: 1 }] })
    expect(said('a pulse lasts from 1 ms to an hour here (door1, pin 1, door2, pin 1)')).toBe(true)
    expect(said('a switch that cost nothing costs the least there is (door2, pin 1)')).toBe(true)
  })

  test('a code that LNbits left pending is not paid again', async () => {
    const body = await get('/fossa/lnurl/abc99?p=U2FsdGVkX1-rTaIbyXFvBLOgvEw9oBaR-BCHX21EN2Y=')
    expect(body).toMatchObject({ status: 'ERROR' })
    expect(said('look them up before you pay one by hand')).toBe(true)
    expect(said('100000 sat (no slip was larger than 50000 sat), and ten times that a day')).toBe(true)
  })

  test('the codes of a shop match the app of the merchant, and words keep their order', async () => {
    const secret = hash('sha256', `otpkey1${hex('main')}`, 'hex')
    const [{ id }] = (await list('offlineshop')) as [{ id: string }]
    expect(id).toBe('prod1')
    const stored = await world.db.list(
      `SELECT data FROM extension_rows WHERE ext_id = 'offlineshop' AND kind = 'shops'`,
      [],
      ({ data }: { data: string }) => JSON.parse(data) as { totp_secret?: string; words?: string; method: string },
    )
    const open = (sealed = ''): unknown => JSON.parse(world.service.vault.open(sealed))
    const ofApp = open(stored.find(({ method }) => method === 'totp')?.totp_secret) as string
    expect(totpAt(ofApp, 1_795_375_737)).toBe(totpAt(secret, 1_795_375_737))
    expect(open(stored.find(({ method }) => method === 'wordlist')?.words)).toEqual(['apple', 'banana', 'cherry'])
  })

  test('an event with waves has the price of the open wave', async () => {
    expect(await item('events', 'waves')).toMatchObject({ price_per_ticket: 80, amount_tickets: 8 })
    // The first of its waves opens in another century.
    expect(await item('events', 'early')).toMatchObject({ price_per_ticket: 50, closing_date: '2099-01-01' })
  })

  test('an event without an open wave sells nothing, and is not cancelled for it', async () => {
    const { closing_date: closing, ...later } = await item('events', 'later')
    expect(later).toMatchObject({ price_per_ticket: 80, decision: 'none', canceled: false })
    expect(Date.parse(closing) / 1000).toBeLessThan(world.nowSeconds())
    const body = { name: 'Ann', email: 'a@example.com', quantity: 1, refund_address: 'a@example.com' }
    const sold = await world.call('POST', '/events/public/later/tickets', { body })
    expect(sold.body.detail).toBe('Tickets are not sold any more.')
    expect(said('sales are closed until you change its closing date (later)')).toBe(true)
  })

  test('a Nostr name never expires, and its buyer changes its key with the secret of LNbits; a domain is imported once', async () => {
    const url = '/nostrnip5/public/dom1/addresses/ann'
    const change = (manage_secret: string) =>
      world.call('PUT', url, { body: { manage_secret, pubkey: 'd'.repeat(64) } })
    expect((await change('wrong')).status).toBe(403)
    expect((await change(`nostr_nip_5_rotation_secret_${'c'.repeat(32)}`)).status).toBe(200)
    const names = await get('/.well-known/nostr.json?name=ann', { host: 'nostr.example' })
    expect(names).toMatchObject({ names: { ann: 'd'.repeat(64) } })
    expect(await list('nostrnip5')).toHaveLength(1)
    expect(said('another one has its domain')).toBe(true)
  })

  test('a Nostr name without a key is neither served nor sold again', async () => {
    const nostr = { host: 'nostr.example' }
    expect(await get('/.well-known/nostr.json?name=nokey', nostr)).toEqual({ names: {}, relays: {} })
    expect((await item('nostrnip5', 'dom1')).address_count).toBe(1)
    expect(await get('/nostrnip5/public/dom1/search?q=nokey')).toMatchObject({ available: false })
    expect(said('give it to its buyer when you have the key (nokey@nostr.example)')).toBe(true)
  })

  test('of two bookings of one time the first one counts, whichever separators the dates have', async () => {
    expect((await item('lncalendar', 'cal1')).booked_count).toBe(2)
    const states = await world.db.list(
      `SELECT data FROM extension_rows WHERE ext_id = 'lncalendar' AND kind = 'appointments' ORDER BY seq`,
      [],
      ({ data }: { data: string }) => (JSON.parse(data) as { state: string }).state,
    )
    expect(states).toEqual(['paid', 'conflict', 'paid'])
    expect(said('the owner pays the second one back')).toBe(true)
  })

  test('items whose optional columns are all NULL are imported, and a job that calls LNbits itself is paused', async () => {
    const bare = BUILT_INS.filter(({ manifest }) => manifest.id in bareItems('', '', ''))
    for (const { manifest } of bare) {
      expect(await list(manifest.id, 'trimmed'), manifest.id).toMatchObject([{ wallet: hex('trimmed') }])
    }
    expect(bare).toHaveLength(19)
    expect(await item('lnticket', 'free')).toMatchObject({ amount: 1, ticket_count: 0 })
    expect(await item('copilot', 'cop9')).toMatchObject({ title: 'Bare' })
    expect(await item('scheduler', hex('self call'))).toMatchObject({ status: 'paused' })
    expect(await item('watchonly', 'w9')).toMatchObject({ address_index: 0, network: 'testnet' })
  })
})
