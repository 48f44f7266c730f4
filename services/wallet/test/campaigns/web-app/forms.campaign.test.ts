import { EVENTS } from '@satchel/extensions/events/events'
import { LNURLP } from '@satchel/extensions/lnurlp/lnurlp'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { button, inDialog, looksClean } from './page-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({}, { builtIns: [EVENTS, LNURLP] })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

async function openForm(name: string, extId: string, options?: object): Promise<Page> {
  const page = await app.visitAs(name, '/', options)
  await ask(page, 'POST', '/api/v1/extension', { ext_id: extId })
  await page.goto(`${app.url}/app/apps/${extId}`)
  await page
    .getByRole('link', { name: /New|Neu/ })
    .first()
    .click()
  await page.locator('form').waitFor()
  return page
}

/** The label of the focused control, if the control is completely visible. */
const focusedInSight = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect()
    const isInSight = top >= 0 && bottom <= innerHeight
    return isInSight ? (document.activeElement.labels?.[0]?.textContent ?? document.activeElement.localName) : 'out of sight'
  })()`)

test.each(SIZES)(
  'a form that fails on a $size leads to the first wrong field, and says at its button which ones are wrong',
  async ({ size, options }) => {
    const page = await openForm(`organizer-${size}`, 'events', { ...options, locale: 'de' })
    const create = page.getByRole('button', { name: 'Erstellen' })
    await create.click()
    const alert = page.locator('form [role=alert]')
    await alert.getByText('Noch nicht gesendet. Prüfe:').waitFor()
    await expect.poll(() => focusedInSight(page)).toBe('Name')
    expect((await alert.innerText()).replaceAll(/[\u2068\u2069]/g, '')).toMatch(/: Name, .* und /)
    const [said, pressed] = [await alert.boundingBox(), await create.boundingBox()]
    expect((pressed?.y ?? 0) - (said?.y ?? 0)).toBeLessThan(200)
    await looksClean(page, `form-failed-${size}`)
  },
)

test('a wrong field in a collapsed section is expanded, and its error is in the language of the screen', async () => {
  const page = await openForm('folder', 'lnurlp', { locale: 'de' })
  await page.getByLabel('Beschreibung').fill('Noten')
  await page.getByLabel(/^Mindestbetrag/).fill('1')
  await page.getByLabel(/^Höchstbetrag/).fill('9')
  await page.getByText('Weitere Einstellungen').click()
  const webhook = page.getByLabel(/^Webhook-Adresse/)
  await webhook.fill('nirgendwo')
  await page.getByText('Weitere Einstellungen').click()
  await page.getByRole('button', { name: 'Erstellen' }).click()
  await page.locator('form [role=alert]').getByText('Webhook-Adresse').waitFor()
  await expect.poll(() => focusedInSight(page)).toMatch(/^Webhook-Adresse/)
})

test('a pasted text that is too long is not truncated; the form shows its length and rejects it in the language of the screen', async () => {
  const page = await openForm('author', 'lnurlp', { locale: 'de' })
  const description = page.getByLabel('Beschreibung')
  await description.fill('🍅'.repeat(450))
  await page.getByText('450 von 500 Zeichen').waitFor()
  await description.fill('🍅'.repeat(503))
  await page.getByText('3 Zeichen zu viel').waitFor()
  await page.getByRole('button', { name: 'Erstellen' }).click()
  await page.locator('form [role=alert]').getByText('Beschreibung').waitFor()
  expect(Array.from(await description.inputValue())).toHaveLength(503)
  expect(await ask(page, 'GET', '/lnurlp/api/v1/')).toEqual([])
})

test('the note of an invoice may have 639 bytes; a longer one is rejected before it is sent', async () => {
  const page = await app.visitAs('noter', '/receive', { locale: 'de' })
  await page.getByRole('textbox', { name: 'Betrag' }).pressSequentially('21')
  await page.getByRole('button', { name: 'Notiz hinzufügen' }).click()
  const note = page.getByLabel('Notiz')
  await note.fill('ä'.repeat(320))
  await page.getByText('1 Byte zu viel').waitFor()
  const show = page.getByRole('button', { name: 'Code zeigen' })
  await show.click()
  await expect.poll(() => focusedInSight(page)).toBe('Notiz')
  await looksClean(page, 'form-note-too-long')
  await note.fill(`${'ä'.repeat(319)}a`)
  await page.getByText('639 von 639 Bytes').waitFor()
  await show.click()
  await page.waitForURL(/\/receive\/[0-9a-f]{64}$/)
})

test('every way to leave a changed form asks first, and the draft is restored on return', async () => {
  const page = await openForm('drafter', 'lnurlp')
  const description = page.getByLabel('Description')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await description.fill('Sheet music')
  const waysOut = [
    () => page.evaluate('history.back()'),
    () => button(page, 'Back').click(),
    () => page.getByRole('link', { name: 'Activity' }).click(),
  ]
  for (const leave of waysOut) {
    await leave()
    await question.waitFor()
    await inDialog(page, 'Keep writing').click()
    await question.waitFor({ state: 'detached' })
    expect([await description.inputValue(), new URL(page.url()).pathname]).toEqual([
      'Sheet music',
      '/app/apps/lnurlp/new',
    ])
  }
  await button(page, 'Back').click()
  await question.waitFor()
  await looksClean(page, 'form-leave')
  await inDialog(page, 'Leave').click()
  await page.waitForURL(/\/apps\/lnurlp$/)
  await page.getByRole('link', { name: /New/ }).first().click()
  await page.getByText('This is what you typed before.').waitFor()
  expect(await description.inputValue()).toBe('Sheet music')
  await looksClean(page, 'form-draft')
  await button(page, 'Start again').click()
  expect(await description.inputValue()).toBe('')
  await button(page, 'Back').click()
  await page.waitForURL(/\/apps\/lnurlp$/)
})

test('a sent draft is deleted, and leaving the form does not ask', async () => {
  const page = await openForm('sender', 'lnurlp')
  await page.getByLabel('Description').fill('Sheet music')
  await page.getByLabel(/^Least/).fill('1')
  await page.getByLabel(/^Greatest/).fill('9')
  await button(page, 'Create').click()
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
  await button(page, 'Back').click()
  await page.getByRole('link', { name: /New/ }).first().click()
  expect(await page.getByLabel('Description').inputValue()).toBe('')
  expect(await page.getByText('This is what you typed before.').count()).toBe(0)
})

test('a dialog keeps the input after Escape or a tap beside it', async () => {
  const page = await app.visitAs('keeper', '/contacts')
  await page.getByRole('button', { name: 'New contact' }).first().click()
  const name = page.getByLabel('Name')
  await name.fill('Baker')
  await page.keyboard.press('Escape')
  await page.getByText('If you leave, it is gone.').waitFor()
  await button(page, 'Keep writing').click()
  expect(await name.inputValue()).toBe('Baker')
  await page.keyboard.press('Escape')
  await button(page, 'Leave').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
