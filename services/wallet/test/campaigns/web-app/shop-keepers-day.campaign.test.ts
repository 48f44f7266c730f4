import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { EVENTS } from '@satchel/extensions/events/events'
import { INVOICES } from '@satchel/extensions/invoices/invoices'
import { TPOS } from '@satchel/extensions/tpos/tpos'
import { axeFindings } from '@satchel/page/world/axe-findings'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WorldWallet } from '../../world/open-world.ts'
import { LOW_CONTRAST } from '../low-contrast.ts'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits, overflowOf } from './open-app-visits.ts'
import { button, inDialog, PICTURES, picture } from './page-steps.ts'

const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true } as const
const SHOP = { color: '#0a5c36', business_name: 'Bakery Sunrise', vat_id: 'PT501234567' }
const MARCH = Date.parse('2035-03-15T10:00:00Z') / 1000

/** Lists tables whose last column is cut off. */
const CUT_OFF = `[...document.querySelectorAll('.table-frame')].filter((one) => one.scrollWidth > one.clientWidth).length`

let app: AppVisits
let customer: WorldWallet

beforeAll(async () => {
  app = await openAppVisits(
    { SERVICE_FIXED_RATES: '{"EUR":50000}', SERVICE_RATE_LIMIT_NO: '0' },
    { builtIns: [EVENTS, INVOICES, TPOS] },
  )
  app.world.advance(MARCH - app.world.nowSeconds())
  customer = await app.world.openWallet(5_000_000)
})
afterEach(async () => {
  await app.leave()
  expect(await app.world.violations()).toEqual([])
})
afterAll(() => app?.close())

/** A public page: it fits and can be read; axe, which needs JavaScript, finds nothing. Pictures are taken to be looked at. */
async function checkScreen(page: Page, name: string, findings: readonly string[] = []): Promise<void> {
  await page.waitForLoadState('networkidle')
  const seen = [await overflowOf(page), await page.evaluate(LOW_CONTRAST), findings]
  expect([name, ...seen]).toEqual([name, 0, [], []])
  await picture(page, name)
}

/** The customer pays what the page asks for. */
async function payShown(page: Page): Promise<void> {
  const bolt11 = await page.locator('main .invoice .copy input').inputValue()
  expect(await app.world.send(customer, bolt11)).toMatchObject({ status: 201 })
  await app.world.tick()
}

