import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { noteRates } from '../../../src/rates/record-rates.ts'
import { SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { button, go, inDialog, isClean, picture, rowOf } from './page-steps.ts'
import { ask, bePaid } from './record-steps.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_FIXED_RATES: '{"EUR":50000,"CHF":48000}' })
})
afterEach(async () => {
  await app.leave()
  expect(await app.world.violations()).toEqual([])
})
afterAll(() => app?.close())

async function linesOf(page: Page): Promise<string[]> {
  const [saved] = await Promise.all([page.waitForEvent('download'), inDialog(page, 'Download').click()])
  return (await readFile(await saved.path(), 'utf8')).trim().split(/\r?\n/).slice(1)
}

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('the history shows the value at the time of payment if it is known, otherwise the value of today, marked so', async () => {
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

  test("a payment shows what it was worth then in the person's currency too, by the price of its time or of its day", async () => {
    const page = await app.visitAs(`francs-${size}`, '/', options)
    await ask(page, 'PUT', '/auth/me/preferences', { currency: 'CHF' })
    const bill = { out: false, amount: 2, unit: 'EUR', memo: `In euros on a ${size}` }
    const points = [{ currency: 'CHF', rate: '47500', at: app.world.nowSeconds() - 30 }]
    await app.world.db.transact(noteRates, { points, now: app.world.nowSeconds() })
    const { bolt11 } = await ask<{ bolt11: string }>(page, 'POST', '/payments', bill)
    await app.world.send(await app.world.openWallet(10_000), bolt11)
    await page.goto(`${app.url}/app/activity`)
    await rowOf(page, bill.memo).click()
    const worth = page.locator('dt').filter({ hasText: 'Worth then' }).locator('+ dd')
    await expect.poll(() => worth.locator('bdi').allTextContents()).toEqual(['CHF\u00a01.90', '€2.00'])
    await isClean(page)
    app.world.advance(3600)
    const later = await ask<{ bolt11: string }>(page, 'POST', '/payments', { ...bill, memo: `Later on a ${size}` })
    await app.world.send(await app.world.openWallet(10_000), later.bolt11)
    await page.goto(`${app.url}/app/activity`)
    await rowOf(page, `Later on a ${size}`).click()
    await expect.poll(() => worth.locator('bdi').allTextContents()).toEqual(['CHF\u00a01.90', '€2.00'])
    // Shortly before midnight the browser and the service would have different days in the following tests.
    app.world.advance(-3600)
  })

  test('payments of chosen wallets and days are in one file, with labels and notes', async () => {
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
    expect(two[1]).toContain('"Fee of Ada","members, March"')
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

  test('a wallet gets an icon, a colour, a currency and its place in the list by keyboard', async () => {
    const page = await app.visitAs(`looks-${size}`, '/', options)
    const { id } = await ask<{ id: string }>(page, 'GET', '/wallet')
    for (const name of ['Club', 'Shop']) await ask(page, 'POST', '/wallet', { name })
    await ask(page, 'POST', '/wallet/play-balance', { amount: 2000 })
    await go(page, `/wallets/${id}`)
    await page.getByRole('main').getByRole('button').filter({ hasText: 'Icon, colour, currency' }).click()
    await page.getByRole('radio', { name: 'Cup' }).check({ force: true })
    await page.getByLabel('Colour').selectOption('green')
    await page.getByLabel('Show the balance in').selectOption('EUR')
    await isClean(page)
    await picture(page, `look-${size}`)
    await inDialog(page, 'Save').click()
    await page.getByText('The wallet has a new look').waitFor()
    await page.getByText('≈ €1.00').first().waitFor()
    await go(page, '/wallets')
    await button(page, 'Change the order').click()
    await isClean(page)
    await picture(page, `order-${size}`)
    for (const place of [2, 3]) {
      await button(page, 'Move My wallet down').focus()
      await page.keyboard.press('Enter')
      await page.getByText(`My wallet is now number ${place} of 3`).waitFor()
      expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move My wallet down')
    }
    await button(page, 'Done').click()
    await rowOf(page, 'My wallet').waitFor()
    const names = await page.getByRole('list', { name: 'Wallets' }).locator('.row-title').allTextContents()
    expect(names).toEqual(['Club', 'Shop', 'My wallet'])
    expect(await rowOf(page, 'My wallet').locator('svg.wallet-green').count()).toBe(1)
    await isClean(page)
    await picture(page, `wallets-${size}`)
  })

  test('a balance history of a single month is drawn as a mark on a level line', async () => {
    const page = await app.visitAs(`one-${size}`, '/', options)
    await bePaid(app.world, page, 'the first', 250)
    const { id } = await ask<{ id: string }>(page, 'GET', '/wallet')
    await go(page, `/wallets/${id}`)
    await page.getByRole('tab', { name: 'All' }).click()
    const chart = page.getByRole('figure')
    await chart.locator('.chart-level').waitFor({ state: 'attached' })
    const mark = await chart.locator('circle').boundingBox()
    expect(Math.min(mark?.width ?? 0, mark?.height ?? 0)).toBeGreaterThanOrEqual(8)
    await chart.locator('figcaption').getByText('250 sat', { exact: true }).waitFor()
    await isClean(page)
    await picture(page, `chart-one-${size}`)
  })
})
