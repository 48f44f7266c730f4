import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keptByBrowser } from './kept-by-browser.ts'
import { give } from './money-steps.ts'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { ask } from './record-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const home = (page: Page): Promise<void> => page.getByText('Last payments').waitFor()

async function typePassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('if a session ends while a form is filled in, the input is kept and sent once', async () => {
  const page = await app.visitAs('emmy', '/account/profile')
  await page.getByLabel('Name', { exact: true }).fill('Emmy Noether')
  await page.context().clearCookies()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByLabel('Username').fill('emmy')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('Saved').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Emmy Noether')
  // The first one was answered 401.
  expect(sent).toHaveLength(2)
})

test('if another user logs in over the page, it reloads: no data of the first user is sent or shown', async () => {
  await app.visitAs('second', '/')
  const page = await app.visitAs('first', '/account/profile')
  await page.getByLabel('Name', { exact: true }).fill('The first one')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  await dialog.getByLabel('Username').fill('second')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await home(page)
  await page.goto(`${app.url}/app/account/profile`)
  await page.getByLabel('Username').waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe('second')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
})

test('a payment to confirm is not shown to the next user, who goes back to its page', async () => {
  await app.visitAs('next', '/')
  const page = await app.visitAs('payer', '/send')
  await give(page, (await app.world.foreignInvoice(1_000_000)).bolt11)
  await page.getByRole('button', { name: 'Add a note for yourself' }).click()
  const note = page.getByLabel('Note for yourself')
  await note.fill('For Anna')
  await page.reload()
  expect(await note.inputValue()).toBe('For Anna')
  const confirming = await page.evaluate<number>('history.length')
  await page.context().clearCookies()
  await page.goto(`${app.url}/app/log-in`)
  await typePassword(page, 'next', PASSWORD)
  await home(page)
  await page.evaluate(`history.go(${confirming} - history.length)`)
  await page.getByRole('textbox', { name: 'Invoice, Lightning address or link' }).waitFor()
  expect(await note.count()).toBe(0)
})

test('a session that is ended elsewhere loses its socket within 2 seconds, and shows the log-in', async () => {
  const page = await app.visitAs('katherine', '/')
  const socket = page.waitForEvent('websocket')
  await page.reload()
  let closedAt = Infinity
  const closed = (await socket).waitForEvent('close', { timeout: 30_000 }).then(() => (closedAt = performance.now()))
  await home(page)
  const { username } = await ask<{ username: string }>(page, 'GET', '/auth')
  const other = await app.visit('/account/sessions')
  await typePassword(other, username, PASSWORD)
  await other.getByRole('button', { name: /^Log out: / }).click()
  const ended = performance.now()
  await other.getByText('That device is logged out').waitFor()
  await closed
  // The answer to the log-out comes a little after the click.
  expect(closedAt - ended).toBeLessThan(2500)
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
})

test('after a log-in and use, no storage that scripts can read contains a token, a key, an invoice or a name', async () => {
  const page = await app.visitAs('rosalind', '/')
  await home(page)
  await page.getByRole('button', { name: /^Give me/ }).click()
  await page.getByText('play sats are yours').waitFor()
  const made = (await page.evaluate(`(async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Satchel': 'app' }
    const answer = await fetch('/api/v1/payments', { method: 'POST', headers, body: '{"out":false,"amount":21,"memo":"canary memo"}' })
    const [wallet] = await (await fetch('/api/v1/wallets', { headers })).json()
    const keys = await (await fetch('/api/v1/wallet/keys?wallet_id=' + wallet.id, { headers })).json()
    return { ...(await answer.json()), ...keys }
  })()`)) as Record<'bolt11' | 'payment_hash' | 'adminkey' | 'inkey', string>
  expect(made.adminkey).toMatch(/^\w{32}/)
  for (const path of ['/', '/account/profile', '/account/security', '/account/sessions', '/activity', '/receive']) {
    await page.goto(`${app.url}/app${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const kept = await keptByBrowser(page)
  for (const secret of ['rosalind', PASSWORD, made.bolt11, made.payment_hash, 'canary memo', made.adminkey, made.inkey])
    expect(kept).not.toContain(secret)
  expect(kept).not.toMatch(/eyJ|lnbc|lntb|\/api\//)
  expect(await page.evaluate('document.cookie')).toBe('')
})
