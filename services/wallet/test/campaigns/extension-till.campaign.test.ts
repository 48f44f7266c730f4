import { TPOS } from '@satchel/extensions/tpos/tpos'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { openRealBrowser, type RealBrowser, type Visit } from '@satchel/page/world/real-browser'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { activateExtension } from '../world/extensions/activate-extension.ts'
import { openLnurlService } from '../world/lnurl-service.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { LOW_CONTRAST } from './low-contrast.ts'
import { DESKTOP, expectClean, PHONE, untilPaid, widthOf } from './page-visits.ts'

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true } as const
const PICTURES = process.env.PICTURES

let world: World
let owner: WorldWallet
let customer: WorldWallet
let browser: RealBrowser
let origin: string
const visits: Visit[] = []

beforeAll(async () => {
  const port = await reservePort()
  origin = `http://127.0.0.1:${port}`
  world = await openWorld({
    dialect: 'sqlite',
    builtIns: [TPOS],
    env: { SERVICE_PUBLIC_URL: origin, SERVICE_FIXED_RATES: '{"EUR":50000}' },
  })
  await world.app.listen({ host: '127.0.0.1', port })
  owner = await world.openWallet(1_000_000)
  customer = await world.openWallet(1_000_000)
  await activateExtension(world, owner, 'tpos')
  browser = await openRealBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
afterEach(async () => {
  for (const { page } of visits.splice(0)) await page.context().close()
})

const ITEMS = [
  { title: 'Espresso', price: 2.4, categories: ['Coffee'] },
  { title: 'Flat white', price: 3.9, categories: ['Coffee'], description: 'Double shot' },
  { title: 'Cappuccino', price: 3.6, categories: ['Coffee'] },
  { title: 'Filter', price: 3.2, categories: ['Coffee'], description: 'Ethiopia, washed' },
  { title: 'Apple juice', price: 3, categories: ['Cold'] },
  { title: 'Sparkling water', price: 2.5, categories: ['Cold'] },
  { title: 'Croissant', price: 2.2, categories: ['Food'] },
  { title: 'Cheesecake', price: 4.8, categories: ['Food'], description: 'With sour cherries' },
  { title: 'Sandwich <b>', price: 6.5, categories: ['Food'] },
]

const openTill = async (body: object = {}): Promise<string> => {
  const till = {
    name: 'Café Morgenrot',
    currency: 'EUR',
    items: ITEMS,
    tip_options: [5, 10, 15],
    receipt: true,
    withdraw_limit: 100_000,
    tax_default: 7,
    business_name: 'Morgenrot GmbH',
    business_address: 'Am Ufer 4\n10999 Berlin',
    vat_id: 'DE 123 456 789',
    ...body,
  }
  const answer = await world.call('POST', '/tpos/api/v1/', { key: owner.adminKey, body: till })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id
}
async function visit(path: string, options: Parameters<RealBrowser['visit']>[2] = PHONE): Promise<Visit> {
  const there = await browser.visit(origin, path, options)
  visits.push(there)
  return there
}
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}
const tapAll = async (page: Page, names: readonly string[]): Promise<void> => {
  for (const name of names) await page.getByRole('button', { name }).first().tap()
}
const shownInvoice = async (page: Page): Promise<string> => {
  await page.locator('.invoice').waitFor()
  return (await page.locator('.copy input').inputValue()) ?? ''
}

test.each([
  ['tablet', TABLET],
  ['phone', { ...PHONE, hasTouch: true }],
])('on a %s a sale is put together, survives reloads, is paid, and has a receipt', async (name, options) => {
  const id = await openTill()
  const there = await visit(`/tpos/p/${id}`, options)
  const { page } = there
  await picture(page, `till-${name}-empty`)
  await tapAll(page, ['Flat white', 'Flat white', 'Croissant'])
  await page.getByRole('button', { name: 'Keypad' }).tap()
  await tapAll(page, ['1', '5', '00'])
  await page.getByRole('button', { name: 'Delete the last digit' }).tap()
  await picture(page, `till-${name}-keys`)
  await page.getByRole('button', { name: 'Add to the sale' }).tap()
  await page.getByRole('button', { name: '10 %' }).tap()
  await page.getByRole('button', { name: 'All' }).tap()
  await picture(page, `till-${name}-sale`)
  expect(await page.getByRole('button', { name: /^Charge/ }).innerText()).toBe('Charge €12.65')
  expect(await widthOf(page)).toBe(options.viewport.width)
  expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Charge €12.65' }).tap()
  const bolt11 = await shownInvoice(page)
  await page.reload()
  expect(await shownInvoice(page)).toBe(bolt11)
  expect(await page.locator('.invoice .amount').innerText()).toBe('€12.65')
  await picture(page, `till-${name}-invoice`)
  expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
  await world.send(customer, bolt11)
  await world.tick()
  await untilPaid(page)
  await picture(page, `till-${name}-paid`)
  const receipt = await page.getByRole('link', { name: 'Receipt' }).getAttribute('href')
  const printed = await visit(String(receipt))
  for (const text of ['2 × Flat white', 'Tip', '€1.15', '€12.65', '25,300 sat', 'DE 123 456 789']) {
    await printed.page.getByText(text).first().waitFor()
  }
  await picture(printed.page, `receipt-${name}`)
  await page.getByRole('button', { name: 'Done' }).tap()
  expect(await page.getByRole('button', { name: 'Charge', exact: true }).isDisabled()).toBe(true)
  expectClean(there)
  expectClean(printed)
})

test('a till without a list is a keypad, for fingers and for keyboards', async () => {
  const id = await openTill({ items: [], currency: 'sat', tip_options: [], withdraw_limit: undefined })
  const there = await visit(`/tpos/p/${id}`, { ...PHONE, hasTouch: true })
  const { page } = there
  await page.keyboard.type('021')
  await page.keyboard.press('Backspace')
  await tapAll(page, ['000'])
  expect(await page.getByRole('button', { name: /^Charge/ }).innerText()).toBe('Charge 2,000 sat')
  await picture(page, 'till-keypad')
  await page.keyboard.press('Enter')
  await shownInvoice(page)
  await page.getByRole('button', { name: 'Start over' }).tap()
  await page.getByRole('button', { name: 'Charge 2,000 sat' }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).tap()
  expect(await page.getByRole('button', { name: 'Charge', exact: true }).isDisabled()).toBe(true)
  expectClean(there)
})

test('a typed decimal mark starts the fraction, and the page asks again if the amount is ambiguous', async () => {
  const inEuro = await visit(`/tpos/p/${await openTill({ items: [], tip_options: [], tax_default: 0 })}`)
  await inEuro.page.keyboard.type('1.5')
  await inEuro.page.getByRole('button', { name: 'Charge €1.50' }).waitFor()
  await inEuro.page.getByRole('button', { name: 'Clear' }).click()
  await inEuro.page.keyboard.type('1,250')
  await inEuro.page.getByText('Type this amount again').waitFor()
  expect(await inEuro.page.getByRole('button', { name: 'Charge', exact: true }).isDisabled()).toBe(true)
  await inEuro.page.keyboard.press('Backspace')
  await inEuro.page.keyboard.type('250')
  await inEuro.page.getByRole('button', { name: 'Charge €2.50' }).waitFor()
  const inSat = await visit(
    `/tpos/p/${await openTill({ items: [], currency: 'sat', tip_options: [], withdraw_limit: undefined })}`,
  )
  await inSat.page.keyboard.type('10.50')
  await inSat.page.getByText('Type this amount again').waitFor()
  await inSat.page.keyboard.press('Enter')
  expect(await inSat.page.getByRole('button', { name: 'Charge', exact: true }).isDisabled()).toBe(true)
})

test('lines are changed one by one, and the page shows an error of the service', async () => {
  const id = await openTill()
  const { page } = await visit(`/tpos/p/${id}`, DESKTOP)
  await page.getByRole('button', { name: 'Food' }).click()
  expect(await page.getByRole('button', { name: 'Espresso' }).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Sandwich <b>' }).first().click()
  await page.getByRole('button', { name: 'One more: Sandwich <b>' }).click()
  await page.getByRole('button', { name: 'Charge €13.00' }).waitFor()
  await page.getByRole('button', { name: 'One less: Sandwich <b>' }).click()
  await picture(page, 'till-desktop')
  const items = ITEMS.map((item) => ({ ...item, disabled: true }))
  await world.call('PUT', `/tpos/api/v1/${id}`, { key: owner.adminKey, body: { items } })
  await page.getByRole('button', { name: 'Charge €6.50' }).click()
  await page.getByRole('alert').filter({ hasText: 'Sandwich <b> is not for sale now.' }).waitFor()
  await page.getByRole('button', { name: 'Remove: Sandwich <b>' }).click()
  await page.getByRole('button', { name: 'Charge', exact: true }).waitFor()
})

/** The browser reads this card whenever it is asked to. */
const holdCard = async (page: Page, lnurl: string): Promise<void> => {
  await page.addInitScript(`window.NDEFReader = class extends EventTarget {
    async scan() {
      const data = new TextEncoder().encode('${lnurl}')
      setTimeout(() => this.dispatchEvent(Object.assign(new Event('reading'), { message: { records: [{ recordType: 'url', data }] } })))
    }
  }`)
  await page.reload()
  await page.getByRole('button', { name: 'Espresso' }).click()
  await page.locator('.charge').click()
}

test.each([
  ['en', PHONE, 'PIN of the card', 'Wrong PIN.', 'The card pays.'],
  ['ar', PHONE, 'الرمز السري للبطاقة', 'رمز سري خاطئ.', 'البطاقة تدفع.'],
  ['de', DESKTOP, 'PIN der Karte', 'Falsche PIN.', 'Die Karte zahlt.'],
] as const)(
  'a card pays with its PIN, from the pad or a keyboard, in %s',
  async (locale, device, name, wrong, done) => {
    const card = await openLnurlService(world)
    card.withdrawRequest = { pinLimit: 1000, maxWithdrawable: 10_000_000 }
    const there = await visit(`/tpos/p/${await openTill()}`, { ...device, locale })
    const { page } = there
    await holdCard(page, card.url('/withdraw').replace('http://', 'lnurlw://'))
    const pay = page.locator('.beside button')
    const pad = page.getByRole('dialog', { name })
    await pay.click()
    await pad.waitFor()
    await page.keyboard.press('Escape')
    await pad.waitFor({ state: 'detached' })
    card.refusal = 'Wrong PIN.'
    await pay.click()
    await pad.waitFor()
    await page.keyboard.type('48x2١')
    await picture(page, `till-pin-${locale}`)
    expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText(wrong).waitFor()
    card.refusal = undefined
    await pay.click()
    for (const key of ['4', '8', '3', '⌫', '2']) await pad.locator('.keys button', { hasText: key }).click()
    expect(await pad.locator('.primary').isDisabled()).toBe(true)
    await page.keyboard.press('1')
    await pad.locator('.primary').click()
    await page.getByText(done).waitFor()
    expect(card.asked().filter((path) => path.includes('pin=4821'))).toHaveLength(2)
    expect(there.foreign).toEqual([])
  },
)

test.each([
  ['phone', { ...PHONE, hasTouch: true }, 'en'],
  ['tablet', TABLET, 'ar'],
])(
  'on a %s the staff unlocks the till and records a sale paid in cash; a visitor cannot',
  async (name, options, lang) => {
    const id = await openTill({ language: 'de', timezone: 'Europe/Berlin' })
    const there = await visit(`/tpos/p/${id}?lang=${lang}`, options)
    const { page } = there
    const labels = lang === 'ar' ? AR : EN
    await page.getByRole('button', { name: 'Flat white' }).first().tap()
    expect(await page.getByRole('button', { name: labels.cash }).count()).toBe(0)
    await page.getByRole('button', { name: labels.staff }).tap()
    await page.locator('#staff-key').fill(customer.invoiceKey)
    await page.getByRole('button', { name: labels.unlock }).tap()
    await page.getByText(labels.wrong).waitFor()
    await page.locator('#staff-key').fill(owner.invoiceKey)
    await page.getByRole('button', { name: labels.unlock }).tap()
    await page.getByRole('button', { name: labels.cash }).waitFor()
    expect(await widthOf(page)).toBe(options.viewport.width)
    expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
    await picture(page, `till-staff-${name}`)
    await page.getByRole('button', { name: labels.cash }).tap()
    const printed = await visit(String(await page.locator('.notice a').getAttribute('href')))
    for (const text of ['Bar', 'Netto', '3,90 €']) await printed.page.getByText(text).first().waitFor()
    await picture(printed.page, `receipt-cash-${name}`)
    const stored = await page.evaluate(`JSON.stringify([{ ...localStorage }, { ...sessionStorage }])`)
    expect(stored).not.toContain(owner.invoiceKey)
    await page.reload()
    expect(await page.getByRole('button', { name: labels.cash }).count()).toBe(0)
    const { body } = await world.call('GET', `/tpos/api/v1/${id}/sales`, { key: owner.invoiceKey })
    expect(body).toMatchObject([{ paid_by: 'cash', receipt_number: 1, total: 3.9 }])
    expectClean(printed)
  },
)

const EN = { staff: 'Staff', unlock: 'Unlock', cash: 'Paid in cash', wrong: 'This key does not open this till.' }
const AR = { staff: 'الموظفون', unlock: 'فتح', cash: 'دُفع نقدًا', wrong: 'هذا المفتاح لا يفتح هذا الصندوق.' }

test('a cash-out: the key, the amount, a code to scan, and the outcome', async () => {
  const id = await openTill({ withdraw_premium: 2, withdraw_between: 0 })
  const there = await visit(`/tpos/p/${id}`, { ...PHONE, hasTouch: true })
  const { page } = there
  await page.getByRole('link', { name: 'Cash out' }).tap()
  await page.getByLabel('Admin key').fill(owner.adminKey)
  await tapAll(page, ['5'])
  await picture(page, 'cash-out-form')
  await page.getByRole('button', { name: 'Show the code' }).tap()
  await page.getByText('9,800 sat').waitFor()
  await picture(page, 'cash-out-code')
  const charge = page.url().split('/').at(-1)
  const offer = (await world.call('GET', `/tpos/lnurl/${charge}`)).body
  const { bolt11 } = await world.foreignInvoice(9_800_000)
  await world.call('GET', `${new URL(offer.callback).pathname}?k1=${offer.k1}&pr=${bolt11}`)
  await world.tick()
  await page.getByText('Paid out.').waitFor()
  expectClean(there)
})
