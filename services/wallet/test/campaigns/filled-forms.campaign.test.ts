import type { Page } from '@satchel/extension-sdk/page'
import { fixed } from '@satchel/extension-sdk/text'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPageVisits, type PageVisits, PHONE } from './page-visits.ts'

let visits: PageVisits

beforeAll(async () => {
  visits = await openPageVisits()
})
afterAll(() => visits?.close())
beforeEach(async () => {
  await visits.reset()
  visits.server.pages.set('ask', ASK)
})

const ASK: Page = {
  title: 'Ask',
  blocks: [
    {
      kind: 'form',
      action: '/public/ask/invoices',
      submit: 'Send',
      fields: [
        { name: 'name', label: 'Name', type: 'text', required: true, maxLength: 10 },
        { name: 'email', label: 'E-mail', type: 'email' },
        {
          name: 'size',
          label: 'Size',
          type: 'select',
          asButtons: true,
          required: true,
          options: [
            ['s', 'Small'],
            ['l', 'Large'],
          ],
        },
        { name: 'message', label: 'Message', type: 'textarea', required: true, maxLength: 20 },
        { name: 'terms', label: 'Terms', type: 'checkbox', required: true },
      ],
    },
  ],
}

const LONG = 'one two three four five'

test('a form reports errors in the language of the page, focuses the first wrong field, and truncates no input', async () => {
  const { page } = await visits.visit('ask', { ...PHONE, locale: 'de' })
  await page.getByLabel('Message').fill(LONG)
  expect(await page.getByLabel('Message').inputValue()).toBe(LONG)
  await page.getByText('23 von 20 Zeichen').waitFor()
  await page.getByLabel('E-mail').fill('ada')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Um 3 zu lang: höchstens 20 Zeichen.').waitFor()
  const troubles = await page.locator('.field .trouble:visible').allTextContents()
  expect(troubles).toEqual([
    'Das fehlt noch.',
    'Das ist keine E-Mail-Adresse.',
    'Bitte wähle eines aus.',
    'Um 3 zu lang: höchstens 20 Zeichen.',
    'Bitte setze hier das Häkchen.',
  ])
  await page.getByText('Bitte sieh dir die Felder oben an.').waitFor()
  expect(await page.evaluate('document.activeElement.name')).toBe('name')
  expect(visits.server.sent).toEqual([])
})

test('a short field shows its count when nearly full, and a corrected form is sent', async () => {
  const { page } = await visits.visit('ask', { ...PHONE, locale: 'es' })
  const count = page.locator('[data-part="count"]').first()
  await page.getByLabel('Name').fill('Ada')
  expect(await count.isVisible()).toBe(false)
  await page.getByLabel('Name').fill('Charlotte')
  expect(await count.textContent()).toBe('9 de 10 caracteres')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Falta este dato.').first().waitFor()
  await page.getByText('Small').click()
  await page.getByLabel('Message').fill('Hola')
  await page.getByLabel('Terms').check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => visits.server.sent).toEqual([{ name: 'Charlotte', size: 's', message: 'Hola', terms: true }])
})

test('without JavaScript the service reports the same errors', async () => {
  const { page } = await visits.visit('ask', { locale: 'de', javaScriptEnabled: false })
  await page.getByLabel('Message').fill(LONG)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Message: Um 3 zu lang: höchstens 20 Zeichen.').waitFor()
  await page.getByText('Name: Das fehlt noch.').waitFor()
  expect(visits.server.sent).toEqual([])
})

test('in Arabic labels stand at the right, and the keys of a keypad from the left', async () => {
  visits.server.pages.set('keys', {
    title: 'Keys',
    blocks: [
      {
        kind: 'form',
        action: '/public/ask/invoices',
        submit: 'Send',
        fields: [{ name: 'amount', label: fixed('Amount'), type: 'keypad', required: true, unit: 'sat' }],
      },
    ],
  })
  const { page } = await visits.visit('keys', { ...PHONE, locale: 'ar' })
  const rightOf = `(selector) => {
    const text = document.createRange()
    text.selectNodeContents(document.querySelector(selector))
    return text.getBoundingClientRect().right
  }`
  const [label, field] = await page.evaluate<[number, number]>(
    `[(${rightOf})('label bdi'), document.querySelector('.field').getBoundingClientRect().right]`,
  )
  expect(Math.abs(field - label)).toBeLessThan(2)
  const leftOf = async (digit: string) => (await page.locator(`[data-digit="${digit}"]`).boundingBox())?.x ?? 0
  expect(await leftOf('1')).toBeLessThan(await leftOf('2'))
  expect(await leftOf('2')).toBeLessThan(await leftOf('3'))
})

test('recovery words and ecash that are pasted as a payee are not sent anywhere', async () => {
  const fields = [{ name: 'refund_address', label: 'Refund', type: 'target', required: true } as const]
  const form = {
    kind: 'form',
    action: '/public/ask/invoices',
    quoteAction: '/public/ask/quote',
    submit: 'Send',
    fields,
  }
  visits.server.pages.set('ask', { title: 'Ask', blocks: [form as Page['blocks'][number]] })
  const { page } = await visits.visit('ask', { ...PHONE, locale: 'de' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const field = page.getByLabel('Refund')
  for (const [secret, says] of [
    [`${'abandon '.repeat(11)}about`, 'Das sieht nach den Wiederherstellungswörtern eines Wallets aus'],
    [`cashuA${'x'.repeat(40)}`, 'Das ist ein Ecash-Token (Cashu)'],
    [`nsec1${'q'.repeat(58)}`, 'Das ist ein privater Schlüssel'],
  ] as const) {
    await field.fill(secret)
    await page.locator('.field .trouble').filter({ hasText: says }).waitFor()
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['', 'true'])
  }
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Das fehlt noch.').waitFor()
  expect(sent.filter((each) => /abandon|cashuA|nsec1/.test(each))).toEqual([])
  await field.fill('ada@pay.example')
  expect(await page.locator('.field .trouble').isVisible()).toBe(false)
  expect(await field.inputValue()).toBe('ada@pay.example')
})
