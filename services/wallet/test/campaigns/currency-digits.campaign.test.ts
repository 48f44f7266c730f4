import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Till } from '@satchel/extensions/tpos/fields'
import { type Order, priceSale } from '@satchel/extensions/tpos/price-sale'
import { ISO_4217 } from '@satchel/money/iso-4217'
import { minorDigits } from '@satchel/money/minor-digits'
import { openRealBrowser } from '@satchel/page/world/real-browser'
import { bundleCode } from '@satchel/sandbox/bundle-code'
import { openTestSandbox } from '@satchel/sandbox/world/open-test-sandbox'
import { expect, onTestFinished, test } from 'vitest'

const CODES = Object.keys(ISO_4217)
const ROOT = new URL('../../../../', import.meta.url)
const ORIGIN = 'http://modules.test'

const { run } = openTestSandbox()

test('every currency has the same digits in the service, in the code of a package, in the web app and at a till', async () => {
  const digits = CODES.map((code) => [code, minorDigits(code)])
  const entry = fileURLToPath(new URL('../world/extensions/count-digits.ts', import.meta.url))
  const source = await bundleCode(entry, 'COUNT_DIGITS')
  const code = { extension: 'digits', version: '1', source: async () => source }
  const inSandbox = (await run(code, 'countDigits', [CODES])) as number[][]
  const inWebApp = (await inBrowser('countDigits', CODES)) as number[][]
  for (const [index, [currency, wanted]] of digits.entries()) {
    expect([currency, ...(inSandbox[index] ?? [])]).toEqual([currency, wanted, wanted, wanted, wanted])
    expect([currency, ...(inWebApp[index] ?? [])]).toEqual([currency, wanted, wanted, wanted, wanted])
  }
})

test('a till with a price that has more digits than its currency shows the sums that the service books', async () => {
  const items = [{ title: 'Tea', price: 1.55, tax: 10 }]
  const till = { currency: 'JPY', tax_inclusive: false, tax_default: 27, items } as unknown as Till
  const lines = [{ title: 'Tea', quantity: 3 }, { quantity: 1 }]
  const shown = (await inBrowser('sell', lines)) as { order: Order; texts: string[] }
  expect(shown.order).toEqual({
    tip_amount: 2,
    lines: [
      { title: 'Tea', quantity: 3 },
      { price: 12, quantity: 1 },
    ],
  })
  expect(priceSale(till, shown.order)).toMatchObject({ tax: 3, tip: 2, amount: 19.65, total: 21.65 })
  expect(shown.texts).toEqual(['¥16.65', '¥3', '¥2', '¥21.65', '¥12', '¥1.55'])
})

/** Runs the modules of the web app and of the till in a real browser. */
async function inBrowser(name: 'countDigits' | 'sell', argument: unknown): Promise<unknown> {
  const browser = await openRealBrowser()
  onTestFinished(() => browser.close())
  const page = await (await browser.newContext()).newPage()
  await page.route(`${ORIGIN}/**`, (route) => route.fulfill(moduleOf(new URL(route.request().url()).pathname)))
  await page.goto(`${ORIGIN}/`)
  return page.evaluate(`${name}(${JSON.stringify(argument)})`)
}

/** A text, because it runs in the page and the test runner would rewrite its imports. */
const COUNT = `
  import { digitsOf, formatWorth, formatPrice } from '/apps/web/src/money/money.ts'
  import { writeMoney } from '/packages/money/src/write-money.js'
  import { createCart } from '/extensions/tpos/till-cart.js'
  globalThis.satchel = { money: (amount, unit, digits) => writeMoney(amount, unit, { locale: 'en', digits }) }
  const behindPoint = (text) => /\\.(\\d+)/.exec(text)?.[1]?.length ?? 0
  globalThis.countDigits = (currencies) => currencies.map((currency) => {
    const digits = digitsOf(currency)
    const cart = createCart({ currency, digits, inclusive: true, tax: 0, items: [] })
    const texts = [formatWorth(1, currency), formatPrice(1, currency), cart.text(cart.typed('1000'))]
    return [digits, ...texts.map(behindPoint)]
  })
  globalThis.sell = (lines) => {
    const items = [{ title: 'Tea', price: '1.55', tax: 10 }]
    const cart = createCart({ currency: 'JPY', digits: 0, inclusive: false, tax: 27, items })
    const sold = lines.map((line) => (line.title === undefined ? { ...line, price: '12' } : line))
    const { sum, tax, tip, total } = cart.totals(sold, 10)
    const shown = [sum, tax, tip, total, cart.typed('12'), cart.priceOf(items[0])]
    return { order: cart.order(sold, tip), texts: shown.map(cart.text) }
  }`
const IMPORTS = JSON.stringify({ imports: { '@satchel/money/': '/packages/money/src/' } })

const PAGE = `<html lang="en"><script type="importmap">${IMPORTS}</script><script type="module">${COUNT}</script>`

function moduleOf(path: string): { contentType: string; body: string } {
  if (path === '/') return { contentType: 'text/html', body: PAGE }
  const contentType = 'text/javascript'
  if (path.endsWith('/language/language.ts')) return { contentType, body: "export const locale = () => 'en'" }
  const script = new URL(`.${path.replace(/(\.js)?$/, '.js')}`, ROOT)
  if (existsSync(script)) return { contentType, body: readFileSync(script, 'utf8') }
  const file = new URL(`.${path.replace(/(\.ts)?$/, '.ts')}`, ROOT)
  return { contentType, body: stripTypeScriptTypes(readFileSync(file, 'utf8')) }
}
