import { timeText } from '@satchel/extension-sdk/text'
import { axeFindings } from '@satchel/page/world/axe-findings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PAGES } from '../world/pages/sample-pages.ts'
import { LOW_CONTRAST } from './low-contrast.ts'
import { DESKTOP, expectClean, openPageVisits, type PageVisits, PHONE, widthOf } from './page-visits.ts'

let visits: PageVisits

beforeAll(async () => {
  visits = await openPageVisits()
})
afterAll(() => visits?.close())
beforeEach(() => visits.reset())

describe.each(Object.keys(SAMPLE_PAGES))('the page %s', (name) => {
  test.each([
    { device: 'a phone', options: PHONE },
    {
      device: 'a small phone in the dark',
      options: { viewport: { width: 320, height: 568 }, colorScheme: 'dark' } as const,
    },
    { device: 'a desktop', options: DESKTOP },
    { device: 'a desktop in the dark', options: { ...DESKTOP, colorScheme: 'dark' } as const },
  ])('fits on $device, can be read, and breaks no policy', async ({ options }) => {
    const there = await visits.visit(name, options)
    expect(await widthOf(there.page)).toBe(options.viewport.width)
    expect(await there.page.evaluate(LOW_CONTRAST)).toEqual([])
    expect(await axeFindings(there.page)).toEqual([])
    expectClean(there)
  })

  test('a page has the same content without JavaScript', async () => {
    const { page } = await visits.visit(name, { ...PHONE, javaScriptEnabled: false })
    const blocks = visits.server.pages.get(name)?.blocks ?? []
    expect(await page.locator('main > .block').count()).toBe(blocks.length)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(visits.server.pages.get(name)?.title)
    const codes = blocks.filter(({ kind }) => kind === 'qr' || kind === 'invoice').length
    expect(await page.locator('[data-block="qr"] svg, [data-block="invoice"] svg').count()).toBe(codes)
    // Buttons that need JavaScript are hidden.
    for (const button of await page.getByRole('button').all()) expect(await button.getAttribute('type')).toBeNull()
  })
})

test('a page works with the keyboard alone, and the focus is visible', async () => {
  const { page } = await visits.visit('event')
  const here = (): Promise<unknown> =>
    page.evaluate('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent.trim()')
  const rings: unknown[] = []
  const tab = async (): Promise<void> => {
    await page.keyboard.press('Tab')
    rings.push(
      await page.evaluate(`(() => {
        const drawn = document.activeElement.matches('.pill input') ? document.activeElement.nextElementSibling : document.activeElement
        const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
        return outlineStyle + ' ' + outlineWidth
      })()`),
    )
  }
  await tab()
  expect(await here()).toBe('Name')
  await page.keyboard.type('Mary')
  await tab()
  await page.keyboard.type('mary@example.com')
  await tab()
  await page.keyboard.press('ArrowRight')
  expect(await here()).toBe('21:00')
  await tab()
  await page.keyboard.press('Space')
  await tab()
  expect(await here()).toBe('Buy ticket')
  await page.keyboard.press('Enter')
  await page.locator('main .invoice').waitFor()
  expect(visits.server.sent).toEqual([{ name: 'Mary', email: 'mary@example.com', day: 'fri-21', terms: true }])
  await tab()
  await tab()
  await tab()
  expect(await here()).toBe('Copy')
  await tab()
  expect(await here()).toBe('Open in a wallet')
  expect(new Set(rings)).toEqual(new Set(['solid 2px']))
})

test('texts of visitors never become markup in a real browser', async () => {
  const text = `"><img src=x onerror=globalThis.hit=1><script>globalThis.hit=1</script>' onfocus='hit=1 \u202Ereversed`
  visits.server.pages.set('hostile', {
    title: text,
    eyebrow: text,
    blocks: [
      { kind: 'heading', text },
      { kind: 'facts', rows: [[text, text]] },
      { kind: 'list', items: [{ title: text, text, note: text }] },
      { kind: 'table', head: [text], rows: [[text]] },
      { kind: 'text', text: 'W'.repeat(3000) },
      {
        kind: 'form',
        action: '/public/x/invoices',
        submit: text,
        fields: [{ name: text, label: text, type: 'text', value: text }],
      },
    ],
  })
  const there = await visits.visit('hostile')
  const { page } = there
  expect(await page.evaluate('document.title')).toBe(`\u2068${text}\u2069 – \u2068${text}\u2069`)
  expect(await page.locator('h2').textContent()).toBe(text)
  expect(await page.getByRole('textbox').inputValue()).toBe(text)
  visits.server.answerNext(200, { text, href: 'javascript:globalThis.hit=1' })
  await page.locator('main button').click()
  await page.locator('.verdict [data-part="thanks"]').filter({ hasText: 'reversed' }).waitFor()
  expect(await page.locator('.verdict a').getAttribute('href')).toBeNull()
  expect(await page.locator('main script, main img').count()).toBe(0)
  expect(await page.evaluate("'hit' in globalThis")).toBe(false)
  expect(await widthOf(page)).toBe(390)
  expectClean(there)
})

test.each([
  ['de', 'Europe/Berlin', '20.11.2026, 14:05'],
  ['en', 'America/New_York', '2026-11-20 08:05'],
])('a time is that of its reader: %s, %s', async (locale, timezoneId, said) => {
  visits.server.pages.set('times', {
    title: 'Times',
    blocks: [{ kind: 'facts', rows: [['Paid', timeText(Date.UTC(2026, 10, 20, 13, 5))]] }],
  })
  const { page } = await visits.visit('times', { ...PHONE, locale, timezoneId })
  await page.getByText(said, { exact: true }).waitFor()
  expect(await page.getByText('UTC').count()).toBe(0)
})

test('a printed page has no buttons and no forms', async () => {
  const { page } = await visits.visit('bill', DESKTOP)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Total EUR').isVisible()).toBe(true)
  expect(await page.locator('button:visible, form:visible, .copy:visible').count()).toBe(0)
})
