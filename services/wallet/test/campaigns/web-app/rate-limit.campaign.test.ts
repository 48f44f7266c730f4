import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_RATE_LIMIT_NO: '100' })
})
afterEach(async () => {
  await app.leave()
  // Each test, also a retried one, begins with an unused limit.
  await app.restart()
})
afterAll(() => app?.close())

const LIMITED = 'Too many requests come from this network at the moment.'
const AWAY = 'The service does not answer at the moment.'

/** Another person behind the same address. */
async function useUpLimit(): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${app.url}/api/v1/status`)
    if (status === 429) return
  }
}

/** Records the requests of the page from now on. */
function countAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  return asked
}

test('at a rate limit the screen stays, shows the remaining time, and sends no request until it has passed', async () => {
  const page = await app.visitAs('ada', '/')
  await page.clock.install()
  await page.reload()
  await page.getByText('No payments yet').waitFor()
  await useUpLimit()
  await page.getByRole('button', { name: 'Give me 10,000 play sats' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /^Too many requests\. Try again in (?:\d+ seconds|1 minute)\.$/ })
    .waitFor()
  await page.getByText(LIMITED).waitFor()
  const asked = countAsked(page)
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
  await page.clock.fastForward(30_000)
  await page.getByText(/The app asks again in \d\d seconds\./).waitFor()
  expect([asked, await page.getByText(AWAY).count()]).toEqual([[], 0])
  await app.restart()
  await page.clock.fastForward(31_000)
  await page.getByText('No payments yet').waitFor()
  expect(await page.getByText(LIMITED).count()).toBe(0)
})

test('an app that is opened during a rate limit says so, sends one request, and opens when it has passed', async () => {
  const page = await app.visitAs('grace', '/')
  await page.getByText('No payments yet').waitFor()
  await useUpLimit()
  await page.clock.install()
  const asked = countAsked(page)
  await page.reload()
  await page.getByText(LIMITED).waitFor()
  await page.clock.fastForward(30_000)
  await page.getByText(/The app asks again in \d\d seconds\./).waitFor()
  expect([asked, await page.getByText(AWAY).count()]).toEqual([['/api/v1/auth'], 0])
  await app.restart()
  await page.clock.fastForward(31_000)
  await page.getByText('No payments yet').waitFor()
})
