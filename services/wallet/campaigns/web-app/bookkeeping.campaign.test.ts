import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { button, go, inDialog, isClean, rowOf } from './page-steps.ts'
import { ask, bePaid } from './record-steps.ts'

const PICTURES = process.env['PICTURES']

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_FIXED_RATES: '{"EUR":50000}' })
})
afterEach(async () => {
  await app.leave()
  expect(await app.world.violations()).toEqual([])
})
afterAll(() => app?.close())

/** To be looked at. */
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

async function linesOf(page: Page): Promise<string[]> {
  const [saved] = await Promise.all([page.waitForEvent('download'), inDialog(page, 'Download').click()])
  return (await readFile(await saved.path(), 'utf8')).trim().split(/\r?\n/).slice(1)
}

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('the history shows the value at the time where it is known, and else says that it is that of today (G9)', async () => {
    const page = await app.visitAs(`values-${size}`, '/', options)
    await ask(page, 'PUT', '/auth/me/preferences', { currency: 'EUR' })
    await bePaid(app.world, page, 'In satoshis', 2000)
    const bill = { out: false, amount: 2, unit: 'EUR', memo: 'In euros' }
    const { bolt11 } = await ask<{ bolt11: string }>(page, 'POST', '/payments', bill)
    await app.world.send(await app.world.openWallet(10_000), bolt11)
    await page.goto(`${app.url}/app/activity`)
    await rowOf(page, 'In euros').getByText('€2.00', { exact: true }).waitFor()
    await rowOf(page, 'In satoshis').getByText('≈ €1.00 today', { exact: true }).waitFor()
    await isClean(page)
    await picture(page, `history-values-${size}`)
    await rowOf(page, 'In satoshis').click()
    await page.locator('.details-head').getByText('≈ €1.00 today', { exact: true }).waitFor()
    await isClean(page)
  })

  test('payments of chosen wallets and days are in one file, with labels and notes (G25)', async () => {
    const page = await app.visitAs(`books-${size}`, '/', options)
    const wallets = [await ask<{ id: string }>(page, 'GET', '/wallet')]
    for (const name of ['Club', 'Shop']) wallets.push(await ask<{ id: string }>(page, 'POST', '/wallet', { name }))
    const [, club, shop] = wallets.map(({ id }) => id)
    for (const [nth, { id }] of wallets.entries()) await bePaid(app.world, page, `into ${nth}`, 100, id)
    const [paid] = await ask<{ checking_id: string }[]>(page, 'GET', `/payments?wallet_id=${club}`)
    const note = { note: 'Fee of Ada', labels: ['members', 'March'] }
    await ask(page, 'PUT', `/payments/${paid?.checking_id}/note?wallet_id=${club}`, note)
    await go(page, '/activity')
    await button(page, 'Export').click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'My wallet' }).uncheck()
    await isClean(page)
    await picture(page, `export-wallets-${size}`)
    const two = await linesOf(page)
    expect(two.map((line) => [club, shop].findIndex((id) => line.includes(id ?? '')))).toEqual([1, 0])
    expect(two[1]).toContain('Fee of Ada,"members, March"')
    await button(page, 'Export').click()
    await page.getByLabel('Which payments').selectOption('days')
    await page.getByLabel('Until').fill('2001-01-01')
    expect(await linesOf(page)).toEqual([])
    await button(page, 'Export').click()
    for (const name of ['My wallet', 'Club']) await page.getByRole('checkbox', { name }).uncheck()
    expect((await linesOf(page)).map((line) => line.includes(shop ?? ''))).toEqual([true])
    await button(page, 'Export').click()
    expect(await linesOf(page)).toHaveLength(3)
    await button(page, 'Export').click()
    for (const name of ['My wallet', 'Club', 'Shop']) await page.getByRole('checkbox', { name }).uncheck()
    expect(await inDialog(page, 'Download').isDisabled()).toBe(true)
  })

  test('a balance that is known of one day alone is drawn as a mark at its height', async () => {
    const page = await app.visitAs(`one-${size}`, '/', options)
    await bePaid(app.world, page, 'the first', 250)
    const { id } = await ask<{ id: string }>(page, 'GET', '/wallet')
    await go(page, `/wallets/${id}/history`)
    const chart = page.getByRole('img', { name: /^Balance from .* at the end 250 sat$/ })
    await chart.waitFor()
    const mark = await chart.locator('circle').boundingBox()
    expect(Math.min(mark?.width ?? 0, mark?.height ?? 0)).toBeGreaterThanOrEqual(8)
    expect(await chart.locator('.chart-level').count()).toBe(1)
    await page.locator('figcaption').getByText('at the end 250 sat').waitFor()
    await isClean(page)
    await picture(page, `chart-one-${size}`)
  })
})
