import { openHttpServer } from '@satchel/outbound/world/loopback-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRows } from '../../test/world/lnbits/bare-items.ts'
import { type ImportedWorld, openImportedWorld } from '../../test/world/lnbits/open-imported-world.ts'
import { invoicesOfItems, smallItems } from '../../test/world/lnbits/small-items.ts'
import { hashOf, hex, paymentWriter, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { openTestSocket, openTextSocket } from '../../test/world/open-test-socket.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import { creditReceipt } from '../payments/receiving/invoice-commands.ts'
import { writeReport } from './report.ts'

const MACHINE = 'switch2switch2switch22'

/** A machine with a password, and an invoice in a currency without hundredths. */
const MORE = {
  bitcoinswitch: {
    switch: [
      {
        id: 'locked',
        title: 'Locked',
        wallet: hex('shop'),
        password: 'sesame',
        switches: '[{"amount":10,"duration":5,"pin":1}]',
      },
      {
        id: 'chatty2chatty2chatty22',
        title: 'Chatty',
        wallet: hex('shop'),
        switches: '[{"amount":10,"duration":5,"pin":1,"comment":true}]',
      },
    ],
    payment: [
      { id: 'wrong', bitcoinswitch_id: 'locked', payment_hash: hashOf('wrong word'), pin: 1, sats: 10_000 },
      { id: 'right', bitcoinswitch_id: 'locked', payment_hash: hashOf('right word'), pin: 1, sats: 10_000 },
    ],
  },
  invoices: {
    invoices: [{ id: 'yen1', wallet: hex('shop'), status: 'open', currency: 'JPY', time: 1_700_001_000 }],
    invoice_items: [{ id: 'y1', invoice_id: 'yen1', description: 'Work', amount: 100_050, quantity: 3 }],
  },
}

function rowsOf(now: number) {
  const core = smallCore(now)
  const pay = paymentWriter(now)
  const open = { status: 'pending', made: now - 60, expires: 86_400 }
  const yen = { ...open, tag: 'invoices', extra: '{"invoice_id": "yen1", "famount": 12345}' }
  const apipayments = [
    ...core.apipayments,
    ...invoicesOfItems(now),
    pay('shop', 'wrong word', 10_000, { ...open, tag: 'Switch', extra: '{"comment": "open sesame"}' }),
    pay('shop', 'right word', 10_000, { ...open, tag: 'Switch', extra: '{"comment": "sesame"}' }),
    pay('shop', 'some yen', 21_000, yen),
  ]
  return { ...joinRows(smallItems(now), MORE), core: { ...core, apipayments } }
}

describe.each(LOGIC_DIALECTS)('items of LNbits that are paid after the import, on %s', (dialect) => {
  let world: ImportedWorld
  let sockets: string
  beforeAll(async () => {
    world = await openImportedWorld({
      dialect,
      builtIns: BUILT_INS,
      env: { SERVICE_OUTBOUND_ALLOW_PRIVATE: 'true', SERVICE_FIXED_RATES: '{"EUR":50000,"USD":50000}' },
      rows: rowsOf,
    })
    sockets = (await world.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const get = async (path: string) => (await world.call('GET', path)).body

  test('a switch with comments accepts as many characters as in LNbits', async () => {
    const path = '/bitcoinswitch/api/v1/lnurl/'
    await openTextSocket(`${sockets}/api/v1/ws/chatty2chatty2chatty22`)
    await expect.poll(() => get(`${path}chatty2chatty2chatty22?pin=1`)).toMatchObject({ commentAllowed: 255 })
    const pay = (words: string) => get(`${path}cb/chatty2chatty2chatty22/1?amount=10000&comment=${words}`)
    expect(await pay('x'.repeat(255))).toHaveProperty('pr')
    expect(await pay('x'.repeat(256))).toMatchObject({ status: 'ERROR', reason: expect.stringContaining('255') })
  })

  const post = async (path: string, body: object) => (await world.call('POST', path, { body })).body
  const ofOwner = async (path: string) => (await world.call('GET', path, { key: hex('shop admin') })).body
  const said = (what: string): boolean => writeReport(world.report).includes(what)
  /** Payments at the node while neither LNbits nor this service ran. */
  const receive = async (word: string, sat = 21) => {
    const amountMsat = BigInt(sat) * 1000n
    const receipt = { receiptId: `node:${word}`, paymentHash: hashOf(word), kind: 'settled', amountMsat } as never
    expect(await world.db.transact(creditReceipt, { receipt, at: world.nowSeconds() }), word).toBe('credited')
    await world.tick()
  }

  test('open invoices without an item are counted, and so are those that cannot be derived', () => {
    const lines = world.report.left_out.filter(({ why }) => why.startsWith('open invoices that lead to no item'))
    expect(lines.map(({ kind, n }) => [kind, n])).toEqual([
      ['Paywall', 2],
      ['Bitcoin switch', 1],
    ])
    expect(said('its referer gets nothing (eve)')).toBe(true)
    expect(said('the till keeps all of them (till1)')).toBe(true)
    expect(said('the page of the buyer is gone (item1)')).toBe(true)
    expect(said('may come on the chain: look whether they have (Chain (charge4))')).toBe(true)
    expect(said('paid on the chain: look whether they were (Finn (onchain1))')).toBe(true)
    // One slot is held for one buyer.
    expect(said('slot is left out')).toBe(false)
  })

  test('a file bought at LNbits is downloaded in the version that the buyer names', async () => {
    const files = await openHttpServer((_request, response) => response.end('the file'))
    const wall = await ofOwner('/paywall/api/v1/wall2')
    expect(wall).toMatchObject({ kind: 'file', release: true, file_headers: { 'x-a': 'b' }, sold: 1, earned: 5000 })
    expect(wall.url).toBe('https://example.com/f-{version}.zip')
    const url = `http://127.0.0.1:${files.port}/{version}/f-{version}.zip`
    const body = { url }
    expect((await world.call('PUT', '/paywall/api/v1/wall2', { key: hex('shop admin'), body })).status).toBe(200)
    const paymentHash = hashOf('bought file')
    const bought = await post('/paywall/api/v1/paywalls/check_invoice/wall2', { payment_hash: paymentHash })
    expect(bought).toMatchObject({ paid: true, remembers: false })
    expect(new URL(bought.url).search).toBe(`?payment_hash=${paymentHash}&version=__your_version_here___`)
    const download = (version: string) =>
      world.call('GET', `/paywall/download/wall2?payment_hash=${paymentHash}${version}`)
    const file = await download('&version=v1.2%2B3')
    expect([file.status, String(file.body)]).toEqual([200, 'the file'])
    expect(file.headers['content-disposition']).toContain('f-v1.2%2B3.zip')
    expect(files.hits).toMatchObject([{ path: 'GET /v1.2%2B3/f-v1.2%2B3.zip', headers: { 'x-a': 'b' } }])
    for (const bad of [
      '',
      '&version=..',
      '&version=a/b',
      '&version=a%2Fb',
      '&version=%7Bversion%7D',
      '&version=a@b',
      '&version=a%3Fb',
    ]) {
      expect((await download(bad)).status, bad).toBe(422)
    }
    const unpaid = `/paywall/download/wall2?payment_hash=${'ab'.repeat(32)}&version=1`
    expect((await world.call('GET', unpaid)).status).toBe(402)
    expect(files.hits).toHaveLength(1)
  })

  test('a paid tip counts, and an unpaid one waits for its payment', async () => {
    expect(await ofOwner('/tipjar/api/v1/1')).toMatchObject({ tip_count: 1, tip_total: 500 })
    expect((await ofOwner('/tipjar/api/v1/1/tips')).map(({ name }: { name: string }) => name)).toEqual(['Fan'])
    await receive('open tip')
    expect(await ofOwner('/tipjar/api/v1/1')).toMatchObject({ tip_count: 2, tip_total: 521 })
    expect((await ofOwner('/tipjar/api/v1/1/tips'))[0]).toMatchObject({ name: 'Slow', message: 'At last', sats: 21 })
    expect(said('the tip jar waits for their payment (charge3)')).toBe(true)
  })

  test('an invoice of a paywall paid after LNbits has stopped opens the purchase', async () => {
    const check = (word: string) => post('/paywall/api/v1/paywalls/check_invoice/wall1', { payment_hash: hashOf(word) })
    const waiting = await openTestSocket(`${sockets}/paywall/api/v1/paywalls/invoice/wall1/${hashOf('open purchase')}`)
    expect(await check('open purchase')).toEqual({ paid: false })
    await receive('open purchase')
    await expect.poll(() => waiting.messages).toMatchObject([{ paid: true }])
    expect(await check('open purchase')).toMatchObject({ paid: true, url: 'https://example.com/secret' })
    // Paid before it ended, and before this service began.
    await receive('ended note')
    expect(await check('ended note')).toMatchObject({ paid: true })
  })

  test('a payment to another wallet opens nothing, whatever its invoice claims', async () => {
    const check = (word: string) => post('/paywall/api/v1/paywalls/check_invoice/wall1', { payment_hash: hashOf(word) })
    await receive('forged', 1)
    expect(await check('forged')).toEqual({ paid: false })
    expect(await check('forged and paid')).toEqual({ paid: false })
  })

  test('an unpaid ticket reserves a seat, and is valid as soon as it is paid', async () => {
    const tickets = async () =>
      (await ofOwner('/events/api/v1/event1/tickets')).map(({ name }: { name: string }) => name).toSorted()
    expect(await tickets()).toEqual(['Ann', 'Dan'])
    expect(await ofOwner('/events/api/v1/event1')).toMatchObject({ sold: 3, reserved: 1, amount_tickets: 10 })
    expect((await world.call('GET', `/events/ticket/${hashOf('unpaid')}`)).status).toBe(404)
    await receive('open ticket')
    expect(await tickets()).toEqual(['Ann', 'Cleo', 'Dan'])
    expect(await ofOwner('/events/api/v1/event1')).toMatchObject({ sold: 4, reserved: 0, received_sat: 221 })
    // Under the address that LNbits gave the buyer.
    const page = await world.call('GET', `/events/ticket/${hashOf('open ticket')}`)
    const [, ticket = ''] = /\/events\/ticket\/([0-9A-Za-z-]+)"/.exec(String(page.body)) ?? []
    expect((await world.call('GET', `/events/ticket/${ticket}`)).status).toBe(200)
    const door = `/events/api/v1/event1/tickets/${encodeURIComponent(`ticket://${ticket}`)}/register`
    expect((await world.call('PUT', door, { key: hex('shop invoice') })).body).toMatchObject({ name: 'Cleo' })
  })

  test('a message is delivered once it is paid, and not before', async () => {
    const messages = async () => {
      const list = await ofOwner('/lnticket/api/v1/form1/tickets')
      return list.map(({ ltext }: { ltext: string }) => ltext).toSorted()
    }
    expect(await messages()).toEqual(['Help me'])
    await receive('open note')
    expect(await messages()).toEqual(['Call me back', 'Help me'])
    expect(await ofOwner('/lnticket/api/v1/form1')).toMatchObject({ amountmade: 31, ticket_count: 2 })
  })

  test('a slot is booked once it is paid, unless another payment took it', async () => {
    const booking = (word: string) => get(`/lncalendar/public/cal1/appointments/${hashOf(word)}`)
    expect(await booking('open slot')).toMatchObject({ paid: false, start: '2099-01-02T11:00:00Z' })
    await receive('open slot')
    expect(await booking('open slot')).toMatchObject({ paid: true, conflict: false })
    await receive('taken slot')
    expect(await booking('taken slot')).toMatchObject({ paid: true, conflict: true })
  })

  test('a part payment of an invoice counts the amount fixed when it was requested', async () => {
    const before = await ofOwner('/invoices/api/v1/inv1')
    // No received data show the value of the first part.
    expect(before).toMatchObject({
      total: 246.9,
      paid_total: 10,
      payments: [{ amount: 10, sats: 0, payment_hash: '' }],
    })
    await receive('open part')
    const { paid_total: paid, payments } = await ofOwner('/invoices/api/v1/inv1')
    expect(paid).toBe(30.5)
    expect(payments[1]).toMatchObject({ amount: 20.5, sats: 21, payment_hash: hashOf('open part') })
  })

  test('a Nostr name resolves to its key once it is paid, for the ordered years', async () => {
    const names = () => get('/nostrnip5/api/v1/domain/dom1/nostr.json?name=eve')
    expect(await names()).toMatchObject({ names: {} })
    await receive('open name')
    expect(await names()).toMatchObject({ names: { eve: 'e'.repeat(64) } })
    const [eve] = (await ofOwner('/nostrnip5/api/v1/dom1/addresses')) as { expires_at: string }[]
    const years = (Date.parse(eve?.expires_at ?? '') / 1000 - world.nowSeconds()) / (365 * 86_400)
    expect(Math.round(years)).toBe(2)
  })

  test('a device is switched for the paid time', async () => {
    const { messages } = await openTextSocket(`${sockets}/api/v1/ws/${MACHINE}`)
    await expect.poll(async () => (await ofOwner(`/bitcoinswitch/api/v1/${MACHINE}`)).online).toBe(true)
    await receive('open pulse', 30)
    await expect.poll(() => messages).toEqual(['21-6000'])
  })

  test('a device with a password is switched by the whole password only', async () => {
    await receive('wrong word', 10)
    await receive('right word', 10)
    const triggers = await ofOwner('/bitcoinswitch/api/v1/locked/triggers')
    expect(triggers.map((one: { payment_hash: string }) => one.payment_hash)).toEqual([hashOf('right word')])
  })

  test('an invoice with hundredths of a currency without them is shown and paid exactly', async () => {
    expect(await ofOwner('/invoices/api/v1/yen1')).toMatchObject({ total: 3001.5, paid_total: 0 })
    await receive('some yen')
    expect(await ofOwner('/invoices/api/v1/yen1')).toMatchObject({
      paid_total: 123.45,
      payments: [{ amount: 123.45, sats: 21 }],
    })
    const { status, body } = await world.call('GET', '/invoices/p/yen1')
    expect(status).toBe(200)
    for (const text of ['¥1,000.5', '¥3,001.5', '¥123.45', '¥2,878.05']) expect(body).toContain(text)
  })

  test('sales of a till, a shop and a stream are recorded once they are paid', async () => {
    const state = () => get(`/tpos/api/v1/tposs/till1/invoices/${hashOf('open sale')}`)
    expect(await state()).toEqual({ paid: false })
    await receive('open sale')
    expect(await state()).toEqual({ paid: true })
    await receive('open honey')
    expect(await ofOwner('/offlineshop/api/v1/item1/sales')).toMatchObject([{ sats: 21, amount: 3.5, currency: 'EUR' }])
    await receive('open show')
    expect(await ofOwner('/copilot/api/v1/cop1')).toMatchObject({ amount_made: 22 })
  })

  test('the owner of a pay link is notified of a payment with its comment', async () => {
    const body = { webhook_url: 'https://shop.example/hook' }
    expect((await world.call('PUT', '/lnurlp/api/v1/pay001', { key: hex('shop admin'), body })).status).toBe(200)
    await receive('open', 25)
    const calls = await world.db.list('SELECT body FROM deliveries', [], (row: { body: string }) => row.body)
    const call = JSON.parse(calls.find((text) => text.includes('pay001')) ?? '{}') as object
    expect(call).toMatchObject({ lnurlp: 'pay001', payment_hash: hashOf('open'), amount: 25, comment: 'hi' })
  })

  test('a charge is paid, and the page that waits for it is notified', async () => {
    const { messages } = await openTestSocket(`${sockets}/satspay/charge2/ws`)
    await receive('charged', 25)
    await expect.poll(() => messages).toMatchObject([{ id: 'charge2', paid: true, balance: 25 }])
    const charge = await world.call('GET', '/satspay/api/v1/charge/charge2', { key: hex('shop invoice') })
    expect(charge.body).toMatchObject({ paid: true, balance: 25 })
  })
})
