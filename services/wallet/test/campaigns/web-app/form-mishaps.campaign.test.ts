import { BITCOINSWITCH } from '@satchel/extensions/bitcoinswitch/bitcoinswitch'
import { NWCPROVIDER } from '@satchel/extensions/nwcprovider/nwcprovider'
import { openRelay, type TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import { npubEncode } from 'nostr-tools/nip19'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keptByBrowser } from './kept-by-browser.ts'
import { ask } from './money-steps.ts'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { button, go, inDialog } from './page-steps.ts'
import { bePaid } from './record-steps.ts'

let relay: TestRelay
let app: AppVisits

beforeAll(async () => {
  relay = await openRelay()
  const messages = { SERVICE_MESSAGES: 'true', SERVICE_MESSAGE_RELAYS: relay.url }
  app = await openAppVisits({ SERVICE_RATE_LIMIT_NO: '0', ...messages }, { builtIns: [BITCOINSWITCH, NWCPROVIDER] })
})
afterEach(() => app.leave())
afterAll(async () => {
  await app?.close()
  await relay?.close()
})

/** To Nostr keys, for one account: a limit of one route. */
const CODES_A_DAY = 5
const NEW_CONNECTION = '/apps/nwcprovider/new'

async function openForm(username: string, extId: string): Promise<Page> {
  const page = await app.visitAs(username, '/')
  await ask(page, 'POST', '/api/v1/extension', { ext_id: extId })
  await page.goto(`${app.url}/app/apps/${extId}/new`)
  await page.locator('form').waitFor()
  return page
}

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Leave without saving?' })

/** The open modal dialog. */
const shown = (page: Page, title: string): Promise<number> =>
  page.locator('dialog:modal').filter({ hasText: title }).count()

async function keepWriting(page: Page): Promise<void> {
  await question(page).waitFor()
  await inDialog(page, 'Keep writing').click()
  await question(page).waitFor({ state: 'detached' })
}

async function create(page: Page): Promise<void> {
  await button(page, 'Create').click()
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
}

test('a dialog with a changed form stays open and usable, however often Escape is pressed, and asks', async () => {
  const page = await app.visitAs('presser', '/contacts')
  await page.getByRole('button', { name: 'New contact' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New contact' })
  const name = dialog.getByLabel('Name')
  await name.fill('Baker')
  // Pressed before the question is shown: Chromium would let the second Escape close the dialog.
  await Promise.all([1, 2, 3].map(() => page.keyboard.press('Escape')))
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  )
  // One of them may have answered it.
  if ((await question(page).count()) === 0) await page.keyboard.press('Escape')
  await keepWriting(page)
  expect([await name.inputValue(), await shown(page, 'New contact')]).toEqual(['Baker', 1])
  await name.press('End')
  await name.pressSequentially(' Street')
  expect(await name.inputValue()).toBe('Baker Street')
})

test('a user who logs in over the changed form of another user sees neither its page nor its text', async () => {
  const successor = { username: 'successor', password: PASSWORD }
  await app.world.call('POST', '/api/v1/auth/register', { body: successor })
  const page = await openForm('predecessor', 'nwcprovider')
  await page.getByLabel('App or person').fill('Secret plan')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await ask(page, 'POST', '/api/v1/auth/logout', {})
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByLabel('Username').fill(successor.username)
  await dialog.getByLabel('Password').fill(successor.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('Last payments').waitFor()
  expect([asked, new URL(page.url()).pathname, await page.getByLabel('App or person').count()]).toEqual([
    [],
    '/app/',
    0,
  ])
  await ask(page, 'POST', '/api/v1/extension', { ext_id: 'nwcprovider' })
  await go(page, NEW_CONNECTION)
  await page.getByLabel('App or person').waitFor()
  expect(await page.getByLabel('App or person').inputValue()).toBe('')
  expect(await page.getByText('This is what you typed before.').count()).toBe(0)
  expect(await keptByBrowser(page)).not.toContain('Secret plan')
})

test('a dialog asks before it throws away labels that were removed or chosen by a tap', async () => {
  const page = await app.visitAs('labeller', '/')
  for (const label of ['rent', 'club']) {
    const id = await bePaid(app.world, page, `For the ${label}`, 21)
    await ask(page, 'PUT', `/api/v1/payments/${id}/note`, { note: '', labels: [label] })
    await page.goto(`${app.url}/app/activity/${id}`)
  }
  await button(page, 'Change note and labels').click()
  const dialog = page.getByRole('dialog', { name: 'About this payment' })
  const labels = dialog.getByRole('list', { name: 'Labels of this payment' })
  await inDialog(page, 'club: remove').click()
  await inDialog(page, 'Close').click()
  await keepWriting(page)
  expect(await labels.count()).toBe(0)
  await inDialog(page, 'club').click()
  await inDialog(page, 'Close').click()
  await dialog.waitFor({ state: 'detached' })
  await button(page, 'Change note and labels').click()
  await inDialog(page, 'rent').click()
  await page.keyboard.press('Escape')
  await keepWriting(page)
  expect(await labels.getByRole('listitem').allTextContents()).toEqual(['club', 'rent'])
  await inDialog(page, 'Close').click()
  await inDialog(page, 'Leave').click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('rent').count()).toBe(0)
})

test('a form with a day and time that is filled in by half is refused and names the field; nothing is created', async () => {
  const page = await openForm('half', 'nwcprovider')
  await page.getByLabel('App or person').fill('Photo app')
  await page.getByRole('checkbox', { name: 'See the balance' }).check()
  const end = page.getByLabel(/^Expires/)
  const halfFilled = page.locator('input[type=datetime-local]:invalid')
  await end.pressSequentially('05012035')
  expect([await end.inputValue(), await halfFilled.count()]).toEqual(['', 1])
  await button(page, 'Create').click()
  await page.locator('form [role=alert]').getByText('Not sent yet. Check: ').getByText('Expires').waitFor()
  await halfFilled.and(page.locator(':focus')).waitFor()
  expect(await ask(page, 'GET', '/nwcprovider/api/v1/')).toEqual([])
  await end.fill('2035-05-01T09:00')
  await create(page)
  expect(await ask(page, 'GET', '/nwcprovider/api/v1/')).toMatchObject([{ description: 'Photo app' }])
})

test('of two ways to confirm an identity, the last used one shows its error and keeps the focus', async () => {
  const page = await app.visitAs('prover', '/', { serviceWorkers: 'block' })
  // This service offers the code alone where there is one.
  await page.route('**/api/v1/auth/totp', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, step_up: ['totp', 'password'] } })
  })
  app.world.advance(400)
  await page.goto(`${app.url}/app/account/security/authenticator`)
  await button(page, 'Set up').click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  const [byCode, byPassword] = [dialog.locator('form').first(), dialog.locator('form').last()]
  const code = byCode.getByLabel('Code of your authenticator app')
  await code.fill('000000')
  await byCode.getByRole('button', { name: 'Confirm' }).click()
  await byCode.getByRole('alert').waitFor()
  await code.fill('')
  await byPassword.getByLabel('Password', { exact: true }).fill('not this one')
  await byPassword.getByRole('button', { name: 'Confirm' }).click()
  await byPassword.getByRole('alert').getByText('password is wrong').waitFor()
  expect([await dialog.getByText('password is wrong').count(), await byCode.locator(':focus').count()]).toEqual([1, 0])
  await byPassword.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await byPassword.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
})

