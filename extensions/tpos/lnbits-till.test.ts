import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTillWorld, type TillWorld } from '../../services/wallet/test/world/extensions/open-till-world.ts'
import { openLnurlService } from '../../services/wallet/test/world/lnurl-service.ts'
import type { World } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import { TPOS } from './tpos.ts'

describe.each(LOGIC_DIALECTS)('a till used by programs of LNbits, on %s', (dialect) => {
  let till: TillWorld
  let world: World
  beforeAll(async () => {
    till = await openTillWorld(dialect, TPOS)
    world = till.world
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const old = (id: string, rest = '') => `/tpos/api/v1/tposs/${id}/invoices${rest}`
  /** A sale in the format of the till's page. */
  const sell = (id: string, more: object = {}) =>
    world.call('POST', old(id), {
      body: { amount: 21, memo: null, tip_amount: null, exchange_rate: 2000, details: { items: [] }, ...more },
    })

  test('counts in satoshis, also if the till has another currency, and reports when the sale is paid', async () => {
    const { id } = await till.open({ receipt: true, tax_default: 19, tax_inclusive: false })
    const { status, body } = await sell(id, { amount: 2100, tip_amount: 100, memo: 'Table 7' })
    expect([status, body.amount, body.memo]).toEqual([201, 2_200_000, 'Bar: Table 7'])
    expect(body.bolt11).toBe(body.payment_request)
    expect(body.extra).toMatchObject({ tag: 'tpos', tpos_id: id, amount: 2100, tip_amount: 100 })
    const paid = async () => (await world.call('GET', old(id, `/${body.payment_hash}?extra=true`))).body
    expect(await paid()).toEqual({ paid: false })
    await world.send(till.customer, body.bolt11)
    await world.tick()
    expect(await paid()).toEqual({ paid: true })
    const sale = { currency: 'sat', amount: 2100, tip_amount: 100, total: 2200, sats: 2200, tax: 0, state: 'paid' }
    expect(await till.sales(id)).toMatchObject([sale])
    const receipt = await world.call('GET', `/tpos/p/${id}/receipt/${body.payment_hash}`)
    expect([receipt.status, receipt.body]).toEqual([200, expect.stringContaining('2,200 sat')])
  })

  test.each([
    { amount: 0 },
    { amount: null },
    { amount: 1.5 },
    { amount: -1 },
    { tip_amount: 'x' },
    { pay_in_fiat: true },
  ])('a sale of %j is rejected, and no invoice is made', async (more) => {
    const { id } = await till.open()
    expect([400, 422]).toContain((await sell(id, more)).status)
    expect(await till.sales(id)).toEqual([])
  })

  test.each(['payment_request', 'payment_hash'])('charges a card by the %s, and reports it in the body', async (by) => {
    const { id } = await till.open()
    const { body } = await sell(id)
    const card = await openLnurlService(world)
    const lnurl = card.url('/withdraw').replace('http://', 'lnurlw://')
    const collect = (given: string) =>
      world.call('POST', old(id, `/${body[by] as string}/pay`), { body: { lnurl: given } })
    expect(await collect(card.url('/pay'))).toMatchObject({
      status: 200,
      body: { success: false, detail: 'This card cannot pay.' },
    })
    expect(await collect(lnurl)).toMatchObject({ status: 200, body: { success: true } })
    expect(card.handedOver).toEqual([body.payment_request])
    expect((await collect(lnurl)).body).toEqual({ success: false, detail: expect.stringContaining('Already used') })
  })

  test('another till cannot collect for a sale, and an unknown one is 404', async () => {
    const { id } = await till.open()
    const { id: other } = await till.open()
    const { payment_request: invoice } = (await sell(id)).body
    const body = { lnurl: 'lnurlw://card.example/withdraw' }
    for (const path of [old(other, `/${invoice}/pay`), old(id, '/nonsense/pay'), old('nothing', `/${invoice}/pay`)])
      expect((await world.call('POST', path, { body })).status).toBe(404)
  })

  test('its manifest starts the app where the till was installed', async () => {
    const { id } = await till.open({ name: 'Bar' })
    const { status, headers, body } = await world.call('GET', `/tpos/manifest/${id}.webmanifest`)
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('application/manifest+json')])
    const manifest = (typeof body === 'string' ? JSON.parse(body) : body) as Record<string, string>
    expect(manifest).toMatchObject({ name: 'Bar', display: 'standalone' })
    for (const url of [manifest['start_url'], manifest['scope']])
      expect(new URL(url ?? '').pathname).toBe(`/tpos/${id}`)
    expect((await world.call('GET', `/tpos/${id}`)).status).toBe(200)
    expect((await world.call('GET', '/tpos/manifest/nothing.webmanifest')).status).toBe(404)
  })

  test('the list of tills is available under its old name', async () => {
    const made = await world.call('POST', '/tpos/api/v1/tposs', {
      key: till.owner.adminKey,
      body: { name: 'Kiosk', currency: 'EUR' },
    })
    expect(made).toMatchObject({ status: 201, body: { name: 'Kiosk' } })
    const { body } = await world.call('GET', '/tpos/api/v1/tposs', { key: till.owner.invoiceKey })
    expect(body).toContainEqual(expect.objectContaining({ id: made.body.id, name: 'Kiosk' }))
    const gone = await world.call('DELETE', `/tpos/api/v1/tposs/${made.body.id as string}`, {
      key: till.owner.adminKey,
    })
    expect(gone.status).toBe(200)
  })
})
