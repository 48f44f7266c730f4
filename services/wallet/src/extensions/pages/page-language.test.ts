import type { Page } from '@satchel/extension-sdk/page'
import { amountText, clockText, dayText, fixed, minorText, timeText } from '@satchel/extension-sdk/text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world/open-world.ts'
import { renderPage } from './render-page.ts'
import { createSpeech } from './speak.ts'

const TRANSLATIONS = { de: { Pay: 'Bezahlen', 'From {amount}': 'Ab {amount}' }, ar: { Pay: 'ادفع' } }

/** The owner has named the page as the extension names its button. */
const PAGE: Page = {
  title: 'Pay',
  blocks: [
    { kind: 'heading', text: fixed('Pay') },
    { kind: 'text', text: fixed('From {amount}', { amount: amountText(1234.5, 'EUR') }) },
    { kind: 'amount', text: minorText(123_456_789_012_345_678_901n, 'EUR') },
    {
      kind: 'facts',
      rows: [
        ['day', dayText('2026-11-20')],
        ['time', timeText(Date.UTC(2026, 10, 20, 13, 5))],
        ['clock', clockText(Date.UTC(2026, 10, 20, 13, 5), 'Asia/Tokyo')],
      ],
    },
    { kind: 'link', text: 'Pay', href: '/p/x?a=1#end' },
    { kind: 'link', text: fixed('Not translated'), href: 'https://else.example/' },
  ],
}

const CONTEXT = { extId: 'sample', path: '/p/x', publicUrl: 'https://pay.example/', translations: TRANSLATIONS }

test('fixed texts, amounts and dates are in the language of the visitor, and texts of the owner unchanged', () => {
  const markup = renderPage(PAGE, { ...CONTEXT, language: 'de' })
  for (const part of [
    '<html lang="de" dir="ltr">',
    '<title>Pay</title>',
    '<h2 dir="auto">Bezahlen</h2>',
    '>Ab 1.234,50\u00a0€<',
    '>1.234.567.890.123.456.789,01\u00a0€<',
    '>20.11.2026<',
    '>20.11.2026, 13:05 UTC<',
    '>22:05<',
    '>Pay</a>',
    '>Not translated</a>',
  ])
    expect(markup).toContain(part)
})

test('in English amounts are grouped, dates are ISO 8601, and no translation is included', () => {
  const markup = renderPage(PAGE, CONTEXT)
  for (const part of ['<html lang="en">', '>From €1,234.50<', '>2026-11-20<', '>2026-11-20 13:05 UTC<'])
    expect(markup).toContain(part)
  expect(markup).not.toContain('data-texts')
})

test('Arabic is written from right to left', () => {
  const markup = renderPage(PAGE, { ...CONTEXT, language: 'ar' })
  expect(markup).toContain('<html lang="ar" dir="rtl">')
  expect(markup).toContain('<h2 dir="auto">ادفع</h2>')
})

test('a language chosen in the URL stays in the links of the page, not in links elsewhere', () => {
  const markup = renderPage(PAGE, { ...CONTEXT, language: 'es', keepsLanguage: true })
  expect(markup).toContain('href="/sample/p/x?a=1&amp;lang=es#end"')
  expect(markup).toContain('href="https://else.example/"')
  expect(renderPage(PAGE, { ...CONTEXT, language: 'es' })).toContain('href="/sample/p/x?a=1#end"')
})

describe('over HTTP', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite' })
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  test.each([
    ['/nothing-here', 'de-CH,de;q=0.9', '<html lang="de" dir="ltr">', 'Nicht gefunden'],
    ['/nothing-here?lang=ar', 'de', '<html lang="ar" dir="rtl">', 'غير موجود'],
    ['/nothing-here', 'fr', '<html lang="en">', 'Not found'],
    ['/nothing-here?lang=%22%3E', 'fr', '<html lang="en">', 'Not found'],
    ['/?start', 'es', '<html lang="es" dir="ltr">', 'Billeteras Lightning'],
  ])('%s is shown in a browser that prefers %s', async (url, language, ...parts) => {
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'accept-language': language }
    const answer = await world.app.inject({ url, headers })
    for (const part of parts) expect(answer.body).toContain(part)
  })
})

test('in Arabic a sentence that begins with an amount or a Latin name still runs from the right', () => {
  const arabic = createSpeech('ar', {
    ar: { '{price}, at most': '{price} على الأكثر', 'npub1… or hex': 'npub1… أو', 'Only {price}': 'فقط {price}' },
  })
  const price = arabic.money({ amount: 2, currency: 'msat' })
  expect(arabic.say('{price}, at most', { price })).toMatch(/^\u200f\u20682 msat/)
  expect(arabic.say('npub1… or hex')).toMatch(/^\u200fnpub1/)
  expect(arabic.say('Only {price}', { price })).toMatch(/^فقط/)
  // It has no Arabic word.
  expect(arabic.say('{price}', { price })).toBe('\u20682 msat\u2069')
  expect(createSpeech('de').say('{price}', { price })).toBe('2 msat')
})
