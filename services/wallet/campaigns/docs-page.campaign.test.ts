import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRealBrowser, type RealBrowser, type Visit } from '../../../tests/real-browser.ts'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { BUILT_INS } from '../src/extensions/built-ins.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'

let world: World
let url: string
/** A wallet with money, which the new user pays and is paid by. */
let merchant: WorldWallet
let browser: RealBrowser

beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite', builtIns: BUILT_INS })
  url = await world.app.listen({ host: '127.0.0.1', port: await reservePort() })
  merchant = await world.openWallet(100_000)
  browser = await openRealBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const visit = (path: string): Promise<Visit> => browser.visit(url, path, { viewport: { width: 1200, height: 1600 } })

/** Presses Authorize and gives one credential. */
async function authorize(page: Page, scheme: 'walletKey' | 'accessToken', value: string): Promise<void> {
  await page.locator('.auth-wrapper .btn.authorize').click()
  const form = page.locator('.auth-container').filter({ has: page.getByText(scheme, { exact: true }) })
  await form.getByRole('textbox').fill(value)
  await form.getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
}

/** An operation in its chapter, which opens for it. */
async function operation(page: Page, tag: string, id: string): Promise<Locator> {
  const chapter = page.locator(`#operations-tag-${tag}`)
  if ((await chapter.getAttribute('data-is-open')) === 'false') await chapter.click()
  return page.locator(`#operations-${tag}-${id}`)
}

/** Opens an operation, unless it is open, and runs it with that body; answers what the page then shows. */
async function tryOut(block: Locator, body?: object | 'as it stands'): Promise<{ status: string; body: Shown }> {
  if ((await block.locator('.execute').count()) === 0) await block.locator('.opblock-summary-control').click()
  if (typeof body === 'object') await block.locator('textarea.body-param__text').fill(JSON.stringify(body))
  if ((await block.locator('.live-responses-table').count()) > 0)
    await block.getByRole('button', { name: 'Clear' }).click()
  await block.locator('.execute').click()
  const shown = block.locator('.live-responses-table .response').first()
  await shown.locator('.response-col_status').waitFor()
  return {
    status: await shown.locator('.response-col_status').innerText(),
    body: JSON.parse(await shown.locator('.highlight-code code').first().innerText()) as Shown,
  }
}

type Shown = Readonly<Record<string, string | number>>

/** Saves pictures of the pages: `PICTURES=folder npm run test:campaigns -- docs-page`. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `wallet-${name}.png`) })
}

test('a newcomer with an admin key makes an invoice and pays one on /docs, with what the page fills in', async () => {
  const { page, complaints, foreign } = await visit('/docs')
  const payments = await operation(page, 'payments', 'createPayment')
  await payments.waitFor()
  await takePicture(page, 'docs')
  await authorize(page, 'walletKey', merchant.adminKey)
  const made = await tryOut(payments, 'as it stands')
  expect([made.status, made.body['amount'], made.body['memo']]).toEqual(['201', 1000, 'Coffee'])
  const other = await world.openWallet()
  const invoice = await world.invoice(other, 250)
  const paid = await tryOut(payments, { out: true, bolt11: invoice.payment_request })
  expect([paid.status, paid.body['payment_hash']]).toEqual(['201', invoice.payment_hash])
  await takePicture(page, 'docs-paid')
  expect(await world.balanceMsat(other)).toBe(250_000)
  expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })
  await page.context().close()
})

test('a newcomer registers on /docs, and with the access token sells and pays', async () => {
  const { page, complaints, foreign } = await visit('/docs')
  const registered = await tryOut(await operation(page, 'accounts', 'register'), 'as it stands')
  expect([registered.status, registered.body['username']]).toEqual(['201', 'alice'])
  await authorize(page, 'accessToken', String(registered.body['access_token']))
  const wallet = await tryOut(await operation(page, 'wallets', 'getWallet'))
  expect([wallet.status, wallet.body['balance']]).toEqual(['200', 0])
  const payments = await operation(page, 'payments', 'createPayment')
  const made = await tryOut(payments, 'as it stands')
  expect(made.status).toBe('201')
  expect((await world.send(merchant, String(made.body['payment_request']))).status).toBe(201)
  const invoice = await world.invoice(merchant, 999)
  const paid = await tryOut(payments, { out: true, bolt11: invoice.payment_request })
  expect([paid.status, paid.body['payment_hash']]).toEqual(['201', invoice.payment_hash])
  expect((await tryOut(await operation(page, 'wallets', 'getWallet'))).body['balance']).toBe(1000)
  await takePicture(page, 'docs-token')
  expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })
  await page.context().close()
})

test('/redoc reads as a manual: first steps, and every operation with what it does and who may', async () => {
  const { page, complaints, foreign } = await visit('/redoc')
  const { body: document } = await world.call('GET', '/openapi.json')
  const operations: { operationId: string; summary: string }[] = Object.values(document.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string; summary: string }>),
  )
  const sections = page.locator('[data-section-id*="/operation/"]')
  await expect.poll(() => sections.count(), { timeout: 30_000 }).toBe(operations.length)
  await takePicture(page, 'redoc')
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(1)
  const texts = await sections.allInnerTexts()
  for (const { operationId, summary } of operations) {
    const text = texts.find((one) => one.startsWith(summary))
    expect(text, operationId).toContain('Access: ')
  }
  // Redoc has its maker's logo from elsewhere built in. That the policy stops it is what we want, and all it may say.
  expect(complaints.filter((text) => !/cdn\.redoc\.ly\/redoc\/logo-mini\.svg.*has been blocked/.test(text))).toEqual([])
  expect(foreign).toEqual([])
  await page.context().close()
})
