import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { openRealBrowser, type RealBrowser, type Visit } from '@satchel/page/world/real-browser'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { packAndDrop } from '../../../scripts/scaffold/world/pack-and-drop.ts'
import { CODE, FRAMES } from '../../../services/wallet/test/campaigns/web-app/frame-package.ts'
import { axeAtRest, SIZES } from '../../../services/wallet/test/campaigns/web-app/money-steps.ts'
import { overflowOf, ROOT } from '../../../services/wallet/test/campaigns/web-app/open-app-visits.ts'
import { picture } from '../../../services/wallet/test/campaigns/web-app/page-steps.ts'
import { installLocal } from '../../../services/wallet/test/world/extensions/install-local.ts'
import { openWorld, type World } from '../../../services/wallet/test/world/open-world.ts'

/** Beside the sources, where its imports lead somewhere. */
const folder = mkdtempSync(join(ROOT, 'my-packages-'))

let world: World
let browser: RealBrowser
let url: string
let id: string
const visits: Visit[] = []

beforeAll(async () => {
  const place = join(folder, 'clicker')
  mkdirSync(join(place, 'frames'), { recursive: true })
  writeFileSync(join(place, 'clicker.ts'), CODE)
  for (const [name, content] of Object.entries(FRAMES)) writeFileSync(join(place, 'frames', name), content)
  const { env } = await packAndDrop(place)
  const port = await reservePort()
  url = `http://localhost:${port}`
  world = await openWorld({ dialect: 'sqlite', builtIns: [], env: { SERVICE_PUBLIC_URL: url, ...env } })
  await world.app.listen({ host: '127.0.0.1', port })
  const owner = await world.openWallet(1000)
  await installLocal(world, owner, 'clicker')
  const made = await world.call('POST', '/clicker/api/v1/', { key: owner.adminKey, body: { title: 'First' } })
  id = made.body.id
  browser = await openRealBrowser()
})
afterEach(async () => {
  for (const { page } of visits.splice(0)) await page.context().close()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens the page with this file in its frame, in a browser with a session and data. Records all requests. */
async function visit(file: string, options: BrowserContextOptions = {}) {
  const there = await browser.visit(url, '/static/icon.svg', { locale: 'en', ...options })
  visits.push(there)
  const { page } = there
  page.setDefaultTimeout(10_000)
  await page.context().addCookies([{ name: 'satchel_session', value: 'a secret', url }])
  const asked: string[] = []
  const cookies: (string | undefined)[] = []
  page.context().on('requestfinished', async (request) => {
    asked.push(`${request.method()} ${request.url().replace(url, '')}`)
    if (request.url().includes(CALLS)) cookies.push((await request.allHeaders())['cookie'])
  })
  await page.goto(`${url}/clicker/p/${id}?file=${file}`)
  return { ...there, asked, cookies, calls: () => asked.filter((one) => one.includes(CALLS)) }
}

/** In the addresses of the routes that frames call. */
const CALLS = '/clicker/public/'

/** The results that the script of the frame wrote. */
async function outcomeOf(page: Page): Promise<Record<string, unknown>> {
  const body = page.frameLocator('main iframe').locator('body[data-outcome]')
  await body.waitFor({ timeout: 30_000, state: 'attached' })
  return JSON.parse((await body.getAttribute('data-outcome')) ?? '') as Record<string, unknown>
}

describe.each(SIZES)('on a $size', ({ size, options }) => {
  test('a frame of a package calls a route and is paid, and the host shows the invoice outside of it', async () => {
    const { page, calls, complaints, foreign } = await visit('game.html', options)
    const game = page.frameLocator('main iframe')
    await game.getByText('Hello First in en').waitFor()
    expect(await game.locator('body').evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 255)')
    expect(await game.getByRole('img').evaluate('document.images[0].naturalWidth')).toBe(9)
    expect([await axeAtRest(page), await overflowOf(page)]).toEqual([[], 0])
    await game.getByRole('button', { name: 'Click' }).click()
    await game.getByText(/^200: \d+$/).waitFor()
    await game.getByRole('button', { name: 'Pay' }).click()
    const invoice = page.locator('main .invoice')
    await invoice.waitFor()
    expect(await invoice.locator('.amount').innerText()).toBe('21 sat')
    expect([await axeAtRest(page), await overflowOf(page)]).toEqual([[], 0])
    await picture(page, `frame-${size}`)
    await world.send(await world.openWallet(100), String(await invoice.getAttribute('data-invoice')))
    await game.getByText('invoice paid').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await game.getByText('invoice closed').waitFor()
    await expect.poll(calls).toEqual([`POST /clicker/public/${id}/score`, `POST /clicker/public/${id}/invoices`])
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })
  })

  test('without JavaScript the page says that its frame needs it', async () => {
    const { page, complaints } = await visit('game.html', { ...options, javaScriptEnabled: false })
    await page.getByText('This part of the page needs JavaScript.').waitFor()
    expect(await page.locator('iframe').isVisible()).toBe(false)
    expect(complaints).toEqual([])
  })
})

