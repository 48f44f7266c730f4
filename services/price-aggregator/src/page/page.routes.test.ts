import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SILENT_LOG } from '@satchel/http/log'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MockExchanges, startMockExchanges } from '../../mock/mock-exchanges.ts'
import { createPriceAggregator, type PriceAggregator } from '../app.ts'
import { readConfig } from '../config.ts'

let folder: string
let mocks: MockExchanges
let prices: PriceAggregator
/** Resolves when the first cycle is over and the poller rests. */
let rested: Promise<void>
const polling = { controller: new AbortController(), done: Promise.resolve() }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-page-'))
  mocks = await startMockExchanges()
  writeFileSync(join(folder, 'exchanges.json'), JSON.stringify(mocks.exchangesFile()))
  const read = readConfig({ EXCHANGES_FILE: join(folder, 'exchanges.json'), PRICES_DATA_FOLDER: join(folder, 'data') })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  polling.controller = new AbortController()
  polling.done = Promise.resolve()
  const rest = Promise.withResolvers<void>()
  rested = rest.promise
  prices = await createPriceAggregator({
    config: read.config,
    log: SILENT_LOG,
    now: Date.now,
    sleep: (_ms, signal) => {
      if (signal === polling.controller.signal) rest.resolve()
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    },
    random: () => 0.5,
    processMetrics: false,
  })
})

afterEach(async () => {
  polling.controller.abort()
  await polling.done
  await prices.app.close()
  await mocks.close()
  rmSync(folder, { recursive: true, force: true })
})

async function firstCycle(): Promise<void> {
  polling.done = prices.poll(polling.controller.signal)
  await rested
}

const ask = (url: string) => prices.app.inject({ method: 'GET', url })

test('the page answers 200 before the first cycle, and with prices after it', async () => {
  const before = await ask('/')
  expect(before.statusCode).toBe(200)
  expect(before.body).toContain('Waiting for the first prices')
  await firstCycle()
  const after = await ask('/')
  expect(after.statusCode).toBe(200)
  expect(after.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(after.headers['cache-control']).toBe('no-cache')
  expect(after.body).not.toContain('Waiting')
  expect(after.body).toMatch(/<span data-live="USD-median">95,230<\/span>/)
})

test('the policy lets only our own files in, and the page needs no more', async () => {
  await firstCycle()
  const { headers, body } = await ask('/')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
      "base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  )
  expect(body).not.toMatch(/ style="| on[a-z]+="|<style|<script>/)
  const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(files).toEqual(expect.arrayContaining(['/page/live-prices.js', '/page/live-prices.css', '/docs', '/redoc']))
  for (const file of files.filter((path) => path !== 'data:,'))
    expect([file, (await ask(file)).statusCode]).toEqual([file, 200])
})

test('the browser files carry their type', async () => {
  expect((await ask('/page/live-prices.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect((await ask('/page/live-prices.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test('the page is for people: the manual of the interface does not list it', async () => {
  const { paths } = (await ask('/openapi.json')).json() as { paths: Record<string, unknown> }
  expect(Object.keys(paths)).toContain('/rates')
  expect(Object.keys(paths).filter((path) => path === '/' || path.startsWith('/page'))).toEqual([])
})

test('the page is in the language of its reader: texts, numbers and direction, also for concurrent readers', async () => {
  await firstCycle()
  const read = (url: string, language: string) =>
    prices.app.inject({ method: 'GET', url, headers: { 'accept-language': language } })
  const [german, spanish, arabic, english] = await Promise.all([
    read('/', 'de-AT,de;q=0.9'),
    read('/', 'es-MX'),
    read('/?lang=ar', 'de'),
    read('/', 'fr'),
  ])
  expect(german.body).toContain('<html lang="de" dir="ltr">')
  expect(german.body).toMatch(/<dt>Niedrigster<\/dt>/)
  expect(german.body).toMatch(/<span data-live="USD-median">95\.230<\/span><span class="fraction" [^>]*>,\d\d</)
  expect(spanish.body).toContain('<html lang="es" dir="ltr">')
  expect(spanish.body).toContain('<dt>Mínimo</dt>')
  expect(arabic.body).toContain('<html lang="ar" dir="rtl">')
  expect(arabic.body).toContain('<dt>الأدنى</dt>')
  expect(english.body).toContain('<html lang="en" dir="ltr">')
  expect(english.body).toContain('<dt>Lowest</dt>')
  expect(german.headers['vary']).toContain('Accept-Language')
})
