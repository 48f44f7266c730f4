import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextRelease } from './next-release.ts'
import { type AppVisits, BUILD, buildWebApp, openAppVisits } from './open-app-visits.ts'

let app: AppVisits
let folder: string

beforeEach(async () => {
  buildWebApp()
  folder = mkdtempSync(join(tmpdir(), 'satchel-release-'))
  cpSync(BUILD, folder, { recursive: true })
  app = await openAppVisits({}, { webAppFolder: folder })
})
afterEach(async () => {
  await app.leave()
  await app.close()
  rmSync(folder, { recursive: true })
})

/** The service is stopped, and started again with another release of the app. */
const upgrade = (): Promise<void> => app.restart(() => nextRelease(folder, ['Last payments', 'Newest payments']))

/** Home, with the service worker of this release in charge. */
async function openHome(username: string): Promise<Page> {
  const page = await app.visitAs(username, '/')
  await page.getByText('Last payments').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.reload()
  await page.getByText('Last payments').waitFor()
  return page
}

/** The app reloads a blank page once by itself, which would hide the fault. */
const COUNT_LOADS = `sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads')) + 1))`

test('the open app announces a new version, and loads it when the user agrees (25)', async () => {
  const page = await openHome('ada')
  await upgrade()
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  const notice = page.getByRole('status').filter({ hasText: 'A new version is ready' })
  await notice.waitFor()
  // Until then the version that is open goes on, after a reload too.
  await page.reload()
  await page.getByText('Last payments').waitFor()
  await notice.waitFor()
  await page.addInitScript(COUNT_LOADS)
  await notice.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('Newest payments').waitFor()
  expect(await page.evaluate(`sessionStorage.getItem('loads')`)).toBe('1')
  expect(await notice.count()).toBe(0)
  expect(await page.evaluate('caches.keys().then((names) => names.length)')).toBe(1)
})

test('a place whose file was removed with the old version opens in the new version, without user action (25)', async () => {
  const page = await openHome('grace')
  await upgrade()
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/more')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByText('Newest payments').waitFor()
})