async function visitPublic(path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await app.visit('/welcome', options)
  await page.goto(app.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Items of an owner; extensions.campaign.test.ts tests the forms that create them. */
async function openShop(owner: Page) {
  for (const ext_id of ['tpos', 'events', 'invoices']) await ask(owner, 'POST', '/api/v1/extension', { ext_id })
  const items = [
    { title: 'Espresso', price: 2.4 },
    { title: 'Cheesecake', price: 4.8 },
  ]
  const till = { name: 'Café Sunrise', currency: 'EUR', tip_options: [5, 10], items, receipt: true, ...SHOP }
  const days = { closing_date: '2035-05-01', event_start_date: '2035-05-01', event_end_date: '2035-05-01' }
  const concert = { name: 'Spring concert', info: 'In the old mill.', amount_tickets: 10, price_per_ticket: 12 }
  const bill = {
    currency: 'EUR',
    status: 'open',
    seller_name: SHOP.business_name,
    seller_address: '12 Linden Lane\nLisbon',
    seller_tax_number: SHOP.vat_id,
    color: SHOP.color,
    company_name: 'Hotel Mar',
    address: '3 Harbour Road\nLisbon',
    tax_number: 'PT507654321',
    tax_percent: 23,
    items: [{ description: 'Bread for March', amount: 120, quantity: 1 }],
  }
  return {
    till: await ask(owner, 'POST', '/tpos/api/v1/', till),
    event: await ask(owner, 'POST', '/events/api/v1/', { ...concert, ...days, currency: 'EUR', color: SHOP.color }),
    bill: await ask(owner, 'POST', '/invoices/api/v1/', bill),
  }
}

/** Buys, and answers the codes of the tickets. */
async function buyTickets(page: Page, quantity: number): Promise<string[]> {
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Your e-mail address').fill('ada@x.example')
  await page.getByLabel('Tickets', { exact: true }).fill(String(quantity))
  await page.getByRole('button', { name: 'Get tickets' }).click()
  await page.locator('main .invoice').waitFor()
  await payShown(page)
  const isPlain = (await page.evaluate('document.documentElement.className').catch(() => '')) !== 'live'
  if (isPlain) await page.getByRole('link', { name: 'I have paid' }).click()
  await page.getByRole('link', { name: 'Show my tickets' }).click()
  await page.getByText(`Ticket ${quantity} of ${quantity}`).waitFor()
  const links = await page.locator('.list a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  return links.map((href) => href?.split('/').at(-1) ?? '')
}

/** A large picture of the device, which the browser makes small. */
const PHOTO = fileURLToPath(new URL('../../../../../docs/pictures/app-home.png', import.meta.url))

async function choosePicture(owner: Page, tillId: string): Promise<void> {
  await owner.goto(`${app.url}/app/apps/tpos/${tillId}/edit`)
  await owner.locator('.field-row .more-fields > summary').first().click()
  await owner.locator('.picture-input input[type="file"]').first().setInputFiles(PHOTO)
  await owner.getByRole('img', { name: 'Picture' }).waitFor()
  expect([await overflowOf(owner), await axeFindings(owner)]).toEqual([0, []])
  await picture(owner, 'till-form')
  await button(owner, 'Save').click()
  await owner.getByText('Saved').waitFor()
  const { items } = await ask(owner, 'GET', `/tpos/api/v1/${tillId}`)
  expect(items[0].image).toMatch(/^data:image\/webp;base64,.{100,9400}$/)
}

/** The owner closes the day of the till, looks at its page, and downloads the sales. */
async function closeTheDay(owner: Page, tillId: string, { size, options }: (typeof SIZES)[number]): Promise<void> {
  await owner.goto(`${app.url}/app/apps/tpos/${tillId}`)
  await button(owner, 'Close the day').click()
  await inDialog(owner, 'Close the day').click()
  await owner.getByRole('dialog').waitFor({ state: 'detached' })
  const [closing] = await ask(owner, 'GET', `/tpos/api/v1/${tillId}/closings`)
  expect(closing).toMatchObject({ number: 1, sales: 1, payments: [{ paid_by: 'lightning', total: 10.56 }] })
  const printed = await visitPublic(new URL(closing.closing_url).pathname, options)
  for (const text of ['By kind of payment', 'Espresso', '€9.60']) await printed.getByText(text).first().waitFor()
  expect(await printed.evaluate(CUT_OFF)).toBe(0)
  await checkScreen(printed, `closing-${size}`, await axeFindings(printed))
  const [saved] = await Promise.all([owner.waitForEvent('download'), button(owner, 'Export sales (CSV)').click()])
  expect(await readFile(await saved.path(), 'utf8')).toContain('2 × Espresso; 1 × Cheesecake')
}

/** The image is rendered: the policy of the page allows it. */
const isDrawn = (page: Page, where: string): Promise<boolean> =>
  page.evaluate(`(async (image) => { await image.decode(); return image.naturalWidth > 100 })(
    document.querySelector('${where} img'))`)

describe.each(SIZES)('a shop keeper on a $size', ({ size, options }) => {
  test('opens the till, sells and checks in ten tickets, bills a company, and exports March', async () => {
    const owner = await app.visitAs(`keeper-${size}`, '/', options)
    const { till, event, bill } = await openShop(owner)

    await choosePicture(owner, till.id)
    const tablet = await visitPublic(`/tpos/p/${till.id}`, TABLET)
    expect(await isDrawn(tablet, '.ware')).toBe(true)
    for (const shape of [TABLET, options]) {
      const plainTill = await visitPublic(`/tpos/p/${till.id}`, { ...shape, javaScriptEnabled: false })
      await plainTill.getByText('Cheesecake').waitFor()
      expect(await isDrawn(plainTill, '.list')).toBe(true)
      await checkScreen(plainTill, `till-plain-${shape === TABLET ? 'tablet-' : ''}${size}`)
    }
    for (const name of ['Espresso', 'Espresso', 'Cheesecake']) await tablet.getByRole('button', { name }).first().tap()
    await tablet.getByRole('button', { name: '10 %' }).tap()
    await checkScreen(tablet, `till-${size}`, await axeFindings(tablet))
    await tablet.getByRole('button', { name: 'Charge €10.56' }).tap()
    await tablet.locator('main .invoice').waitFor()
    await payShown(tablet)
    await tablet.locator('main .invoice[data-status="paid"]').waitFor()
    await tablet.getByRole('link', { name: 'Receipt' }).waitFor()
    await closeTheDay(owner, till.id, { size, options } as (typeof SIZES)[number])

    const buyer = await visitPublic(`/events/p/${event.id}`, options)
    await checkScreen(buyer, `tickets-${size}`, await axeFindings(buyer))
    const plain = await visitPublic(`/events/p/${event.id}`, { ...options, javaScriptEnabled: false })
    const tickets = [...(await buyTickets(buyer, 6)), ...(await buyTickets(plain, 4))]
    expect(new Set(tickets).size).toBe(10)
    await buyer.goto(`${app.url}/events/p/${event.id}`)
    await buyer.getByText('Sold out.').waitFor()

    await owner.goto(`${app.url}/app/apps/events/${event.id}`)
    await button(owner, 'Make a link for the door').click()
    await inDialog(owner, 'Make a link for the door').click()
    const link = (await owner.getByRole('dialog').locator('code').textContent()) ?? ''
    await inDialog(owner, 'Done').click()
    const door = await visitPublic(new URL(link).pathname + new URL(link).hash, options)
    for (const ticket of tickets) {
      await door.getByLabel('Or type the ticket').fill(ticket)
      await door.getByRole('button', { name: 'Check in' }).click()
      await door.getByText(`Let in on this device: ${tickets.indexOf(ticket) + 1}`).waitFor()
    }
    await door.getByLabel('Or type the ticket').fill(tickets[0] ?? '')
    await door.getByRole('button', { name: 'Check in' }).click()
    await door.getByText('Already used').waitFor()
    await checkScreen(door, `door-${size}`, await axeFindings(door))

    const company = await visitPublic(`/invoices/p/${bill.id}`, options)
    for (const text of ['PT501234567', 'PT507654321', '€147.60', 'Open'])
      await company.getByText(text).first().waitFor()
    await checkScreen(company, `bill-${size}`, await axeFindings(company))
    expect(await company.evaluate(CUT_OFF)).toBe(0)
    await company.getByRole('button', { name: 'Pay with Lightning' }).click()
    await company.locator('main .invoice').waitFor()
    await payShown(company)
    await company.getByText('Paid. Thank you!').waitFor()
    expect(await company.getByText('Open', { exact: true }).count()).toBe(0)
    await checkScreen(company, `bill-paid-${size}`, await axeFindings(company))
    const pdf = await company.pdf(PICTURES === undefined ? {} : { path: `${PICTURES}/bill-${size}.pdf` })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

    await owner.goto(`${app.url}/app/activity`)
    await button(owner, 'Filter').click()
    await owner.getByLabel('Time').selectOption('days')
    await owner.getByLabel('From').fill('2035-03-01')
    await owner.getByLabel('Until').fill('2035-03-31')
    await button(owner, 'Show').click()
    await owner.getByText('4 payments').waitFor()
    await button(owner, 'Export').click()
    const [saved] = await Promise.all([owner.waitForEvent('download'), inDialog(owner, 'Download').click()])
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(5)
    expect(lines.slice(1).every((line) => line.startsWith('2035-03-15'))).toBe(true)
  })
})
