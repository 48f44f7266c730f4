import { readFileSync } from 'node:fs'
import { axeFindings } from '@satchel/page/world/axe-findings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../world/accounts/with-totp.ts'
import { addAuthenticator } from './add-authenticator.ts'
import { type AppVisits, DESK, openAppVisits, overflowOf, PASSWORD, PHONE } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const said = (page: Page, text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor()

describe.each([
  { size: 'phone', options: PHONE },
  { size: 'desk', options: DESK },
])('the account on a $size', ({ size, options }) => {
  test('a changed profile is stored; a name that is taken is reported', async () => {
    await app.visitAs(`taken-${size}`, '/', options)
    const page = await app.visitAs(`profile-${size}`, '/account', options)
    await page.getByRole('link', { name: /^Profile/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Grace')
    await page.getByLabel('E-mail').fill('grace@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Saved')
    await page.getByLabel('Username').fill(`taken-${size}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await page.reload()
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('grace@example.com')
  })

  test('an authenticator app: QR code, digits, recovery codes that are taken along, new ones, removal', async () => {
    const page = await app.visitAs(`totp-${size}`, '/account/security', options)
    await page.getByRole('link', { name: /^Authenticator app/ }).click()
    // The proof of the log-in is too old: the user confirms their identity.
    app.world.advance(400)
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await page.getByText('Type this key into the app').click()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code of your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code of your authenticator app').fill(codeOf(app.world, secret))
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    const codes = await page.locator('.codes code').allTextContents()
    expect(codes).toHaveLength(10)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect(
      readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\n'),
    ).toEqual(codes)
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    await page.getByLabel('I have kept them').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Remove the app' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('link', { name: /^Recovery codes 10 left/ }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    const renewed = page.locator('.codes code')
    await renewed.first().waitFor()
    expect(await renewed.allTextContents()).not.toEqual(codes)
    const [code = ''] = await renewed.allTextContents()
    await page.goto(`${app.url}/app/account/security/authenticator`)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByRole('button', { name: 'Set up' }).waitFor()
  })

  test('a passkey is added with a name, and removed after a question', async () => {
    const page = await app.visitAs(`keys-${size}`, '/account/security/passkeys', options)
    await addAuthenticator(page)
    await page.getByLabel('Name of the passkey').fill('Blue key')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('I have kept them').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Remove “Blue key”' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove “Blue key”' })
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove the passkey' }).click()
    await said(page, 'The passkey is removed')
    await page.getByText('Blue key', { exact: true }).waitFor({ state: 'detached' })
  })

  test('a new password needs the present one; the page reports a wrong one', async () => {
    const page = await app.visitAs(`password-${size}`, '/account/security', options)
    await page.getByRole('link', { name: 'Password' }).click()
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('a better horse')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await said(page, 'The password is changed')
    const body = { username: `password-${size}`, password: 'a better horse' }
    expect((await app.world.call('POST', '/api/v1/auth', { body })).status).toBe(200)
  })

  test('language, colours, currency, unit and hidden balance apply immediately, and on the next device', async () => {
    const name = `wishes-${size}`
    const page = await app.visitAs(name, '/account/appearance', options)
    await page.getByRole('radio', { name: 'Dark', exact: true }).check()
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.goto(`${app.url}/app/account/money`)
    await page.getByRole('radio', { name: 'My currency' }).check()
    await page.getByRole('switch', { name: 'Hide the balance' }).check()
    await page.goto(`${app.url}/app/account/language`)
    await page.getByRole('radio', { name: 'Deutsch' }).check()
    await page.getByRole('heading', { level: 1, name: 'Sprache' }).waitFor()
    const other = await app.visit('/account/appearance', options)
    await other.getByLabel('Username').fill(name)
    await other.getByLabel('Password').fill(PASSWORD)
    await other.getByRole('button', { name: 'Log in', exact: true }).click()
    await other.getByRole('heading', { level: 1, name: 'Aussehen' }).waitFor()
    await expect.poll(() => other.getByRole('radio', { name: 'Dunkel', exact: true }).isChecked()).toBe(true)
    await other.goto(`${app.url}/app/`)
    await other.getByRole('button', { name: 'Guthaben zeigen' }).waitFor()
  })

  test('all sessions are listed in plain words, and all end at once', async () => {
    const page = await app.visitAs(`everywhere-${size}`, '/account/sessions', options)
    await page.getByText('Chrome on Linux').waitFor()
    await page.getByText('This device, now').waitFor()
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect((await page.context().cookies()).filter(({ name }) => name.includes('satchel'))).toEqual([])
  })

  test('an account with money cannot be deleted; an empty one is deleted after the box is ticked', async () => {
    const rich = await app.visitAs(`rich-${size}`, '/', options)
    await rich.getByRole('button', { name: /^Give me/ }).click()
    await rich.getByText('play sats are yours').waitFor()
    await rich.goto(`${app.url}/app/account/delete`)
    await rich.getByLabel('Password').fill(PASSWORD)
    await rich.getByLabel('I understand').check()
    await rich.getByRole('button', { name: 'Delete the account' }).click()
    await rich.getByRole('alert').waitFor()
    const page = await app.visitAs(`gone-${size}`, '/account/delete', options)
    expect(await page.getByRole('button', { name: 'Delete the account' }).isDisabled()).toBe(true)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('I understand').check()
    await page.getByRole('button', { name: 'Delete the account' }).click()
    await said(page, 'Your account is deleted')
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    const body = { username: `gone-${size}`, password: PASSWORD }
    expect((await app.world.call('POST', '/api/v1/auth', { body })).status).toBe(401)
  })
})

test('if the service requires a second factor, no other page opens until the user has one', async () => {
  const strict = await openAppVisits({ SERVICE_REQUIRE_SECOND_FACTOR: 'everybody' })
  try {
    const page = await strict.visitAs('strict', '/account/sessions')
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: 'Use an authenticator app' }).click()
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('Type this key into the app').click()
    const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code of your authenticator app').fill(codeOf(strict.world, secret))
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByLabel('I have kept them').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { level: 1, name: 'Where you are logged in' }).waitFor()
    await page.getByText('This device, now').waitFor()
    await strict.leave()
  } finally {
    await strict.close()
  }
})

test('over plain http, beyond this machine, passkeys are not offered, and a sentence says why', async () => {
  const page = await app.visitAs('plain', '/')
  await page.context().addInitScript(`Object.defineProperty(window, 'isSecureContext', { value: false })`)
  await page.goto(`${app.url}/app/account/security/passkeys`)
  await page.getByText('Passkeys need a secure address (https).').waitFor()
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
})

test('where real money moves over plain http, a notice stays on every screen, before the log-in and after it', async () => {
  const page = await app.visit('/welcome', { serviceWorkers: 'block' })
  await page.context().addInitScript(`Object.defineProperty(window, 'isSecureContext', { value: false })`)
  await page.route('**/api/v1/status', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), real_money: true } })
  })
  await page.goto(`${app.url}/app/create-account`)
  await page.getByText('this address is not encrypted').waitFor()
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
  await page.getByLabel('Username').fill('unencrypted')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Last payments').waitFor()
  await page.getByText('this address is not encrypted').waitFor()
  expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
})
