import { INVOICES } from '@satchel/extensions/invoices/invoices'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { openRealBrowser, type RealBrowser } from '@satchel/page/world/real-browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateExtension } from '../world/extensions/activate-extension.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { LOW_CONTRAST } from './low-contrast.ts'
import { DESKTOP, expectClean, PHONE, widthOf } from './page-visits.ts'

const PICTURES = process.env.PICTURES

let world: World
let owner: WorldWallet
let customer: WorldWallet
let browser: RealBrowser
let origin: string

beforeAll(async () => {
  const port = await reservePort()
  origin = `http://127.0.0.1:${port}`
  world = await openWorld({
    dialect: 'sqlite',
    builtIns: [INVOICES],
    env: { SERVICE_PUBLIC_URL: origin, SERVICE_FIXED_RATES: '{"EUR":50000}' },
  })
  await world.app.listen({ host: '127.0.0.1', port })
  owner = await world.openWallet()
  customer = await world.openWallet(1_000_000)
  await activateExtension(world, owner, 'invoices')
  browser = await openRealBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('an invoice is read and paid in parts on a %s', async (name, options) => {
  const body = {
    currency: 'EUR',
    status: 'open',
    company_name: 'Bäckerei Sonnenschein',
    first_name: 'Ada',
    last_name: 'Berg',
    address: 'Lindenweg 12\n20095 Hamburg',
    email: 'ada@sonnenschein.example',
    due_at: '2030-12-31',
    tax_percent: 19,
    notes: 'Payable within 30 days.\nThank you for your order!',
    items: [
      { description: 'Repair of the deck oven, with travel', amount: 120, quantity: 1 },
      { description: 'Door seal', amount: 4.5, quantity: 2 },
      { description: 'Working hours', amount: 64, quantity: 3 },
    ],
  }
  const made = await world.call('POST', '/invoices/api/v1/', { key: owner.adminKey, body })
  const there = await browser.visit(origin, `/invoices/p/${made.body.id}`, options)
  const { page } = there
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/invoice-${name}.png`, fullPage: true })
  expect(await widthOf(page)).toBe(options.viewport.width)
  expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
  await page.getByLabel('Amount', { exact: true }).fill('100')
  await page.getByRole('button', { name: 'Pay with Lightning' }).click()
  await page.locator('.invoice').waitFor()
  await world.send(customer, await page.locator('.copy input').inputValue())
  await world.tick()
  // The page reloads itself once it is paid.
  await page.getByText('€281.99').first().waitFor()
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/invoice-${name}-partly.png`, fullPage: true })
  expectClean(there)
  await page.context().close()
})