test('a frame calls the routes of its block and no other path, without cookies', async () => {
  const { page, calls, asked, cookies } = await visit('calls.html')
  const silent = (count: number) => Array.from({ length: count }, () => 'no answer')
  expect(await outcomeOf(page)).toEqual({
    name: { name: 'ä b?c#d%2F', x: '1' },
    dots: silent(3),
    noName: 'no answer',
    missing: 422,
    others: silent(10),
    long: 'no answer',
    ids: silent(4),
  })
  const place = `/clicker/public/${id}`
  await expect
    .poll(calls)
    .toEqual([`GET ${place}/${encodeURIComponent('ä b?c#d%2F')}?x=1`, `GET ${place}/x?x=${'y'.repeat(51)}`])
  expect(asked.filter((one) => !/ \/(static|clicker)\//.test(one))).toEqual([])
  await expect.poll(() => cookies).toEqual([undefined, undefined])
})

const REJECTED = {
  SecurityError:
    'parentDocument parentAddress readCookie setCookie localStorage sessionStorage indexedDB caches serviceWorker worker topAway parentAway',
  TypeError: 'fetchOwn fetchFile fetchAway moduleAway moduleOfHost fullscreen',
  Error: 'request events socket place',
  EvalError: 'eval',
  NotAllowedError: 'clipboard',
  null: 'origin element window',
  undefined: 'inline',
  false: 'modal',
} as const

test('a hostile frame reaches neither the page, nor browser storage, nor any server, nor another window', async () => {
  const { page, asked, foreign } = await visit('hostile.html')
  await page.evaluate("localStorage.setItem('secret', 'kept')")
  const others: unknown[] = []
  page.context().on('page', (one) => others.push(one))
  page.on('download', (one) => others.push(one))
  expect(await outcomeOf(page)).toEqual(
    Object.fromEntries(
      Object.entries(REJECTED).flatMap(([outcome, names]) => names.split(' ').map((name) => [name, outcome])),
    ),
  )
  await page.waitForTimeout(2000)
  expect(page.url()).toBe(`${url}/clicker/p/${id}?file=hostile.html`)
  expect({ foreign, others }).toEqual({ foreign: [], others: [] })
  expect(asked.filter((one) => !/^GET \/(?:static|clicker\/p)\//.test(one))).toEqual([])
  expect(await page.evaluate("localStorage.getItem('secret')")).toBe('kept')
  expect((await page.context().cookies()).map(({ name, value }) => `${name} ${value}`)).toEqual([
    'satchel_session a secret',
  ])
})

test.each(['leaves.html', 'refreshes.html'])('a frame cannot navigate to another site (%s)', async (file) => {
  const { page, complaints, foreign } = await visit(file)
  await expect
    .poll(() => complaints.join('\n'), { timeout: 10_000 })
    .toContain(`Framing 'https://evil.example/' violates`)
  expect(page.url()).toBe(`${url}/clicker/p/${id}?file=${file}`)
  expect(foreign).toEqual([])
})

test('a frame has ten requests in flight and sixty in a minute', async () => {
  const { page, calls } = await visit('many.html')
  expect(await outcomeOf(page)).toEqual({ first: [10, 90], later: [50, 25] })
  await expect.poll(calls).toHaveLength(60)
})

test.each(['flood.html', 'shout.html'])('a frame that sends endlessly is removed (%s)', async (file) => {
  const { page, calls } = await visit(file)
  await page.getByText('This part of the page was stopped.').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(calls()).toEqual([])
})

test('a file in a separate window is isolated in the same way', async () => {
  const { page } = await visit('game.html')
  const address = String(await page.locator('iframe').getAttribute('src'))
  await page.goto(url + address)
  expect(await page.evaluate('self.origin')).toBe('null')
  await expect(page.evaluate('document.cookie')).rejects.toThrow('sandboxed')
  await expect(page.evaluate('localStorage.length')).rejects.toThrow('sandboxed')
  await expect(page.evaluate("fetch('/api/v1/health')")).rejects.toThrow('Failed to fetch')
})
