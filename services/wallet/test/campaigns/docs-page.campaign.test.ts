import { join } from 'node:path'
import { keepEachKind } from '@satchel/http/world/keep-each-kind'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { axeFindings } from '@satchel/page/world/axe-findings'
import { openRealBrowser, type RealBrowser, type Visit } from '@satchel/page/world/real-browser'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_INS } from '../../src/extensions/built-ins.ts'
import { register } from '../world/accounts/register.ts'
import { openWorld, type World, type WorldWallet } from '../world/open-world.ts'
import { expectClean } from './page-visits.ts'
import { DESK, overflowOf, PHONE } from './web-app/open-app-visits.ts'

let world: World
let url: string
/** A wallet with money, which pays the new user and is paid by them. */
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

async function visit(path: string, options: object = {}): Promise<Visit> {
  const here = await browser.visit(url, path, { viewport: { width: 1200, height: 1600 }, ...options })
  here.page.setDefaultTimeout(10_000)
  return here
}

/** Opens the log-in box and enters one credential. */
async function useCredential(page: Page, scheme: 'walletKey' | 'accessToken', value: string): Promise<void> {
  await page.locator('#log-in summary').click()
  await page.locator(`#log-in-${scheme}`).fill(value)
  await page.locator(`#log-in form[data-scheme="${scheme}"] button`).click()
  await page.locator('#credential', { hasText: `Logged in with ${scheme}.` }).waitFor()
}

/** An operation, opened. */
async function operation(page: Page, id: string): Promise<Locator> {
  const block = page.locator(`details#${id}`)
  if ((await block.getAttribute('open')) === null) await block.locator('summary').first().click()
  return block
}

/** Runs an operation with this body; returns the answer that the page shows. */
async function tryOut(block: Locator, body?: object | 'as it stands'): Promise<{ status: string; body: Shown }> {
  if (typeof body === 'object') await block.locator('textarea').fill(JSON.stringify(body))
  await block.getByRole('button', { name: 'Send' }).click()
  const status = block.locator('.status')
  await expect.poll(() => status.innerText()).toMatch(/^\d{3} · /)
  return {
    status: (await status.innerText()).slice(0, 3),
    body: JSON.parse(await block.locator('.answer').innerText()) as Shown,
  }
}

type Shown = Readonly<Record<string, string | number>>

