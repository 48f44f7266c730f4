import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { BITCOINSWITCH } from '@satchel/extensions/bitcoinswitch/bitcoinswitch'
import { EVENTS } from '@satchel/extensions/events/events'
import { FOSSA } from '@satchel/extensions/fossa/fossa'
import { INVOICES } from '@satchel/extensions/invoices/invoices'
import { LNCALENDAR } from '@satchel/extensions/lncalendar/lncalendar'
import { LNURLP } from '@satchel/extensions/lnurlp/lnurlp'
import { NOSTRNIP5 } from '@satchel/extensions/nostrnip5/nostrnip5'
import { OFFLINESHOP } from '@satchel/extensions/offlineshop/offlineshop'
import { PAYWALL } from '@satchel/extensions/paywall/paywall'
import { SATSPAY } from '@satchel/extensions/satspay/satspay'
import { TPOS } from '@satchel/extensions/tpos/tpos'
import { decodeLnurl } from '@satchel/lnurl/bech32-url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { eventBody } from '../../services/wallet/test/world/extensions/open-box-office.ts'
import { openSoftwareDevice } from '../../services/wallet/test/world/extensions/software-device.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'

/** Every extension whose items have an amount in a currency. */
const PRICED = [
  BITCOINSWITCH,
  EVENTS,
  FOSSA,
  INVOICES,
  LNCALENDAR,
  LNURLP,
  NOSTRNIP5,
  OFFLINESHOP,
  PAYWALL,
  SATSPAY,
  TPOS,
]
const RATES = { SERVICE_FIXED_RATES: '{"EUR":50000,"JPY":50000,"HUF":50000}' }

