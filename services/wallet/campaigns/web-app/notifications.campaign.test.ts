import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { isClean } from './page-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_MESSAGES: 'true' })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

test('a person chooses which messages they get and from which amount on; only operators are asked about the service', async () => {
  const page = await app.visitAs('nora', '/account')
  await page.getByRole('link', { name: /Notifications/ }).click()
  await page.getByLabel('Tell me when money comes').check()
  const amount = page.getByLabel('From this amount on, in sats')
  await amount.fill('10 sats')
  await page.getByText('Enter a whole number.').waitFor()
  await amount.fill('2100')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() =>
      page.evaluate(`fetch('/api/v1/auth/me/preferences', { headers: { 'X-Satchel': 'app' } }).then((a) => a.json())`),
    )
    .toMatchObject({ notify: true, notify_min_sats: 2100, notify_mail: false, notify_operator: false })
  expect(await page.getByLabel('Tell me when the service needs me').count()).toBe(0)
  // There is no mail server here.
  expect(await page.getByLabel('By mail').count()).toBe(0)
  await isClean(page)
})

test('a message that arrives is shown, and the same one once', async () => {
  const page = await app.visitAs('olga', '/')
  await page.context().grantPermissions(['notifications'], { origin: app.url })
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const line = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(line)
  const push = (id: string, title: string) =>
    line.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId,
      data: JSON.stringify({ id, title, text: 'In Wallet', path: '/activity' }),
    })
  for (const [id, title] of [
    ['event 1', '5 sat received'],
    ['event 1', '5 sat received'],
    ['event 2', '7 sat received'],
  ] as const)
    await push(id, title)
  await expect
    .poll(() => shown(page), { timeout: 10_000 })
    .toEqual(['5 sat received: In Wallet', '7 sat received: In Wallet'])
})

/** What the browser shows now. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body }) => title + ': ' + body).sort())`)

async function registrationOf(line: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await line.send('ServiceWorker.enable')
  return found
}
