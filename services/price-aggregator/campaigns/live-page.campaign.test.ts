import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SILENT_LOG } from '@satchel/http/log'
import { keepEachKind } from '@satchel/http/world/keep-each-kind'
import { axeFindings } from '@satchel/page/world/axe-findings'
import { openRealBrowser, type RealBrowser, type Visit } from '@satchel/page/world/real-browser'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockExchanges, startMockExchanges } from '../mock/mock-exchanges.ts'
import { createMovingPrices } from '../mock/moving-prices.ts'
import { createPriceAggregator, type PriceAggregator } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const INTERVAL_MS = 60_000
const CYCLES_BEFORE = 240

const folder = mkdtempSync(join(tmpdir(), 'satchel-page-'))
const polling = new AbortController()
let mocks: MockExchanges
let prices: PriceAggregator
let polled: Promise<void>
let url: string
let browser: RealBrowser
/** The service's clock: a cycle is a minute, and takes as long as the mocks need. */
let now = Date.UTC(2026, 10, 20, 9, 0, 0)
let rest: { readonly begun: Promise<() => void>; readonly begin: (end: () => void) => void } = nextRest()

function nextRest() {
  const { promise, resolve } = Promise.withResolvers<() => void>()
  return { begun: promise, begin: resolve }
}

/** Runs one more cycle and resolves when its prices are published. */
async function cycle(): Promise<void> {
  const endRest = await rest.begun
  rest = nextRest()
  now += INTERVAL_MS
  endRest()
  await rest.begun
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  // Deadlines inside a cycle are real; only the rest between two cycles is ours to end.
  if (signal !== polling.signal) return delay(ms, undefined, { signal }).catch(() => undefined)
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    rest.begin(resolve)
  })
}

beforeAll(async () => {
  mocks = await startMockExchanges()
  const exchangesFile = join(folder, 'exchanges.json')
  writeFileSync(exchangesFile, JSON.stringify(mocks.exchangesFile()))
  const read = readConfig({ EXCHANGES_FILE: exchangesFile, PRICES_DATA_FOLDER: join(folder, 'data') })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  prices = await createPriceAggregator({
    config: read.config,
    log: SILENT_LOG,
    now: () => now,
    sleep,
    random: () => 0.5,
    processMetrics: false,
  })
  url = await prices.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await openRealBrowser()
})

afterAll(async () => {
  polling.abort()
  await browser?.close()
  await polled
  await prices?.app.close()
  await mocks?.close()
  rmSync(folder, { recursive: true, force: true })
})

const visit = (path: string, options: BrowserContextOptions = {}): Promise<Visit> =>
  browser.visit(url, path, { viewport: { width: 1200, height: 900 }, ...options })

const medianOf = (page: Page, currency: string): Promise<string> =>
  page.locator(`section[aria-labelledby="${currency}"] .median`).innerText()

test('before the first cycle the page waits, and fills by itself when the prices come', async () => {
  const { page, complaints } = await visit('/')
  expect(await page.locator('main').innerText()).toBe('Waiting for the first prices.')
  await page.locator('#connection.live').waitFor()
  polled = prices.poll(polling.signal)
  await page.getByRole('table').waitFor()
  expect(await medianOf(page, 'USD')).toBe('95,230.18')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('without JavaScript the prices and the table can be read', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false })
  expect(await medianOf(page, 'USD')).toBe('95,230.18')
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Source',
    'USD',
    'EUR',
    'CHF',
    'GBP',
    'CZK',
    'Updated',
  ])
  const kraken = page.getByRole('row').filter({ hasText: 'Kraken' })
  expect(await kraken.getByRole('cell').first().innerText()).toContain('95,230.10')
  await page.context().close()
})

test('with JavaScript a new price shows without a reload, and so does a source that fails', async () => {
  const { page, complaints, foreign } = await visit('/')
  await page.locator('#connection.live').waitFor()
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  const corners = (): Promise<string | null> => page.locator('[data-live="USD-line"]').getAttribute('points')
  const before = await corners()
  for (const source of ['source_a', 'source_c', 'source_d', 'source_e', 'source_g'] as const) {
    mocks.setPrice(source, 'USD', 101_234.5)
  }
  await mocks.misbehave('source_b', 'status-503')
  await cycle()
  await expect.poll(() => medianOf(page, 'USD')).toBe('101,234.50')
  const kraken = page.getByRole('row').filter({ hasText: 'Kraken' })
  expect(await kraken.getByRole('rowheader').innerText()).toContain('503')
  expect(await kraken.getByRole('cell').first().innerText()).toMatch(/95,230\.10[^]*outlier/)
  expect(await corners()).not.toBe(before)
  expect(await page.locator('.state time').getAttribute('datetime')).toBe(new Date(now).toISOString())
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })
  await mocks.reset()
  await page.context().close()
})

test('light and dark follow the reader, and nothing scrolls sideways on a narrow phone', async () => {
  const paper: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await visit('/', { colorScheme, viewport: { width: 360, height: 740 } })
    paper.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(360)
    await page.context().close()
  }
  expect(new Set(paper).size).toBe(2)
})

test.each(['/docs', '/redoc'])('%s shows the operations, from our own files alone, also on a phone', async (path) => {
  const { page, complaints, foreign } = await visit(path, { viewport: { width: 360, height: 740 } })
  expect(await page.locator('.operation').count()).toBe(9)
  expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(360)
  if (path === '/docs') {
    await page.locator('#getHealth summary').click()
    await page.locator('#getHealth').getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => page.locator('#getHealth .status').innerText()).toMatch(/^200 · GET \/health · /)
    expect(JSON.parse(await page.locator('#getHealth .answer').innerText())).toHaveProperty('status')
  }
  expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })
  await page.context().close()
})

test.each([
  ['light', 360],
  ['dark', 360],
  ['light', 1280],
  ['dark', 1280],
] as const)(
  'axe finds nothing in any chapter of /docs and /redoc, %s and %i pixels wide',
  async (colorScheme, width) => {
    for (const path of ['/docs', '/redoc']) {
      const look = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true }
      const { page } = await visit(path, look)
      const chapters = await keepEachKind(page)
      expect([path, await axeFindings(page)]).toEqual([path, []])
      expect(chapters.length).toBeGreaterThan(1)
      expect(chapters.filter(([, blocks]) => blocks === 0)).toEqual([])
      await page.context().close()
    }
  },
)

/** For the guide, on request only: `PICTURES=1 npm run test:campaigns -- live-page`. */
async function takePictures(): Promise<void> {
  const moving = createMovingPrices(mocks)
  for (let count = 0; count < CYCLES_BEFORE; count += 1) {
    moving.step()
    if (count === CYCLES_BEFORE - 4) await mocks.misbehave('source_d', 'status-503')
    await cycle()
  }
  now += 12_000
  for (const [name, options] of Object.entries(PICTURES)) {
    const { page } = await visit('/', options)
    await page.locator('#connection.live').waitFor()
    const path = fileURLToPath(new URL(`../../../docs/pictures/${name}.png`, import.meta.url))
    await page.screenshot({ path, fullPage: true })
    await page.context().close()
  }
}

const PICTURES: Readonly<Record<string, BrowserContextOptions>> = {
  'prices-light': { colorScheme: 'light', deviceScaleFactor: 2 },
  'prices-dark': { colorScheme: 'dark', deviceScaleFactor: 2 },
  'prices-phone': { colorScheme: 'light', deviceScaleFactor: 2, viewport: { width: 390, height: 844 } },
}

if (process.env['PICTURES'] !== undefined) test('the pictures of the guide are taken', takePictures)