describe.each(LOGIC_DIALECTS)('an amount with more digits than its currency has now, on %s', (dialect) => {
  let world: World
  let owner: WorldWallet
  let payer: WorldWallet
  beforeAll(async () => {
    world = await openWorld({ dialect, builtIns: PRICED, env: RATES })
    owner = await world.openWallet(1_000_000)
    payer = await world.openWallet(100_000_000)
    for (const { manifest } of PRICED) await activateExtension(world, owner, manifest.id)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const make = async (extId: string, body: object) => {
    const answer = await world.call('POST', `/${extId}/api/v1/`, { key: owner.adminKey, body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const see = async (extId: string, id: string) =>
    (await world.call('GET', `/${extId}/api/v1/${id}`, { key: owner.adminKey })).body
  const put = (extId: string, id: string, body: object) =>
    world.call('PUT', `/${extId}/api/v1/${id}`, { key: owner.adminKey, body })
  const pageOf = async (path: string): Promise<string> => {
    const { status, body } = await world.call('GET', path)
    expect(status).toBe(200)
    return body
  }
  /** As if the yen had had two digits when it was stored. */
  const toYen = (id: string) =>
    writeDirectly(
      world,
      `UPDATE extension_rows SET data = replace(data, '"currency":"EUR"', '"currency":"JPY"') WHERE id = '${id}'`,
    )
  const pay = async (request: string): Promise<void> => {
    expect(await world.send(payer, request)).toMatchObject({ status: 201 })
    await world.tick()
  }

  test('an invoice is shown, paid in parts, and booked to the last digit; a change of its notes changes no amount', async () => {
    const { id } = await make('invoices', {
      currency: 'EUR',
      status: 'open',
      tax_percent: 27,
      items: [{ description: 'Work', amount: 1574.41, quantity: 1 }],
    })
    await toYen(id)
    const page = await pageOf(`/invoices/p/${id}`)
    for (const text of ['¥1,574.41', '¥425.09', '¥1,999.5', 'data-digits="1"']) expect(page).toContain(text)
    const ask = (body: object) => world.call('POST', `/invoices/public/${id}/payments`, { body })
    expect((await ask({ amount: 0.125 })).status).toBe(422)
    expect(await ask({ amount: 2000 })).toMatchObject({
      status: 400,
      body: { detail: 'Only ¥1,999.5 are left to pay.' },
    })
    await pay((await ask({ amount: 999.2 })).body.payment_request)
    expect(await put('invoices', id, { notes: 'Thank you.' })).toMatchObject({ status: 200, body: { total: 1999.5 } })
    expect((await world.call('GET', `/invoices/public/${id}`)).body).toMatchObject({
      paid_total: 999.2,
      remainder: 1000.3,
    })
    const rest = (await ask({})).body
    expect(rest).toMatchObject({ amount: 1000.3, sats: 2_000_600 })
    await pay(rest.payment_request)
    expect(await see('invoices', id)).toMatchObject({ status: 'paid', paid_total: 1999.5, overpaid: false })
    expect(await pageOf(`/invoices/p/${id}`)).toContain('¥1,000.3')
  })

  test('an invoice whose tax was rounded to other digits keeps its total', async () => {
    const { id } = await make('invoices', {
      currency: 'JPY',
      status: 'open',
      tax_percent: 27,
      items: [{ description: 'Work', amount: 999, quantity: 1 }],
    })
    await writeDirectly(world, `UPDATE extension_rows SET data = replace(data, '"JPY"', '"HUF"') WHERE id = '${id}'`)
    const page = await pageOf(`/invoices/p/${id}`)
    for (const text of ['HUF\u00a0270.00', 'HUF\u00a01,269.00']) expect(page).toContain(text)
    const { body } = await world.call('POST', `/invoices/public/${id}/payments`, { body: {} })
    expect(body).toMatchObject({ amount: 1269, sats: 2_538_000 })
    await pay(body.payment_request)
    expect(await see('invoices', id)).toMatchObject({ status: 'paid', paid_total: 1269, overpaid: false })
  })

  test('a product of a shop is shown and sold at its price', async () => {
    const { id, lnurl } = await make('offlineshop', { name: 'Jam', price: 19.99, currency: 'EUR' })
    await toYen(id)
    expect(await pageOf(`/offlineshop/p/${id}`)).toContain('¥19.99')
    expect(await put('offlineshop', id, { name: 'Plum jam' })).toMatchObject({ status: 200, body: { price: 19.99 } })
    expect((await put('offlineshop', id, { price: 19.98 })).status).toBe(422)
    const { pathname } = new URL(decodeLnurl(lnurl))
    expect((await world.call('GET', pathname)).body).toMatchObject({ minSendable: 39_980_000 })
    await pay((await world.call('GET', `${pathname}/cb?amount=39980000`)).body.pr)
    expect((await world.call('GET', `/offlineshop/api/v1/${id}/sales`, { key: owner.adminKey })).body).toMatchObject([
      { amount: 19.99, currency: 'JPY', sats: 39_980 },
    ])
  })

  test('a till shows, sells and prints receipts at the prices of its list', async () => {
    const items = [
      { title: 'Tea', price: 1.55, tax: 10 },
      { title: 'Cake', price: 4, tax: 10 },
    ]
    const { id } = await make('tpos', { name: 'Bar', currency: 'EUR', receipt: true, tax_inclusive: false, items })
    await toYen(id)
    const page = await pageOf(`/tpos/p/${id}`)
    expect(page).toContain('¥1.55')
    expect(page).toMatch(/price&quot;:&quot;1\.55&quot;/)
    const sell = (body: object) => world.call('POST', `/tpos/public/${id}/invoices`, { body })
    expect((await sell({ lines: [{ price: 1.5 }] })).status).toBe(422)
    const sale = await sell({ lines: [{ title: 'Tea', quantity: 3 }, { title: 'Cake' }], tip_amount: 1 })
    expect(sale).toMatchObject({ status: 201, body: { tax: 1, amount: 9.65, total: 10.65, sats: 21_300 } })
    await pay(sale.body.payment_request)
    const receipt = await pageOf(`/tpos/p/${id}/receipt/${sale.body.payment_hash}`)
    for (const text of ['¥4.65', '¥10.65']) expect(receipt).toContain(text)
    expect((await put('tpos', id, { name: 'Café' })).status).toBe(200)
    const more = [...items, { title: 'Soup', price: 2.5 }]
    expect(await put('tpos', id, { items: more })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('items.2.price') },
    })
  })

  test('a machine pays its codes by its own digits; one of an older version waits for them if Nodes differed', async () => {
    const { id, key, digits } = await make('fossa', { title: 'ATM', currency: 'HUF', daily_limit: 1_000_000_000 })
    expect(digits).toBe(2)
    const code = openSoftwareDevice(key).authenticated(125_000).toString('base64url')
    const scan = async () => (await world.call('GET', `/fossa/lnurl/${id}?p=${code}`)).body
    // 1,250 HUF at 2,000 sat each.
    expect(await scan()).toMatchObject({ minWithdrawable: 2_500_000_000 })
    await writeDirectly(world, `UPDATE extension_rows SET data = replace(data, '"digits":2,', '') WHERE id = '${id}'`)
    world.advance(601)
    expect(await see('fossa', id)).not.toHaveProperty('digits', 2)
    expect(await scan()).toEqual({ status: 'ERROR', reason: expect.stringContaining('how many digits of HUF') })
    expect((await world.call('GET', `/fossa/p/${id}?p=${code}`)).status).toBe(400)
    expect(await put('fossa', id, { digits: 2 })).toMatchObject({ status: 200, body: { digits: 2 } })
    expect(await scan()).toMatchObject({ minWithdrawable: 2_500_000_000 })
    expect((await world.call('GET', `/fossa/api/v1/${id}/claims`, { key: owner.adminKey })).body).toMatchObject([
      { amount: 1250, sats: 2_500_000 },
    ])
  })

  /** 19.99 JPY at 2,000 sat each. */
  const SATS = 39_980
  /** Creates an invoice, pays it, and returns the requested amount. */
  const buy = async (path: string, body: object) => {
    const answer = await world.call('POST', path, { body })
    expect(answer).toMatchObject({ status: 201 })
    expect(parseInvoice(answer.body.payment_request).amountMsat).toBe(BigInt(SATS * 1000))
    await pay(answer.body.payment_request)
    return answer.body
  }
  const payLink = async (path: string): Promise<void> => {
    const offer = (await world.call('GET', path)).body
    expect(offer).toMatchObject({ minSendable: SATS * 1000 })
    const callback = new URL(offer.callback)
    callback.searchParams.set('amount', String(SATS * 1000))
    await pay((await world.call('GET', callback.pathname + callback.search)).body.pr)
  }

  test('a ticket of an event is shown and sold at its price', async () => {
    const { id } = await make('events', { ...eventBody(), price_per_ticket: 19.99, currency: 'EUR' })
    await toYen(id)
    expect(await pageOf(`/events/p/${id}`)).toContain('¥19.99')
    expect(await put('events', id, { info: 'Doors open at nine.' })).toMatchObject({ status: 200 })
    await buy(`/events/public/${id}/tickets`, { name: 'Ada', email: 'ada@example.com' })
    expect(await see('events', id)).toMatchObject({ price_per_ticket: 19.99, sold: 1, received_sat: SATS })
  })

  test('a slot of a calendar is shown and booked at its price', async () => {
    const hours = {
      start_day: 0,
      end_day: 6,
      start_time: '00:00',
      end_time: '23:30',
      slot_minutes: 30,
      lead_minutes: 0,
    }
    const { id } = await make('lncalendar', { name: 'Lesson', ...hours, amount: 19.99, currency: 'EUR' })
    await toYen(id)
    expect(await pageOf(`/lncalendar/p/${id}`)).toContain('¥19.99')
    expect(await put('lncalendar', id, { name: 'Long lesson' })).toMatchObject({ status: 200, body: { amount: 19.99 } })
    const [slot] = (await world.call('GET', `/lncalendar/public/${id}/slots`)).body
    const { payment_hash: hash } = await buy(`/lncalendar/public/${id}/appointments`, {
      name: 'Ada',
      start: slot.start,
    })
    expect((await world.call('GET', `/lncalendar/public/${id}/appointments/${hash}`)).body).toMatchObject({
      paid: true,
    })
  })

  test('a pay link offers its price, and is paid', async () => {
    const body = { description: 'Coffee', min: 19.99, max: 19.99, currency: 'EUR' }
    const { id } = await make('lnurlp', body)
    await toYen(id)
    expect(await pageOf(`/lnurlp/p/${id}`)).toContain('¥19.99')
    expect(await put('lnurlp', id, { description: 'Tea' })).toMatchObject({ status: 200, body: { min: 19.99 } })
    await payLink(`/lnurlp/lnurl/${id}`)
    const [received] = (await world.call('GET', '/api/v1/payments?tag=lnurlp', { key: owner.adminKey })).body
    expect(received).toMatchObject({ amount_msat: SATS * 1000, status: 'success' })
  })

  test('a name of a domain is quoted and sold at its price', async () => {
    const { id } = await make('nostrnip5', { domain: 'names.example', cost: 19.99, currency: 'EUR' })
    await toYen(id)
    const order = { local_part: 'ada', pubkey: '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' }
    const quoted = await world.call('POST', `/nostrnip5/public/${id}/quote`, { body: order })
    expect(quoted.body).toMatchObject({ text: expect.stringContaining('¥19.99') })
    await buy(`/nostrnip5/public/${id}/addresses`, order)
    const names = await world.call('GET', `/nostrnip5/api/v1/${id}/addresses`, { key: owner.adminKey })
    expect(names.body).toMatchObject([{ local_part: 'ada', active: true }])
  })

  test('a paywall opens at its price', async () => {
    const { id } = await make('paywall', {
      memo: 'Essay',
      amount: 19.99,
      currency: 'EUR',
      url: 'https://files.example/essay',
    })
    await toYen(id)
    expect(await pageOf(`/paywall/p/${id}`)).toContain('¥19.99')
    expect(await put('paywall', id, { memo: 'Long essay' })).toMatchObject({ status: 200, body: { amount: 19.99 } })
    const { claim } = await buy(`/paywall/public/${id}/invoices`, {})
    expect((await world.call('GET', `/paywall/public/${id}/access?claim=${claim}`)).status).toBe(200)
  })

  test('a charge is shown, paid and closed at its amount', async () => {
    const { id, payment_request: request } = await make('satspay', {
      description: 'Coffee',
      amount: 19.99,
      currency: 'EUR',
    })
    await toYen(id)
    expect(await pageOf(`/satspay/p/${id}`)).toContain('¥19.99')
    await pay(request)
    expect(await see('satspay', id)).toMatchObject({ paid: true, amount: 19.99, balance: SATS, overpaid: false })
  })

  test('a switch is paid at its price', async () => {
    const switches = [{ pin: 3, amount: 19.99, duration: 2000 }]
    const { id } = await make('bitcoinswitch', { title: 'Tea', switches, currency: 'EUR', require_device: false })
    await toYen(id)
    expect(await put('bitcoinswitch', id, { title: 'Green tea' })).toMatchObject({ status: 200 })
    await payLink(`/bitcoinswitch/lnurl/${id}?pin=3`)
    expect(await see('bitcoinswitch', `${id}/triggers`)).toMatchObject([{ pin: 3, amount: SATS }])
  })
})
