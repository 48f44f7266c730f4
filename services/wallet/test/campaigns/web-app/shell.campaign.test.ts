import { axeFindings } from '@satchel/page/world/axe-findings'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AppVisits, DESK, openAppVisits, overflowOf, PASSWORD, PHONE } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

test('a stranger opens an account and has play money, in four taps', async () => {
  const page = await app.visit('/')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Give me 10,000 play sats' }).click()
  await page
    .getByRole('button', { name: /^Balance/ })
    .filter({ hasText: '10,000' })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/')
  expect(await page.evaluate('document.cookie')).toBe('')
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(/ada|eyJ|adminkey/)
})

test('a wrong password says so, and the right one leads to the page that was asked for', async () => {
  await app.visitAs('grace', '/')
  const page = await app.visit('/more')
  await page.getByLabel('Username').fill('grace')
  await page.getByLabel('Password').fill('something else')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'The username or the password is wrong.' }).waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
})

test('after a session has ended, the log-in opens over the page, and the rejected request is sent once', async () => {
  const page = await app.visitAs('edith', '/')
  const give = page.getByRole('button', { name: 'Give me 10,000 play sats' })
  await give.waitFor()
  // Requests of the page in flight would open the log-in before the button is pressed.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await give.click()
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByLabel('Username').fill('edith')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('button', { name: /^Balance/ })
    .filter({ hasText: '10,000' })
    .waitFor()
})

test('a payment appears without a reload', async () => {
  const page = await app.visitAs('mary', '/')
  await page.getByText('No payments yet').waitFor()
  const { bolt11 } = (await page.evaluate(`fetch('/api/v1/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Satchel': 'app' },
    body: JSON.stringify({ out: false, amount: 321, memo: 'coffee' }),
  }).then((answer) => answer.json())`)) as { bolt11: string }
  const other = await app.world.openWallet(1000)
  expect((await app.world.send(other, bolt11)).status).toBe(201)
  await page.getByText('+321 sat').waitFor({ timeout: 5000 })
  await page
    .getByRole('button', { name: /^Balance/ })
    .filter({ hasText: '321' })
    .waitFor()
})

test('a changed language applies immediately, with its direction, and is stored', async () => {
  const page = await app.visit('/welcome')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Konto anlegen' }).waitFor()
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.getByRole('link', { name: 'إنشاء حساب' }).waitFor()
  expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['ar', 'rtl'])
  await page.reload()
  await page.getByRole('link', { name: 'إنشاء حساب' }).waitFor()
})

test('a change of place moves the focus to its heading and names the window', async () => {
  const page = await app.visitAs('joan', '/')
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('More')
  expect(await page.title()).toBe('More – Satchel')
  await page.getByRole('link', { name: /^Wallets/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
})

test('without a network the app still opens, and says what is missing', async () => {
  const page = await app.visitAs('rosa', '/')
  await page.getByText('Last payments').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.reload()
  await page.getByText('Last payments').waitFor()
  await page.context().setOffline(true)
  await page.getByText('This device is offline.').waitFor()
  await page.reload()
  await page.getByText('This device is offline.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Last payments').waitFor()
})

test('a token that a provider left for programs is shown by the start page', async () => {
  const page = await app.visit('/#access_token=eyJ.abc-_&token_type=bearer')
  await page.getByRole('heading', { name: 'You are logged in' }).waitFor()
  expect(await page.getByLabel('Access token').inputValue()).toBe('eyJ.abc-_')
})

describe.each([
  { size: 'phone', options: PHONE },
  { size: 'desk', options: DESK },
])('on a $size', ({ size, options }) => {
  test.each(['light', 'dark'] as const)(
    'in %s colours axe finds nothing, and no screen is too wide',
    async (colorScheme) => {
      const stranger = await app.visit('/welcome', { ...options, colorScheme })
      for (const path of ['/welcome', '/log-in', '/create-account']) {
        await stranger.goto(`${app.url}/app${path}`)
        await stranger.getByRole('heading', { level: 1 }).waitFor()
        expect([path, await axeFindings(stranger), await overflowOf(stranger)]).toEqual([path, [], 0])
      }
      const page = await app.visitAs(`user-${size}-${colorScheme}`, '/', { ...options, colorScheme })
      for (const path of ['/', '/more', '/apps']) {
        await page.goto(`${app.url}/app${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        expect([path, await axeFindings(page), await overflowOf(page)]).toEqual([path, [], 0])
      }
    },
  )
})