test('without a general rate limit, too many attempts at one route block nothing else in the app', async () => {
  const page = await app.visitAs('writer', '/account/notifications')
  const anyKey = (): string => npubEncode(getPublicKey(generateSecretKey()))
  const path = '/api/v1/push/nostr'
  for (let sent = 0; sent < CODES_A_DAY; sent += 1) await ask(page, 'PUT', path, { address: anyKey() })
  await page.reload()
  await page.getByLabel('Nostr key or name').fill(anyKey())
  await button(page, 'Send a code').click()
  await page.getByRole('alert').getByText('Too many codes were sent today. Try again tomorrow.').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await inDialog(page, 'Leave').click()
  await button(page, 'Give me 10,000 play sats').click()
  await page.getByText('play sats are yours').waitFor()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('main').getByText('10,000').first().waitFor()
  expect(await page.getByText('Too many requests come from this network at the moment.').count()).toBe(0)
})

test('1.05 seconds that are typed into a form are stored as 1,050 milliseconds', async () => {
  const page = await openForm('switcher', 'bitcoinswitch')
  await page.getByLabel('Title').fill('Coffee')
  await page.getByLabel('Pin').fill('1')
  await page.getByLabel(/^Amount/).fill('10')
  const duration = page.getByLabel('Time on (seconds)')
  await duration.pressSequentially('1.05')
  expect(await duration.inputValue()).toBe('1.05')
  await create(page)
  const [device] = await ask(page, 'GET', '/bitcoinswitch/api/v1/')
  expect(device.switches).toMatchObject([{ pin: 1, duration: 1050 }])
})

test('12 hours that are typed into a form are stored as 12 hours, although 1 hour is offered', async () => {
  const page = await openForm('renewer', 'nwcprovider')
  await page.getByLabel('App or person').fill('Photo app')
  await page.getByRole('checkbox', { name: 'Pay', exact: true }).check()
  await page.getByRole('button', { name: /^Add/ }).first().click()
  await page.getByLabel(/^Budget \(/).fill('20000')
  await page.getByLabel('Renewed every').selectOption({ label: 'Another time' })
  const count = page.getByLabel('Renewed every').last()
  await count.pressSequentially('12')
  expect([await count.inputValue(), await page.getByLabel('Unit of time').inputValue()]).toEqual(['12', 'hour'])
  await create(page)
  const [connection] = await ask(page, 'GET', '/nwcprovider/api/v1/')
  expect(connection.budgets).toMatchObject([{ refresh_window: 43_200 }])
})

test('the chosen wallet and the text of a form that was left are there again, and what is created has both', async () => {
  const page = await openForm('chooser', 'nwcprovider')
  const { id: walletB } = await ask(page, 'POST', '/api/v1/wallet', { name: 'Wallet B' })
  await page.reload()
  const [wallet, text] = [page.getByLabel('Wallet', { exact: true }), page.getByLabel('App or person')]
  await wallet.selectOption({ label: 'Wallet B' })
  await text.fill('Photo app')
  await button(page, 'Back').click()
  await inDialog(page, 'Leave').click()
  await page.waitForURL(/\/apps\/nwcprovider$/)
  await page.getByRole('link', { name: /New/ }).first().click()
  await page.getByText('This is what you typed before.').waitFor()
  expect([await wallet.inputValue(), await text.inputValue()]).toEqual([walletB, 'Photo app'])
  await page.getByRole('checkbox', { name: 'See the balance' }).check()
  await create(page)
  expect(await ask(page, 'GET', `/nwcprovider/api/v1/?wallet_id=${walletB}`)).toMatchObject([
    { description: 'Photo app', wallet: walletB },
  ])
})
