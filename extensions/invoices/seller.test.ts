import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../../services/wallet/test/world/open-world.ts'
import { INVOICES } from './invoices.ts'

const SELLER = {
  seller_name: 'Bakery Sunrise',
  seller_address: '12 Linden Lane\nLisbon',
  seller_tax_number: 'PT501234567',
  logo: 'https://shop.example/logo.png',
  color: '#FFEE00',
}
const BILL = { currency: 'sat', status: 'open', items: [{ description: 'Bread', amount: 100, quantity: 1 }] }

let world: World
let owner: WorldWallet
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: [INVOICES] })
  owner = await world.openWallet(1000)
  await activateExtension(world, owner, 'invoices')
})
afterAll(() => world?.close())

const make = (body: object) => world.call('POST', '/invoices/api/v1/', { key: owner.adminKey, body })

test('an invoice says who bills, with tax number, logo and colour, and the next one says the same', async () => {
  const first = await make({ ...BILL, ...SELLER, company_name: 'Café', tax_number: 'PT507654321' })
  expect(first).toMatchObject({ status: 201, body: SELLER })
  world.advance(1)
  const next = await make({ ...BILL, seller_address: 'New street 1' })
  expect(next.body).toMatchObject({ ...SELLER, seller_address: 'New street 1' })
  // No data of the customer is copied.
  expect(next.body.tax_number).toBeUndefined()
  const page = String((await world.call('GET', `/invoices/p/${first.body.id}`)).body)
  for (const text of ['Bakery Sunrise', '12 Linden Lane', 'PT501234567', 'PT507654321']) expect(page).toContain(text)
  expect(page).toContain('<img class="logo" src="https://shop.example/logo.png" alt="">')
  const [style = ''] = /\/static\/brand\/\w+\.css/.exec(page) ?? []
  expect((await world.call('GET', style)).body).toMatch(/^:root\{--accent:#\w{6};/)
  // Yellow on white is unreadable.
  expect((await world.call('GET', style)).body).not.toMatch(/^:root\{--accent:#ffee00/)
})

test('a logo that is not https, and an invalid colour, are rejected', async () => {
  for (const body of [{ logo: 'http://shop.example/logo.png' }, { color: 'red' }, { color: '#12' }])
    expect((await make({ ...BILL, ...body })).status).toBe(422)
})

test('a paid invoice is shown as paid only, not as open', async () => {
  const { body } = await make({ ...BILL, ...SELLER })
  const asked = await world.call('POST', `/invoices/public/${body.id}/payments`, { body: {} })
  const payer = await world.openWallet(1000)
  await world.send(payer, asked.body.payment_request)
  await world.tick()
  const page = String((await world.call('GET', `/invoices/p/${body.id}`)).body)
  expect(page).toContain('Paid. Thank you!')
  expect(page).not.toMatch(/>Open<|Left to pay|data-form/)
})
