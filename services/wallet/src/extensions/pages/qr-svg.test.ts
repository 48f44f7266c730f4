import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { INVOICE } from '../../../test/world/pages/sample-pages.ts'
import { lightningLink, MAX_QR_CHARACTERS, qrSvg } from './qr-svg.ts'

/** The modules of an SVG, read back from its path. */
function modulesOf(markup: string): { readonly side: number; readonly dark: ReadonlySet<string> } {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(markup)?.[1])
  const dark = new Set<string>()
  for (const [, x, y, width] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
    for (let step = 0; step < Number(width); step += 1) dark.add(`${Number(x) + step},${y}`)
  return { side, dark }
}

function expectCode(text: string, shown = text, maskPattern = -1): void {
  const { size, data } = encode(shown, { ecc: 'L', boostEcc: true, border: 0, maskPattern })
  const { side, dark } = modulesOf(qrSvg(text)?.markup ?? '')
  expect(side).toBe(size + 8)
  const expected = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x + 4},${y + 4}`] : [])))
  expect([...dark].sort()).toEqual(expected.sort())
}

test('every module is there, within four modules of white', () => {
  expectCode('https://shop.example/Order?id=7')
  expectCode('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.001')
})

test('lightning texts are in capitals, so that the code is coarser; other texts keep their case', () => {
  expectCode(INVOICE, INVOICE.toUpperCase(), 0)
  expectCode(`lightning:${INVOICE}`, `LIGHTNING:${INVOICE.toUpperCase()}`, 0)
  expectCode('lnurl1dp68gurn8ghj7', 'LNURL1DP68GURN8GHJ7', 0)
  expectCode('lnurlp://pay.example/x')
  expectCode('choir@pay.example')
})

test('a text that is too long has no QR code', () => {
  expect(qrSvg('x'.repeat(MAX_QR_CHARACTERS))).toBeDefined()
  expect(qrSvg('x'.repeat(MAX_QR_CHARACTERS + 1))).toBeUndefined()
  // Three bytes a letter.
  expect(qrSvg('好'.repeat(MAX_QR_CHARACTERS))).toBeUndefined()
})

test.each([
  [INVOICE, `lightning:${INVOICE}`],
  [`LIGHTNING:${INVOICE}`, `lightning:${INVOICE}`],
  ['LNURL1DP68GURN8GHJ7', 'lightning:LNURL1DP68GURN8GHJ7'],
  ['choir@pay.example', 'lightning:choir@pay.example'],
  ['https://pay.example', undefined],
  ['javascript:alert(1)@pay.example', undefined],
  ['ticket:9f8b', undefined],
])('%s opens %s in a wallet', (text, link) => {
  expect(lightningLink(text)).toBe(link)
})
