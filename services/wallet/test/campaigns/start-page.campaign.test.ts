import { reservePort } from '@satchel/outbound/world/reserve-port'
import { openRealBrowser, type RealBrowser, type Visit } from '@satchel/page/world/real-browser'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../world/open-world.ts'
import { expectClean, PHONE } from './page-visits.ts'

let world: World
let url: string
let browser: RealBrowser
const visits: Visit[] = []

beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite' })
  url = await world.app.listen({ host: '127.0.0.1', port: await reservePort() })
  browser = await openRealBrowser()
})
afterEach(async () => {
  for (const visit of visits.splice(0)) {
    expectClean(visit)
    await visit.page.context().close()
  }
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

async function arrive(fragment: string, options: object = {}) {
  const visit = await browser.visit(url, `/${fragment}`, { ...PHONE, ...options })
  visits.push(visit)
  return visit.page
}

test('after a log-in the page shows the token to copy and removes it from the address', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await arrive('#access_token=eyJ.abc-_&token_type=bearer', { permissions })
  await page.getByRole('heading', { name: 'You are logged in' }).waitFor()
  expect(await page.getByLabel('Access token').inputValue()).toBe('eyJ.abc-_')
  expect(await page.evaluate('location.href')).toBe(`${url}/`)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('eyJ.abc-_')
})

test('the page names a missing second factor and a linked log-in', async () => {
  const missing = await arrive('#second_factor=totp&ticket=t.1')
  expect(await missing.getByLabel('Ticket').inputValue()).toBe('t.1')
  expect(await missing.getByRole('heading', { name: 'You are logged in' }).count()).toBe(0)
  const linked = await arrive('#linked=github')
  await linked.getByText('From now on you can log in by github.').waitFor()
})

test('the script of the page speaks the language of the visitor', async () => {
  const page = await arrive('#access_token=eyJ.abc-_', { locale: 'de-AT' })
  await page.getByRole('heading', { name: 'Du bist angemeldet' }).waitFor()
  expect(await page.getByLabel('Zugriffstoken').inputValue()).toBe('eyJ.abc-_')
  await page.getByRole('button', { name: 'Kopieren' }).waitFor()
})

test('text of an attacker after the # stays text, and without known fields it is the plain start page', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const page = await arrive(`#linked=${encodeURIComponent(hostile)}`)
  await page.getByText(hostile).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  const plain = await arrive('#somewhere')
  await plain.getByText('This service runs Lightning wallets').waitFor()
  expect(await plain.locator('main h2').count()).toBe(0)
})

test('without JavaScript it can be read and followed, and says what it cannot do', async () => {
  const page = await arrive('', { javaScriptEnabled: false })
  await page.getByText('that needs JavaScript').waitFor()
  await page.getByRole('link', { name: 'Try the API' }).click()
  expect(page.url()).toBe(`${url}/docs`)
})
