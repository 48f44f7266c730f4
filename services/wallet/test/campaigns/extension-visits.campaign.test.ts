import { reservePort } from '@satchel/outbound/world/reserve-port'
import { axeFindings } from '@satchel/page/world/axe-findings'
import { openRealBrowser, type RealBrowser, type Visit } from '@satchel/page/world/real-browser'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BUILT_INS } from '../../src/extensions/built-ins.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { LOW_CONTRAST } from './low-contrast.ts'
import { expectClean, PHONE, untilPaid, widthOf } from './page-visits.ts'

const DEVICES = [
  { device: 'phone', options: PHONE },
  { device: 'desktop', options: { viewport: { width: 1280, height: 800 } } },
] as const

const EVENT = {
  name: 'Spring concert',
  info: 'Songs of four centuries in the old mill.\nDoors open at eight.',
  amount_tickets: 80,
  price_per_ticket: 12,
  currency: 'EUR',
  closing_date: '2035-05-01',
  event_start_date: '2035-05-01',
  event_end_date: '2035-05-01',
  timezone: 'Europe/Lisbon',
} as const

/** An item that an owner creates, and the heading of its public page. */
const THINGS = [
  {
    extId: 'lnurlp',
    title: 'choir@pay.example',
    body: {
      description: 'Support the choir: sheet music, the hall, and cake after the concert.',
      min: 100,
      max: 500_000,
      username: 'choir',
      domain: 'pay.example',
    },
  },
  {
    extId: 'withdraw',
    title: 'Welcome gift',
    // Visitors do not get the id of the item.
    page: 'hash',
    body: { title: 'Welcome gift', min_withdrawable: 1000, max_withdrawable: 5000, uses: 20 },
  },
  {
    extId: 'events',
    title: 'Spring concert',
    body: EVENT,
  },
  {
    extId: 'invoices',
    title: 'Invoice R-1815',
    body: {
      number: 'R-1815',
      currency: 'EUR',
      status: 'open',
      company_name: 'Bakery Sunrise',
      address: '12 Linden Lane\nLisbon',
      due_at: '2035-12-31',
      tax_percent: 19,
      notes: 'Payable within 30 days. Thank you!',
      items: [
        { description: 'Repair of the deck oven, with travel', amount: 120, quantity: 1 },
        { description: 'Door seal', amount: 4.5, quantity: 2 },
      ],
    },
  },
  {
    extId: 'tpos',
    title: 'Café Sunrise',
    press: ['Flat white', 'Flat white', 'Croissant', '10 %'],
    body: {
      name: 'Café Sunrise',
      currency: 'EUR',
      tip_options: [5, 10, 15],
      items: [
        { title: 'Espresso', price: 2.4, categories: ['Coffee'] },
        { title: 'Flat white', price: 3.9, categories: ['Coffee'], description: 'Double shot' },
        { title: 'Apple juice', price: 3, categories: ['Cold'] },
        { title: 'Croissant', price: 2.2, categories: ['Food'] },
        { title: 'Cheesecake', price: 4.8, categories: ['Food'], description: 'With sour cherries' },
        { title: 'Sandwich', price: 6.5, categories: ['Food'] },
      ],
    },
  },
  {
    extId: 'paywall',
    title: 'An essay on bridges',
    body: {
      memo: 'An essay on bridges',
      description: 'Forty pages and twelve drawings, as PDF.',
      amount: 2500,
      url: 'https://files.example/bridges.pdf',
    },
  },
] as const

const PICTURES = process.env.PICTURES

type Thing = (typeof THINGS)[number]

let world: World
let browser: RealBrowser
let origin: string
let owner: WorldWallet
let customer: WorldWallet
const paths = new Map<string, string>()
const visits: Visit[] = []

