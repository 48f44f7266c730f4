import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keptByBrowser } from './kept-by-browser.ts'
import { fill, give } from './money-steps.ts'
import { type AppVisits, openAppVisits, PASSWORD } from './open-app-visits.ts'
import { ask, bePaid } from './record-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits()
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const KEPT = 'satchel.last-view'
const AWAY = 'This device is offline.'

const keepSwitch = (page: Page) =>
  page.getByRole('switch', { name: /^Keep my last balance and payments on this device/ })

const kept = (page: Page): Promise<string | null> => page.evaluate<string | null>(`localStorage.getItem('${KEPT}')`)

/** A person with 1,234 sat from a canary, who has asked for them to be kept, and has seen them. */
async function openKeeper(username: string): Promise<Page> {
  const page = await app.visitAs(username, '/account/security')
  await keepSwitch(page).check()
  await bePaid(app.world, page, 'canary memo', 1234)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('canary memo').waitFor()
  await expect.poll(() => kept(page)).toContain('canary memo')
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  return page
}

test('without a network the app opens after its first visit, and shows what this device was asked to keep, with its time (24)', async () => {
  const page = await openKeeper('ada')
  for (let each = 0; each < 21; each += 1)
    await ask(page, 'POST', '/payments', { out: false, amount: 5, memo: `no ${each}` })
  await page.reload()
  await page.getByText('no 20', { exact: true }).waitFor()
  await expect.poll(async () => (await kept(page))?.includes('"no 20"')).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(AWAY).waitFor()
  await page.getByText(`on ${new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(Date.now())}`).waitFor()
  await page.getByText('1,234 sat', { exact: true }).waitFor()
  expect(await page.getByRole('list').getByRole('listitem').count()).toBe(20)
  await page.getByText('Sending and receiving need the network').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Send' }).waitFor()
})

test('a person who did not ask for it finds nothing without a network; a payment waits, and says why (24)', async () => {
  const page = await app.visitAs('grace', '/')
  await fill(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const { bolt11 } = await app.world.foreignInvoice(1_000_000)
  await page.getByRole('link', { name: 'Send' }).click()
  await give(page, bolt11)
  const pay = page.getByRole('button', { name: 'Pay 1,000 sat' })
  await pay.waitFor()
  await page.context().setOffline(true)
  await page.getByRole('alert').filter({ hasText: 'Sending and receiving need the network' }).waitFor()
  expect(await pay.isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await pay.click()
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(AWAY).waitFor()
  expect([await kept(page), await page.getByText('What this device has seen').count()]).toEqual([null, 0])
})

test('exactly this data is stored, and it is deleted when the switch is turned off, and by the log-out (24, 28)', async () => {
  const page = await openKeeper('rosalind')
  const { at, ...view } = JSON.parse((await kept(page)) ?? '') as { at: number; payments: { time: number }[] }
  const time = view.payments[0]?.time ?? 0
  expect(Math.abs(Date.now() - at)).toBeLessThan(60_000)
  const payment = { amount_msat: 1_234_000, expired: false, memo: 'canary memo', status: 'success', time }
  expect(view).toEqual({ balanceMsat: 1_234_000, hidden: false, payments: [payment] })
  const [wallet] = await ask<{ id: string; name: string }[]>(page, 'GET', '/wallets')
  const keys = await ask<{ adminkey: string; inkey: string }>(page, 'GET', `/wallet/keys?wallet_id=${wallet?.id}`)
  const all = await keptByBrowser(page)
  for (const secret of ['rosalind', PASSWORD, keys.adminkey, keys.inkey, String(wallet?.id)])
    expect(all).not.toContain(secret)
  expect(all).not.toMatch(/eyJ|lnbc|lntb|\/api\//)
  expect(all.split('canary memo')).toHaveLength(2)
  await page.goto(`${app.url}/app/account/security`)
  await keepSwitch(page).uncheck()
  expect(await keptByBrowser(page)).not.toContain('canary')
  await keepSwitch(page).check()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect.poll(() => kept(page)).toContain('canary memo')
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  expect(await keptByBrowser(page)).not.toMatch(/canary|last-view/)
})

test('if a session is ended elsewhere, the stored data is deleted (24)', async () => {
  const page = await openKeeper('katherine')
  await page.context().clearCookies()
  await page.reload()
  await page.getByRole('link', { name: 'Log in' }).waitFor()
  expect(await keptByBrowser(page)).not.toMatch(/canary|last-view/)
})

test("the browser's own check reports that the app can be installed (23)", async () => {
  const page = await app.visitAs('installer', '/')
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const session = await page.context().newCDPSession(page)
  const { url, errors } = await session.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/app/manifest.webmanifest', []])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // The only finding is that browsers of tests are incognito.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
