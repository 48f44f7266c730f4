import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { extensionContract } from '../../services/wallet/test/world/extensions/extension-contract.ts'
import { openTillWorld, type TillWorld } from '../../services/wallet/test/world/extensions/open-till-world.ts'
import { type LnurlService, openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import type { World } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { TPOS } from './tpos.ts'

extensionContract(TPOS, {
  create: (n) => ({ name: `Till ${n}`, currency: 'sat', items: [{ title: 'Tea', price: 25 }] }),
  missing: 'currency',
  patch: { name: 'Bar' },
  async settle(world, owner, item) {
    const url = `/tpos/public/${String(item['id'])}/invoices`
    const { body } = await world.call('POST', url, { body: { lines: [{ title: 'Tea' }] } })
    await world.send(owner, body.payment_request)
  },
})

describe.each(LOGIC_DIALECTS)('a till, on %s', (dialect) => {
  let till: TillWorld
  let world: World
  let elsewhere: LnurlService
  beforeAll(async () => {
    till = await openTillWorld(dialect, TPOS)
    world = till.world
  })
  beforeEach(async () => {
    elsewhere = await openLnurlService(world)
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  describe('prices', () => {
    test.each([
      ['prices with tax in them', true, { amount: 8.4, tax: 0.87, total: 8.4, sats: 16_800 }],
      ['prices without tax', false, { amount: 9.4, tax: 1, total: 9.4, sats: 18_800 }],
    ])(
      '%s: the service computes everything from the lines, and ignores sums in the request',
      async (_what, inclusive, expected) => {
        const { id } = await till.open({ tax_inclusive: inclusive })
        const lines = [
          { title: 'Coffee', quantity: 2, price: 0.01 },
          { title: 'Cake', quantity: 1 },
        ]
        expect((await till.sell(id, { amount: 0.01, tax: 0, total: 0.01, lines })).body).toMatchObject(expected)
      },
    )

    test('a free amount has the usual tax, and a tip comes on top, untaxed; the payment keeps them', async () => {
      const { id } = await till.open({ tax_default: 19 })
      const answer = await till.sell(id, { amount: 11.9, tip_amount: 1.1, memo: 'Table 7' })
      expect(answer.body).toMatchObject({ amount: 11.9, tax: 1.9, tip_amount: 1.1, total: 13, currency: 'EUR' })
      const asked = { key: till.owner.invoiceKey }
      const paid = await world.call('GET', `/api/v1/payments/${answer.body.payment_hash}`, asked)
      expect(paid.body.details.fiat).toMatchObject({ currency: 'EUR', amount: 13, tax: 1.9, tip: 1.1 })
      const lines = [{ price: 0.1 }, { price: 0.2 }]
      expect((await till.sell(id, { lines })).body).toMatchObject({ amount: 0.3, sats: 600 })
    })

    test.each([
      ['nothing at all', 422, {}],
      ['an amount of nothing', 400, { amount: 0 }],
      ['a part of a cent', 422, { amount: 1.005 }],
      ['a negative tip', 422, { amount: 1, tip_amount: -1 }],
      ['a part of a cent as a tip', 422, { amount: 1, tip_amount: 0.001 }],
      ['a line without a price', 422, { lines: [{ title: 'Unknown' }] }],
      ['what is not for sale', 400, { lines: [{ title: 'Soup' }] }],
      ['none of a thing', 422, { lines: [{ title: 'Coffee', quantity: 0 }] }],
      ['more than there is money', 400, { lines: [{ price: 1e12, quantity: 100 }] }],
    ])('%s is refused with %i', async (_what, status, body) => {
      const { id } = await till.open()
      expect((await till.sell(id, body)).status).toBe(status)
    })

    test.each([
      [
        'two of one title',
        'items.1.title',
        {
          items: [
            { title: 'A', price: 1 },
            { title: 'A', price: 2 },
          ],
        },
      ],
      ['a part of a cent', 'items.0.price', { items: [{ title: 'A', price: 0.001 }] }],
      ['nine tips', 'tip_options', { tip_options: [1, 2, 3, 4, 5, 6, 7, 8, 9] }],
      ['a tip of 101 percent', 'tip_options', { tip_options: [101] }],
      ['no Lightning address', 'forward_address', { forward_address: 'nowhere' }],
      ['an address that is none', 'forward_address', { forward_address: 'till@\u200bshop' }],
      ['two addresses', 'forward_address', { forward_address: 'a@shop.example b@shop.example' }],
      ['a premium of 51 percent', 'withdraw_premium', { withdraw_premium: 51 }],
    ])('a till with %s is refused with 422 that names %s', async (_what, field, body) => {
      const answer = await till.post(body)
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toContain(field)
    })
  })

  describe('pictures of items', () => {
    const picture = (kind: string, size: number, head = 'ffd8ffe0') =>
      `data:image/${kind};base64,${Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(size - head.length / 2)]).toString('base64')}`
    const withPictures = (...images: string[]) => ({
      items: images.map((image, n) => ({ title: `Item ${n}`, price: 1, image })),
    })

    test('pictures of the device or by an https URL are shown in the till, with and without JavaScript', async () => {
      const [file, address] = [picture('jpeg', 20_480), 'https://shop.example/cake.webp']
      const { id } = await till.open(withPictures(file, address))
      expect((await till.see(id)).items.map((item: { image: string }) => item.image)).toEqual([file, address])
      const { body } = await world.call('GET', `/tpos/p/${id}`)
      for (const image of [file, address]) {
        expect(body).toContain(`&quot;image&quot;:&quot;${image}&quot;`)
        expect(body).toContain(`<img src="${image}" alt="" loading="lazy">`)
      }
      expect(body).toContain('<ul class="list" data-plain>')
    })

    test.each([
      ['one byte too large', picture('jpeg', 20_481)],
      ['another kind of file than it says', picture('png', 100)],
      ['an SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
      ['a page', `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`],
      ['no address', 'cake.jpg'],
      ['a script', 'javascript:alert(1)'],
    ])('%s is rejected with 422 that names it, when a till is created and when it is changed', async (_what, image) => {
      const { id } = await till.open()
      const put = await world.call('PUT', `/tpos/api/v1/${id}`, {
        key: till.owner.adminKey,
        body: withPictures(picture('jpeg', 50), image),
      })
      for (const { status, body } of [await till.post(withPictures(picture('jpeg', 50), image)), put]) {
        expect(status).toBe(422)
        expect(body.detail).toContain('items.1.image')
      }
      expect((await till.see(id)).items).toHaveLength(3)
    })

    test('pictures have a common size limit; URLs do not count', async () => {
      const files = Array.from({ length: 19 }, () => picture('jpeg', 20_480))
      const answer = await till.post(withPictures(...files, picture('jpeg', 10_000)))
      expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining('items.19.image')])
      const addresses = Array.from({ length: 300 }, (_, n) => `https://shop.example/${n}/${'x'.repeat(1500)}.jpg`)
      expect((await till.post(withPictures(...files, ...addresses))).status).toBe(201)
    })
  })

  describe('a sale', () => {
    test('is pending, then paid, and has a receipt from then on', async () => {
      const { id } = await till.open({ receipt: true, business_name: '<b>Bar</b>', vat_id: 'DE 1' })
      const lines = [
        { title: 'Coffee', quantity: 2 },
        { title: '<i>x</i>', price: 1 },
      ]
      const { body } = await till.sell(id, { lines, tip_amount: 0.5 })
      const url = `/tpos/public/${id}/invoices/${body.payment_hash}`
      const page = `/tpos/p/${id}/receipt/${body.payment_hash}`
      expect((await world.call('GET', url)).body).toMatchObject({ paid: false, expired: false, total: 6.5 })
      expect((await world.call('GET', `${url}/receipt`)).status).toBe(404)
      expect((await world.call('GET', page)).status).toBe(404)
      await world.send(till.customer, body.payment_request)
      await world.tick()
      expect((await world.call('GET', url)).body).toMatchObject({ paid: true })
      expect((await world.call('GET', `${url}/receipt`)).body).toMatchObject({
        business_name: '<b>Bar</b>',
        taxes: [
          { percent: 7, tax: 0.33 },
          { percent: 0, tax: 0 },
        ],
        total: 6.5,
        sats: 13_000,
      })
      const { body: printed } = await world.call('GET', page)
      expect(printed).toContain('&lt;b&gt;Bar&lt;/b&gt;')
      expect(printed).not.toContain('<i>x</i>')
      for (const text of ['2 × Coffee', '€5.00', '€0.33', '€6.50', '13,000 sat']) expect(printed).toContain(text)
      const german = await world.app.inject({ url: page, headers: { 'accept-language': 'de' } })
      for (const text of ['>Belegnummer<', '>1<', '>USt-IdNr.<', '>DE 1<', '6,50\u00a0€'])
        expect(german.body).toContain(text)
      expect(mainOf(german.body)).not.toContain('VAT')
    })

    test('a sale has the next number of its till, also of two that are paid concurrently', async () => {
      const { id } = await till.open({ receipt: true })
      const sales = await Promise.all([1, 2, 3].map(async (amount) => (await till.sell(id, { amount })).body))
      await Promise.all(sales.slice(1).map((sale) => world.send(till.customer, sale.payment_request)))
      await world.tick()
      await world.send(till.customer, sales[0]?.payment_request)
      await world.tick()
      const sold: { amount: number; receipt_number: number }[] = await till.sales(id)
      const numbers = sold.map(({ amount, receipt_number }) => [amount, receipt_number] as const)
      expect(numbers.find(([amount]) => amount === 1)?.[1]).toBe(3)
      expect(numbers.map(([, number]) => number).toSorted((one, other) => one - other)).toEqual([1, 2, 3])
    })

    test.each([
      ['de', 'Diese Kasse gibt es nicht.'],
      ['es', 'Esta caja no existe.'],
      ['ar', 'لا توجد نقطة البيع هذه.'],
    ])('a missing till is reported in %s', async (language, text) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      const { statusCode, body } = await world.app.inject({ url: '/tpos/p/none', headers })
      expect(statusCode).toBe(404)
      expect(body).toContain(text)
      expect(mainOf(body)).not.toContain('There is no such till')
    })

    test('a sale has no receipt if the till offers none, and none at another till', async () => {
      const [{ id }, other] = [await till.open(), await till.open({ receipt: true })]
      const { payment_hash: hash } = await till.sold(id, { amount: 1 })
      expect((await world.call('GET', `/tpos/public/${id}/invoices/${hash}/receipt`)).status).toBe(404)
      expect((await world.call('GET', `/tpos/public/${other.id}/invoices/${hash}/receipt`)).status).toBe(404)
      expect((await world.call('GET', `/tpos/public/${other.id}/invoices/${hash}`)).status).toBe(404)
    })

    test('that stays unpaid is deleted after a day; a paid one is not', async () => {
      const { id } = await till.open()
      await till.sold(id, { amount: 1 })
      await till.sell(id, { amount: 2 })
      expect(await till.sales(id)).toMatchObject([{ state: 'pending' }, { state: 'paid', amount: 1 }])
      world.advance(90_000)
      await world.tick()
      expect(await till.sales(id)).toMatchObject([{ state: 'paid', amount: 1 }])
    })

    test('notifies the till on its channel, once', async () => {
      const { id } = await till.open()
      const { payment_hash: hash } = await till.sold(id, { amount: 1 })
      const pushes = await world.db.list(
        'SELECT body FROM extension_pushes WHERE channel = $1',
        [id],
        (row: { body: string }) => JSON.parse(row.body) as object,
      )
      expect(pushes).toEqual([{ event: 'paid', payment_hash: hash, sats: 2000 }])
    })

    test('a sale is charged to a tapped card, for exactly its amount', async () => {
      const { id } = await till.open()
      const lnurl = elsewhere.url('/withdraw').replace('http://', 'lnurlw://')
      const { body } = await till.sell(id, { amount: 0.02 })
      const url = `/tpos/public/${id}/invoices/${body.payment_hash}/pay`
      expect((await world.call('POST', url, { body: { lnurl } })).status).toBe(200)
      expect(elsewhere.handedOver).toEqual([body.payment_request])
      const refused = await world.call('POST', url, { body: { lnurl } })
      expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Already used') } })
      const dear = (await till.sell(id, { amount: 1 })).body
      const more = await world.call('POST', `/tpos/public/${id}/invoices/${dear.payment_hash}/pay`, { body: { lnurl } })
      expect(more).toMatchObject({ status: 400, body: { detail: 'The card does not pay this amount.' } })
      expect((await world.call('POST', url, { body: { lnurl: 'nonsense' } })).status).toBe(400)
      expect((await world.call('POST', url, { body: { lnurl: elsewhere.url('/pay') } })).status).toBe(400)
      await world.send(till.customer, body.payment_request)
      expect((await world.call('POST', url, { body: { lnurl } })).status).toBe(400)
    })

    test('a card at a forbidden address, and one that does not answer, get the same error', async () => {
      const { id } = await till.open()
      const { body } = await till.sell(id, { amount: 1 })
      const collect = (of: World, path: string, lnurl: string) => of.call('POST', path, { body: { lnurl } })
      const url = `/tpos/public/${id}/invoices/${body.payment_hash}/pay`
      const away = await collect(world, url, `http://127.0.0.1:${await reservePort()}/`)
      expect(away).toMatchObject({ status: 400, body: { detail: 'The service did not answer.' } })
      const strict = await openTillWorld(dialect, TPOS, { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' })
      const { id: other } = await strict.open()
      const { payment_hash: hash } = (await strict.sell(other, { amount: 1 })).body
      const blocked = await collect(strict.world, `/tpos/public/${other}/invoices/${hash}/pay`, 'https://10.0.0.1/')
      expect([blocked.status, blocked.body]).toEqual([away.status, away.body])
      await strict.world.close()
    })
  })

  test('the page of the till shows the items for sale, and not the target of its money', async () => {
    const { id, terminal_url: url } = await till.open({ name: '<b>', forward_address: `till@${elsewhere.host}` })
    expect(url).toContain(`/tpos/p/${id}`)
    const { status, body, headers } = await world.call('GET', `/tpos/p/${id}`)
    expect(status).toBe(200)
    expect(body).toContain('&lt;b&gt;')
    expect(body).toContain('Coffee')
    expect(body).not.toContain('Soup')
    expect(body).not.toContain(elsewhere.host)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    for (const name of ['till.js', 'till-draw.js', 'till-cart.js', 'till-card.js', 'till-staff.js', 'till.css']) {
      expect((await world.call('GET', `/tpos/assets/${name}`)).status).toBe(200)
    }
    const { body: shown } = await world.call('GET', `/tpos/public/${id}`)
    expect(Object.keys(shown)).not.toContain('forward_address')
    expect(Object.keys(shown)).not.toContain('held')
    expect((await world.call('GET', '/tpos/p/nothing')).status).toBe(404)
    expect((await till.sell('nothing', { amount: 1 })).status).toBe(404)
  })
})

/** Without the texts that scripts of the page translate. */
const mainOf = (body: string): string => body.slice(body.indexOf('<main>'), body.indexOf('</main>'))