beforeAll(async () => {
  const port = await reservePort()
  origin = `http://127.0.0.1:${port}`
  const env = {
    SERVICE_PUBLIC_URL: origin,
    SERVICE_DOMAINS: 'pay.example',
    SERVICE_FIXED_RATES: '{"EUR":50000}',
  }
  world = await openWorld({ dialect: 'sqlite', env, builtIns: BUILT_INS })
  await world.app.listen({ host: '127.0.0.1', port })
  owner = await world.openWallet(1_000_000)
  customer = await world.openWallet(1_000_000)
  for (const thing of THINGS) paths.set(thing.extId, await openThing(owner, thing))
  browser = await openRealBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
afterEach(async () => {
  for (const { page } of visits.splice(0)) await page.context().close()
})

/** The path of the item's public page. */
async function openThing({ adminKey: key }: WorldWallet, { extId, body, ...thing }: Thing): Promise<string> {
  const activated = await world.call('POST', '/api/v1/extension', { key, body: { ext_id: extId } })
  expect(activated).toMatchObject({ status: 201, body: { active: true } })
  const made = await world.call('POST', `/${extId}/api/v1/`, { key, body })
  expect(made).toMatchObject({ status: 201 })
  return `/${extId}/p/${made.body['page' in thing ? thing.page : 'id']}`
}

async function visit(extId: string, options: Parameters<RealBrowser['visit']>[2]): Promise<Visit> {
  const there = await browser.visit(origin, String(paths.get(extId)), options)
  visits.push(there)
  return there
}

/** Takes a screenshot into the folder `PICTURES`, if it is set. Hides the notice that the node is simulated. */
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  await page.evaluate("document.querySelector('.notice').hidden = true")
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

describe.each(DEVICES)('on a $device', ({ device, options }) => {
  test.each(THINGS)('the page of $extId names itself, fits, can be read, and breaks no policy', async (thing) => {
    const there = await visit(thing.extId, options)
    const { page } = there
    await page.getByRole('heading', { level: 1, name: thing.title }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await widthOf(page)).toBe(options.viewport.width)
    expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
    for (const name of 'press' in thing ? thing.press : []) await page.getByRole('button', { name }).first().click()
    await picture(page, `${thing.extId}-${device}`)
    expect(await axeFindings(page)).toEqual([])
    expectClean(there)
  })

  test('a visitor buys tickets: the invoice is shown, and the payment appears by itself', async () => {
    const there = await visit('events', options)
    const { page } = there
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Your e-mail address').fill('ada@example.com')
    await page.getByLabel('Tickets', { exact: true }).fill('2')
    await page.locator('.quote').filter({ hasText: '48,000 sat' }).waitFor()
    await page.getByRole('button', { name: 'Get tickets' }).click()
    await page.locator('main .invoice').waitFor()
    expect(await widthOf(page)).toBe(options.viewport.width)
    const bolt11 = await page.locator('main .copy input').inputValue()
    expect(await world.send(customer, bolt11)).toMatchObject({ status: 201 })
    await world.tick()
    await untilPaid(page)
    expect(await page.getByRole('link', { name: 'Open again' }).isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Show my tickets' }).click()
    await page.getByText('Ticket 2 of 2').waitFor()
    expectClean(there)
  })
})

test('the buyer of the last ticket sees the invoice after a reload, and the tickets on the next visit', async () => {
  const { body } = await world.call('POST', '/events/api/v1/', {
    key: owner.adminKey,
    body: { ...EVENT, amount_tickets: 1 },
  })
  const there = await browser.visit(origin, `/events/p/${body.id}`, PHONE)
  visits.push(there)
  const { page } = there
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Your e-mail address').fill('ada@example.com')
  await page.getByRole('button', { name: 'Get tickets' }).click()
  await page.locator('main .invoice').waitFor()
  await page.reload()
  const bolt11 = await page.locator('main .invoice .copy input').inputValue()
  expect(await page.getByText('Sold out.').isVisible()).toBe(false)
  expect(await world.send(customer, bolt11)).toMatchObject({ status: 201 })
  await world.tick()
  await untilPaid(page)
  await page.reload()
  await page.getByText('Sold out.').waitFor()
  await page.getByRole('link', { name: 'Open again' }).click()
  await page.getByText('Ticket 1 of 1').waitFor()
  expectClean(there)
})

test('without JavaScript the till takes an amount, and a reload shows that it is paid', async () => {
  const there = await visit('tpos', { ...PHONE, javaScriptEnabled: false })
  const { page } = there
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel('What for').fill('Two breakfasts')
  expect(await widthOf(page)).toBe(PHONE.viewport.width)
  await page.getByRole('button', { name: 'Charge' }).click()
  await page.waitForURL('**/pages/outcome/*')
  expect(await world.send(customer, await page.locator('.copy input').inputValue())).toMatchObject({ status: 201 })
  await world.tick()
  await page.getByRole('link', { name: 'I have paid' }).click()
  await page.locator('[data-status="paid"]').waitFor()
  await page.getByText('Thank you!').waitFor()
  expectClean(there)
})

test('the books are right after all of it', async () => {
  expect(await world.violations()).toEqual([])
})