/** Saves screenshots: `PICTURES=folder npm run test:campaigns -- docs-page`. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `wallet-${name}.png`) })
}

async function leave(here: Visit): Promise<void> {
  expectClean(here)
  await here.page.context().close()
}

test('a newcomer with an admin key makes an invoice and pays one on /docs, with what the page fills in', async () => {
  const here = await visit('/docs')
  const { page } = here
  await takePicture(page, 'docs')
  await useCredential(page, 'walletKey', merchant.adminKey)
  const payments = await operation(page, 'createPayment')
  const made = await tryOut(payments, 'as it stands')
  expect([made.status, made.body['amount'], made.body['memo']]).toEqual(['201', 1000, 'Coffee'])
  const other = await world.openWallet()
  const invoice = await world.invoice(other, 250)
  const paid = await tryOut(payments, { out: true, bolt11: invoice.payment_request })
  expect([paid.status, paid.body['payment_hash']]).toEqual(['201', invoice.payment_hash])
  await takePicture(page, 'docs-paid')
  expect(await world.balanceMsat(other)).toBe(250_000)
  await leave(here)
})

test('a newcomer registers on /docs, and with the access token sells and pays', async () => {
  const here = await visit('/docs')
  const { page } = here
  const registered = await tryOut(await operation(page, 'register'), 'as it stands')
  expect([registered.status, registered.body['username']]).toEqual(['201', 'alice'])
  await useCredential(page, 'accessToken', String(registered.body['access_token']))
  const wallet = await tryOut(await operation(page, 'getWallet'))
  expect([wallet.status, wallet.body['balance']]).toEqual(['200', 0])
  const payments = await operation(page, 'createPayment')
  const made = await tryOut(payments, 'as it stands')
  expect(made.status).toBe('201')
  expect((await world.send(merchant, String(made.body['payment_request']))).status).toBe(201)
  const invoice = await world.invoice(merchant, 999)
  const paid = await tryOut(payments, { out: true, bolt11: invoice.payment_request })
  expect([paid.status, paid.body['payment_hash']]).toEqual(['201', invoice.payment_hash])
  expect((await tryOut(await operation(page, 'getWallet'))).body['balance']).toBe(1000)
  await takePicture(page, 'docs-token')
  await leave(here)
})

test('a log-in by name keeps the token in this tab: it survives a reload, is gone after a log-out, and no other tab has it', async () => {
  const { username, password, token } = await register(world)
  const here = await visit('/docs')
  const { page } = here
  await page.locator('#log-in summary').click()
  await page.locator('#log-in-name').fill(username)
  await page.locator('#log-in-password').fill(password)
  await page.locator('#log-in').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.locator('#credential', { hasText: 'Logged in with accessToken.' }).waitFor()
  await page.reload()
  await page.locator('#credential', { hasText: 'Logged in with accessToken.' }).waitFor()
  expect((await tryOut(await operation(page, 'getCurrentUser'))).body['username']).toBe(username)
  // The token is only in the storage of this tab.
  expect(await page.evaluate('[localStorage.length, document.cookie, sessionStorage.length]')).toEqual([0, '', 1])
  const other = await page.context().newPage()
  await other.goto(`${url}/docs`)
  await other.locator('#credential', { hasText: 'Not logged in.' }).waitFor()
  await other.close()
  await page.locator('#log-out').click()
  await page.locator('#credential', { hasText: 'Not logged in.' }).waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expect(token).not.toBe('')
  // Chromium reports the 401 after the log-out as an error of the page.
  expect((await tryOut(await operation(page, 'getCurrentUser'))).status).toBe('401')
  expect(here.complaints.filter((text) => !text.includes('status of 401'))).toEqual([])
  await page.context().close()
})

test('the search shows the operations with all words and no others, and a link opens its operation', async () => {
  const here = await visit('/docs#/payments/decodeInvoice')
  const { page } = here
  await expect.poll(() => page.locator('details#decodeInvoice').getAttribute('open')).not.toBeNull()
  await page.keyboard.press('/')
  await page.keyboard.type('hold invoice')
  await expect.poll(() => page.locator('#found').innerText()).toMatch(/^\d+ of \d+ operations$/)
  const shown = page.locator('.operation:visible')
  const texts = await shown.evaluateAll((all) => all.map((one) => (one.textContent ?? '').toLowerCase()))
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.filter((text) => !text.includes('hold') || !text.includes('invoice'))).toEqual([])
  expect(await page.locator('.chapter:visible').count()).toBeLessThan(7)
  await page.locator('#search').fill('')
  await expect.poll(() => page.locator('.chapter:visible').count()).toBe(7)
  await leave(here)
})

test('/redoc reads as a manual: first steps, and every operation with what it does and who may', async () => {
  const here = await visit('/redoc', { javaScriptEnabled: false })
  const { page } = here
  const { body: document } = await world.call('GET', '/openapi.json')
  const operations: { operationId: string; summary: string }[] = Object.values(document.paths).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string; summary: string }>),
  )
  await takePicture(page, 'redoc')
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
    expect.arrayContaining([
      'Receive',
      'Pay',
      'Wallets and people',
      'Programs',
      'Shops',
      'Extensions',
      'Administration',
    ]),
  )
  for (const { operationId, summary } of operations) {
    const text = await page.locator(`section#${operationId}`).innerText()
    expect(text, operationId).toContain(summary)
    expect(text, operationId).toContain('Access: ')
  }
  await leave(here)
})

const CHAPTERS = ['receive', 'pay', 'people', 'programs', 'shops', 'extensions', 'administration']

test.each([
  ['phone', PHONE],
  ['desk', DESK],
])(
  'both pages are in the colours of the visitor, fit on a %s, and axe finds nothing in any chapter',
  {
    timeout: 150_000,
  },
  async (size, viewport) => {
    for (const path of ['/docs', '/redoc']) {
      const here = await visit(path, { ...viewport, colorScheme: 'light', bypassCSP: true })
      const { page } = here
      if (path === '/docs') {
        await page.locator('#log-in summary').click()
        for (const id of ['createPayment', 'getPayment', 'lnurlpCreate']) await operation(page, id)
      }
      expect([path, await overflowOf(page)]).toEqual([path, 0])
      await takePicture(page, `${path.slice(1)}-${size}`)
      const chapters = await keepEachKind(page)
      expect(chapters.map(([id]) => id)).toEqual([...CHAPTERS.map((id) => `chapter-${id}`), 'schemas'])
      expect(chapters.filter(([, blocks]) => blocks === 0)).toEqual([])
      const papers = new Set<string>()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        papers.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
        expect([path, colorScheme, await axeFindings(page)]).toEqual([path, colorScheme, []])
        await takePicture(page, `${path.slice(1)}-${size}-${colorScheme}-kinds`)
      }
      expect(papers.size).toBe(2)
      await leave(here)
    }
  },
)
