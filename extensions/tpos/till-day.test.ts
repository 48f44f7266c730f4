import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openTillWorld, type TillWorld } from '../../services/wallet/test/world/extensions/open-till-world.ts'
import type { World } from '../../services/wallet/test/world/open-world.ts'
import { DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { writeDirectly } from '../../services/wallet/test/world/write-directly.ts'
import { TPOS } from './tpos.ts'

const SALE = { lines: [{ title: 'Coffee', quantity: 2 }, { title: 'Cake' }], tip_amount: 1 }

describe.each(DIALECTS)('the day of a till, on %s', (dialect) => {
  let till: TillWorld
  let world: World
  beforeAll(async () => {
    till = await openTillWorld(dialect, TPOS)
    world = till.world
    await activateExtension(world, till.customer, 'tpos')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const inShop = (id: string, path: string, method: 'GET' | 'POST' = 'GET', body?: object, key = till.owner.adminKey) =>
    world.call(method, `/tpos/api/v1/${id}${path}`, { key, ...(body && { body }) })
  const close = (id: string) => inShop(id, '/closings', 'POST')
  const record = (id: string, paid_by: string, body: object = SALE, key = till.owner.invoiceKey) =>
    inShop(id, '/sales', 'POST', { ...body, paid_by }, key)
  const numbersOf = async (id: string) =>
    (await till.sales(id)).map((sale: { receipt_number?: number }) => sale.receipt_number)

  test('a paid sale has its amounts by tax rate, kind of payment, day and number', async () => {
    const { id } = await till.open({ timezone: 'Pacific/Auckland' })
    await till.sold(id, SALE)
    const [sale] = await till.sales(id)
    expect(sale).toMatchObject({
      receipt_number: 1,
      paid_by: 'lightning',
      closing: 1,
      total: 9.4,
      taxes: [
        { percent: 7, net: 4.67, tax: 0.33, gross: 5 },
        { percent: 19, net: 2.86, tax: 0.54, gross: 3.4 },
      ],
    })
  })

  test('sales paid in cash and by card count on with those paid by Lightning, and move no satoshis', async () => {
    const { id } = await till.open({ tip_wallet: (await till.newWallet('Tips')).id, forward_address: undefined })
    const before = await till.balanceOf(till.owner.invoiceKey)
    const cash = await record(id, 'cash')
    expect(cash).toMatchObject({ status: 201, body: { receipt_number: 1, paid_by: 'cash', total: 9.4, sats: 0 } })
    expect((await record(id, 'card', { amount: 3 })).body).toMatchObject({ receipt_number: 2, sats: 0 })
    await world.tick()
    expect(await till.balanceOf(till.owner.invoiceKey)).toBe(before)
    await till.sold(id, { amount: 1 })
    expect(await numbersOf(id)).toEqual([3, 2, 1])
    expect((await till.sales(id))[2]).toMatchObject({ state: 'paid', paid_by: 'cash', moves: [] })
    expect((await till.sales(id))[2]).not.toHaveProperty('payment_hash')
  })

  test('visitors, and keys of other wallets, record no sale and close no day', async () => {
    const { id } = await till.open({ receipt: true })
    const body = { ...SALE, paid_by: 'cash' }
    expect((await world.call('POST', `/tpos/api/v1/${id}/sales`, { body })).status).toBe(401)
    expect((await record(id, 'cash', SALE, till.customer.adminKey)).status).toBe(404)
    // What a visitor sends along does not make a sale paid.
    const opened = await till.sell(id, { ...body, state: 'paid', paid_at: '2026-01-01T00:00:00Z', receipt_number: 9 })
    expect(await till.sales(id)).toMatchObject([{ state: 'pending' }])
    const receipt = `/tpos/public/${id}/invoices/${opened.body.payment_hash}/receipt`
    expect((await world.call('GET', receipt)).status).toBe(404)
    expect((await world.call('POST', `/tpos/api/v1/${id}/closings`)).status).toBe(401)
    expect((await inShop(id, '/closings', 'POST', {}, till.owner.invoiceKey)).status).toBe(403)
    expect((await inShop(id, '/closings', 'GET', undefined, till.customer.adminKey)).status).toBe(404)
    expect((await world.call('GET', `/tpos/csv/${id}`)).status).toBe(401)
    expect((await world.call('GET', `/tpos/csv/${id}`, { key: till.customer.adminKey })).status).toBe(404)
    for (const paid_by of ['lightning', 'gold', undefined]) {
      expect((await inShop(id, '/sales', 'POST', { ...SALE, paid_by })).status).toBe(422)
    }
    expect((await record(id, 'cash', { amount: 0 })).status).toBe(400)
  })

  test('a cash sale that is sent again with its key is recorded once', async () => {
    const { id } = await till.open()
    const send = () =>
      world.call('POST', `/tpos/api/v1/${id}/sales`, {
        key: till.owner.invoiceKey,
        headers: { 'idempotency-key': 'one-sale' },
        body: { ...SALE, paid_by: 'cash' },
      })
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect(await numbersOf(id)).toEqual([1])
  })

  test('sales that are recorded and paid concurrently have numbers without gaps', async () => {
    const { id } = await till.open()
    const opened = await Promise.all([1, 2].map(async (amount) => (await till.sell(id, { amount })).body))
    await Promise.all([
      ...opened.map((sale) => world.send(till.customer, sale.payment_request)),
      ...[1, 2, 3].map((amount) => record(id, 'cash', { amount })),
    ])
    await world.tick()
    expect((await numbersOf(id)).toSorted()).toEqual([1, 2, 3, 4, 5])
  })

  test('a closed day has the sums of its sales, and a sale that is paid later belongs to the next one', async () => {
    const { id } = await till.open()
    expect(await close(id)).toMatchObject({ status: 400 })
    const late = (await till.sell(id, { amount: 2 })).body
    await till.sold(id, SALE)
    await record(id, 'cash', { lines: [{ title: 'Cake' }], tip_amount: 0.1 })
    const closed = await close(id)
    expect(closed).toMatchObject({
      status: 201,
      body: {
        number: 1,
        sales: 2,
        first_receipt: 1,
        last_receipt: 2,
        taxes: [
          { currency: 'EUR', percent: 7, net: 4.67, tax: 0.33, gross: 5 },
          { currency: 'EUR', percent: 19, net: 5.72, tax: 1.08, gross: 6.8 },
        ],
        payments: [
          { currency: 'EUR', paid_by: 'lightning', sales: 1, gross: 8.4, tip: 1, total: 9.4, sats: 18_800 },
          { currency: 'EUR', paid_by: 'cash', sales: 1, gross: 3.4, tip: 0.1, total: 3.5, sats: 0 },
        ],
      },
    })
    expect((await close(id)).status).toBe(400)
    await world.send(till.customer, late.payment_request)
    await world.tick()
    expect((await close(id)).body).toMatchObject({
      number: 2,
      since: closed.body.closed_at,
      sales: 1,
      first_receipt: 3,
    })
    const [, first] = (await inShop(id, '/closings')).body
    expect(first).toEqual(closed.body)
  })

  test('of a sale and a closing at the same time, the sale is in the closed day or in the next one', async () => {
    const { id } = await till.open()
    await record(id, 'cash', { amount: 1 })
    const [closed] = await Promise.all([
      close(id),
      record(id, 'card', { amount: 2 }),
      record(id, 'cash', { amount: 4 }),
    ])
    await record(id, 'cash', { amount: 8 })
    await close(id)
    const closings = (await inShop(id, '/closings')).body as { sales: number; payments: { total: number }[] }[]
    expect(closings.reduce((sum, { sales }) => sum + sales, 0)).toBe(4)
    expect(closings.flatMap(({ payments }) => payments).reduce((sum, { total }) => sum + total, 0)).toBe(15)
    expect(closings.at(-1)).toEqual(closed?.body)
  })

  test('the page of a closing has the stored sums and the articles, in the language of the shop', async () => {
    const { id } = await till.open({ language: 'de', timezone: 'Europe/Berlin', business_name: '<b>Bar</b>' })
    await till.sold(id, SALE)
    await record(id, 'cash', { lines: [{ title: '<i>x</i>', price: 1 }] })
    const { closing_url: url } = (await close(id)).body
    const { status, body } = await world.call('GET', new URL(url).pathname)
    expect(status).toBe(200)
    for (const text of [
      'Tagesabschluss 1',
      '&lt;b&gt;Bar',
      '&lt;i&gt;x',
      'Nach Artikel',
      '4,67\u00a0€',
      '10,40\u00a0€',
    ])
      expect(body).toContain(text)
    const other = await till.open()
    const elsewhere = new URL(url).pathname.replace(id, other.id)
    expect((await world.call('GET', elsewhere)).status).toBe(404)
    expect((await world.call('GET', `/tpos/p/${id}/closings/1`)).status).toBe(404)
  })

  test('a receipt is in the language and the time zone of the shop', async () => {
    const { id } = await till.open({ language: 'de', timezone: 'Asia/Tokyo', receipt: true })
    const { body: sale } = await record(id, 'card')
    const { body } = await world.call('GET', `/tpos/p/${id}/receipt/${sale.id}`)
    const clock = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' })
    for (const text of [
      '<html lang="de"',
      'Netto',
      '4,67\u00a0€',
      'Karte',
      `>${clock.format(Date.parse(sale.paid_at))}<`,
    ])
      expect(body).toContain(text)
    expect((await world.call('GET', `/tpos/public/${id}/invoices/${sale.id}/receipt`)).body).toMatchObject({
      receipt_number: 1,
      paid_by: 'card',
      taxes: [{ percent: 7, net: 4.67, tax: 0.33, gross: 5 }, { percent: 19 }],
    })
    const other = await till.open({ receipt: true })
    expect((await world.call('GET', `/tpos/p/${other.id}/receipt/${sale.id}`)).status).toBe(404)
    expect((await till.post({ timezone: 'Mars/Olympus' })).status).toBe(422)
    expect((await till.post({ language: 'tlh' })).status).toBe(422)
  })

  test('sales are listed and exported for days in the time zone of the shop', async () => {
    const { id } = await till.open({ timezone: 'Pacific/Kiritimati' })
    const paid: string[] = []
    for (const amount of [1, 2]) {
      paid.push((await record(id, 'cash', { amount, memo: '=1+1' })).body.paid_at)
      world.advance(86_400)
    }
    const [first = '', second = ''] = paid.map((at) => new Date(Date.parse(at) + 14 * 3_600_000).toISOString())
    const [day, next] = [first.slice(0, 10), second.slice(0, 10)]
    const listed = async (query: string) =>
      (await inShop(id, `/sales?${query}`)).body.map(({ amount }: { amount: number }) => amount)
    expect(await listed(`from=${day}&until=${day}`)).toEqual([1])
    expect(await listed(`from=${day}`)).toEqual([2, 1])
    expect(await listed(`from=${day}&limit=1&offset=1`)).toEqual([1])
    for (const query of [`until=${day}`, `from=${next}&until=${day}`, 'from=1990-01-01', 'from=soon']) {
      expect((await inShop(id, `/sales?${query}`)).status).toBe(422)
    }
    const csv = await world.call('GET', `/tpos/csv/${id}?from=${day}&until=${day}`, { key: till.owner.invoiceKey })
    expect(csv.body).toBe(
      [
        'receipt_number,time,paid_by,closing,net,tax,gross,tip,total,currency,sats,net_0,tax_0,gross_0,articles,memo,payment_hash',
        `1,${first.slice(0, 19)}+14:00,cash,1,1,0,1,0,1,EUR,0,1,0,1,"1 × =1+1","'=1+1",`,
        '',
      ].join('\r\n'),
    )
  })

  test('a sale of an older version stays readable, has a receipt, and is in the export', async () => {
    const { id } = await till.open({ receipt: true })
    const { payment_hash: hash } = await till.sold(id, SALE)
    for (const name of ['taxes', 'digits', 'tax_inclusive', 'paid_by', 'day_key', 'closing_key']) {
      const sql =
        dialect === 'sqlite'
          ? `UPDATE extension_rows SET data = json_remove(data, '$.${name}') WHERE data LIKE '%${hash}%'`
          : `UPDATE extension_rows SET data = (data::jsonb - '${name}')::text WHERE data LIKE '%${hash}%'`
      await writeDirectly(world, sql)
    }
    const [sale] = await till.sales(id)
    expect(sale).toMatchObject({ receipt_number: 1, taxes: [{ percent: 7, net: 4.67, tax: 0.33, gross: 5 }, {}] })
    expect(sale).not.toHaveProperty('paid_by')
    expect((await world.call('GET', `/tpos/p/${id}/receipt/${hash}`)).body).toContain('€4.67')
    const csv = await world.call('GET', `/tpos/csv/${id}`, { key: till.owner.invoiceKey })
    expect(csv.body).toContain(
      `,7.53,0.87,8.4,1,9.4,EUR,18800,4.67,0.33,5,2.86,0.54,3.4,"2 × Coffee; 1 × Cake",,${hash}`,
    )
    expect((await close(id)).status).toBe(400)
  })
})
