import { axeFindings } from '@satchel/page/world/axe-findings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addAuthenticator } from './add-authenticator.ts'
import { ask } from './money-steps.ts'
import { type AppVisits, DESK, openAppVisits, overflowOf, PASSWORD, PHONE } from './open-app-visits.ts'

const ROOT = { username: 'root', password: PASSWORD }

describe.each([
  { size: 'phone', options: PHONE },
  { size: 'desk', options: DESK },
])('an administrator on a $size', ({ size, options }) => {
  let app: AppVisits
  beforeAll(async () => {
    app = await openAppVisits({ SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password })
  })
  afterEach(() => app.leave())
  afterAll(() => app?.close())

  const isClean = async (page: Page): Promise<void> => {
    expect([await axeFindings(page), await overflowOf(page)]).toEqual([[], 0])
  }
  const asRoot = async (path: string): Promise<Page> => {
    const page = await app.visit('/log-in', options)
    await page.getByLabel('Username').fill(ROOT.username)
    await page.getByLabel('Password').fill(ROOT.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('Last payments').waitFor()
    await page.goto(`${app.url}/app${path}`)
    return page
  }
  /** Reads the QR code on the screen, because the browser cannot read the clipboard here. */
  const listen = (page: Page, path: string): Promise<string> =>
    page
      .waitForResponse((answer) => answer.url().includes(path) && answer.request().method() === 'POST')
      .then(async (answer) => ((await answer.json()) as { url: string }).url)

  test('invites a person, who opens an account while registration is closed', async () => {
    await app.world.call('PUT', '/api/v1/admin/settings', {
      token: (await app.world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token,
      body: { allow_new_accounts: false },
    })
    const page = await asRoot('/more')
    await page.getByRole('link', { name: 'Administration' }).click()
    await page.getByRole('link', { name: 'Invitations' }).waitFor()
    await isClean(page)
    await page.getByRole('link', { name: 'Invitations' }).click()
    await page.getByLabel('For whom (optional)').fill('Alice')
    const url = listen(page, '/invitations')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy the link' }).waitFor()
    await isClean(page)
    await dialog.getByRole('button', { name: 'Copy the link' }).click()
    // Within the dialog, because the page below it is inert.
    await dialog.getByRole('status').getByText('Copied').waitFor()
    expect(await page.getByText('Copied').count()).toBe(1)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('Invitation for').waitFor()
    await isClean(page)
    const guest = await app.visit(new URL(await url).pathname.replace('/app', '') + new URL(await url).hash, options)
    await guest.getByText('You have been invited').waitFor()
    await isClean(guest)
    await guest.getByLabel('Username').fill('Alice Müller')
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Create', exact: true }).click()
    await guest.getByText('letters from a to z').waitFor()
    await guest.getByLabel('Username').fill('alice')
    await guest.getByRole('button', { name: 'Create', exact: true }).click()
    await guest.getByText('Last payments').waitFor()
  })

  test('invites a person, who opens an account by a passkey alone, and the link opens no second one', async () => {
    const page = await asRoot('/admin/links')
    const answer = listen(page, '/invitations')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const { pathname, hash } = new URL(await answer)
    const link = pathname.replace('/app', '') + hash
    const open = async (username: string): Promise<Page> => {
      const guest = await app.visit(link, options)
      await addAuthenticator(guest)
      await guest.getByLabel('Username').fill(username)
      await guest.getByRole('button', { name: 'Use a passkey instead' }).click()
      return guest
    }
    const guest = await open('hedy')
    await guest.getByText('Last payments').waitFor()
    expect(await ask(guest, 'GET', '/api/v1/auth')).toMatchObject({ username: 'hedy', wallet_count: 1 })
    const late = await open('late')
    await late.getByRole('alert').filter({ hasText: 'This link has been used' }).waitFor()
    await isClean(late)
    await guest.goto(`${app.url}/app/more`)
    await guest.getByRole('button', { name: 'Log out' }).click()
    await guest.getByRole('link', { name: 'Log in' }).click()
    await guest.getByRole('button', { name: 'Log in with a passkey' }).click()
    await guest.getByText('Last payments').waitFor()
  })

  test('finds a user, hands out a link for a new password, and disables the account', async () => {
    const page = await asRoot('/admin/users')
    await page.getByRole('link', { name: 'alice' }).waitFor()
    await isClean(page)
    await page.getByLabel('Name, e-mail address or id').fill('ali')
    await page.getByLabel('Show balances').check()
    await page.getByText('0 sat').waitFor()
    await page.getByRole('link', { name: 'alice' }).click()
    await page.getByRole('button', { name: 'Link for a new password' }).waitFor()
    await isClean(page)
    await page.getByRole('button', { name: 'Show 1 wallet' }).click()
    await page
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button', { name: /^My wallet/ })
      .click()
    const correct = page.getByRole('dialog')
    await correct.getByLabel('Amount (satoshis)', { exact: true }).fill('700')
    await isClean(page)
    await correct.getByRole('button', { name: 'Add 700 sat', exact: true }).click()
    await page.getByRole('list', { name: 'Wallets' }).getByText('700 sat', { exact: true }).waitFor()
    await page
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button', { name: /^My wallet/ })
      .click()
    await correct.getByRole('radio', { name: 'Take away' }).check()
    await correct.getByLabel('Amount (satoshis)', { exact: true }).fill('701')
    await correct.getByText('The wallet does not have that much.', { exact: true }).waitFor()
    expect(await correct.getByRole('button', { name: 'Take away 701 sat', exact: true }).isDisabled()).toBe(true)
    await correct.getByLabel('Amount (satoshis)', { exact: true }).fill('700')
    await correct.getByRole('button', { name: 'Take away 700 sat', exact: true }).click()
    await page.getByRole('list', { name: 'Wallets' }).getByText('0 sat', { exact: true }).waitFor()
    const url = listen(page, '/reset-link')
    await page.getByRole('button', { name: 'Link for a new password' }).click()
    await page.getByText('chooses a new password').waitFor()
    await isClean(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Link for a new password' }).click()
    await page.getByRole('button', { name: 'Copy the link' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    const guest = await app.visit(new URL(await url).pathname.replace('/app', '') + new URL(await url).hash, options)
    await guest.getByText('Choose a new password').waitFor()
    await isClean(guest)
    await guest.getByLabel('Password').fill(`${PASSWORD} ${size}`)
    await guest.getByRole('button', { name: 'Save' }).click()
    await guest.getByText('Log in as').waitFor()
    await isClean(guest)
    await page.getByRole('button', { name: 'Disable the account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable the account' }).click()
    await page.getByRole('button', { name: 'Enable the account' }).waitFor()
    await guest.getByRole('link', { name: 'Log in' }).click()
    await guest.getByLabel('Username').fill('alice')
    await guest.getByLabel('Password').fill(`${PASSWORD} ${size}`)
    await guest.getByRole('button', { name: 'Log in', exact: true }).click()
    await guest.getByText('This account is disabled').waitFor()
  })

  test('users who are no administrators see no administration', async () => {
    const token = (await app.world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
    await app.world.call('PUT', '/api/v1/admin/settings', { token, body: { allow_new_accounts: true } })
    const page = await app.visitAs('visitor', '/admin/users', options)
    await page.getByText('Last payments').waitFor()
    await page.goto(`${app.url}/app/more`)
    await page.getByRole('link', { name: 'Wallets' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
  })
})
