import { CASE_UNITS, TYPED_NUMBER_CASES } from '@satchel/money/world/typed-number-cases'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPageVisits, type PageVisits, PHONE } from './page-visits.ts'

let visits: PageVisits

beforeAll(async () => {
  visits = await openPageVisits()
})
afterAll(() => visits?.close())
beforeEach(() => visits.reset())

/** Percents have a fixed number of digits; forms of pages have no percents. */
const CASES = TYPED_NUMBER_CASES.filter(([, unit]) => unit !== 'percent')

/** Reads each text as a form of the page does, in a field with the digits and the unit of its case. */
const READ_ALL = `async (fields) => {
  const script = document.querySelector('link[rel=modulepreload][href$="/typed-numbers.js"]').href
  const { numberOf, troubleWith } = await import(script)
  return fields.map(({ typed, digits, unit }) => {
    const field = document.createElement('input')
    field.dataset.digits = digits
    if (unit !== undefined) field.dataset.unit = unit
    field.value = typed
    return [numberOf(field), troubleWith(field)]
  })
}`

test.each(['en', 'en-IN', 'de', 'de-AT', 'es', 'ar'])('a browser in %s reads what people write', async (locale) => {
  const { page } = await visits.visit('tips', { locale })
  const cases = CASES.filter(([, , one]) => one === locale)
  const fields = cases.map(([typed, unit]) => ({ typed, ...CASE_UNITS[unit], unit: CASE_UNITS[unit].names[0] }))
  const read = await page.evaluate<[number | undefined, string | undefined][]>(
    `(${READ_ALL})(${JSON.stringify(fields)})`,
  )
  expect(cases.length).toBeGreaterThan(0)
  for (const [index, [typed, unit, , meaning]] of cases.entries()) {
    const [number, trouble] = read[index] ?? []
    const isNumber = /^[\d.]+$/.test(meaning)
    const seen = [typed, unit, number ?? undefined, typeof trouble]
    expect(seen).toEqual([
      typed,
      unit,
      isNumber ? Number(meaning) : undefined,
      isNumber || meaning === '' ? 'undefined' : 'string',
    ])
  }
})

test('a form shows the amount that it understands, sends that, and sends nothing that it does not understand', async () => {
  const { page } = await visits.visit('tips', { ...PHONE, locale: 'de' })
  const amount = page.getByLabel('Amount')
  const send = page.getByRole('button', { name: 'Tip', exact: true })
  await amount.fill('10,50')
  await send.click()
  await page.getByText('Bruchteile eines Satoshis gibt es nicht.').waitFor()
  expect(await amount.getAttribute('aria-invalid')).toBe('true')
  await amount.fill('2,000,000')
  await send.click()
  await page.getByText('Höchstens 1.000.000 sat.').waitFor()
  expect(visits.server.sent).toEqual([])
  await amount.fill("10'000 sat")
  await page.getByText('Verstanden als 10.000 sat').waitFor()
  await send.click()
  await page.locator('main .invoice').waitFor()
  expect(visits.server.sent).toEqual([{ sats: 10_000 }])
})

test('what the visitor and the page write differently is asked', async () => {
  const { page } = await visits.visit('bill', { locale: 'es-MX' })
  const amount = page.getByLabel('Amount')
  // The page shows the amount in its own notation.
  expect(await amount.inputValue()).toBe('718,60')
  await amount.fill('1,250')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Escríbelo sin signo de miles: 1250 / 1,25').waitFor()
  await amount.fill('1,25')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.locator('main .invoice').waitFor()
  expect(visits.server.sent).toEqual([{ amount: 1.25 }])
})

test('without JavaScript the service reads the same texts, and reports errors', async () => {
  const { page } = await visits.visit('tips', { locale: 'de', javaScriptEnabled: false })
  await page.getByLabel('Amount').fill('1,5')
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.getByText('Amount: Bruchteile eines Satoshis gibt es nicht.').waitFor()
  expect(visits.server.sent).toEqual([])
  await page.goBack()
  await page.getByLabel('Amount').fill('1.500')
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.locator('.invoice').waitFor()
  expect(visits.server.sent).toEqual([{ sats: 1500 }])
})

test('the till takes amounts from a keyboard, too, and rejects texts that are no amount', async () => {
  const { page } = await visits.visit('till')
  await page.getByLabel('Amount').pressSequentially('1a2,5e-')
  await page.getByRole('button', { name: 'Charge' }).click()
  await page.getByText('Write it in digits, such as 12.5.').waitFor()
  expect(visits.server.sent).toEqual([])
  await page.getByLabel('Amount').fill('12,5')
  await page.getByText('Understood as €12.50').waitFor()
  await page.getByRole('button', { name: 'Charge' }).click()
  await page.locator('main .invoice').waitFor()
  expect(visits.server.sent).toEqual([{ amount: 12.5, tip: 0 }])
})
