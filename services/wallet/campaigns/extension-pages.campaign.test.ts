import type { Page as Shown } from '@satchel/extension-sdk/page'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRealBrowser, type RealBrowser, type Visit } from '../../../tests/real-browser.ts'
import { freePort } from '../world/free-port.ts'
import { openPageServer, OWNER_KEY, type PageServer } from '../world/open-page-server.ts'
import { INVOICE, SAMPLE_PAGES } from '../world/sample-pages.ts'
import { LOW_CONTRAST } from './low-contrast.ts'

let server: PageServer
let browser: RealBrowser
const visits: Visit[] = []

beforeAll(async () => {
  server = await openPageServer(await freePort())
  browser = await openRealBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
beforeEach(async () => {
  for (const { page } of visits.splice(0)) await page.context().close()
  server.pages.clear()
  server.states.clear()
  server.sent.length = 0
  for (const [name, page] of Object.entries(SAMPLE_PAGES)) server.pages.set(name, page)
})

const PHONE = { viewport: { width: 390, height: 844 } } as const
const DESKTOP = { viewport: { width: 1200, height: 900 } } as const

async function visit(name: string, options: BrowserContextOptions = PHONE): Promise<Visit> {
  const there = await browser.visit(server.url, `/sample/p/${name}`, options)
  visits.push(there)
  return there
}

/** Console errors, broken policies, requests to elsewhere: there are none, on any page, ever. */
const expectClean = ({ complaints, foreign }: Visit) =>
  expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] })

const width = (page: Page): Promise<unknown> => page.evaluate('document.scrollingElement.scrollWidth')
const status = (page: Page): Locator => page.locator('main .invoice [data-part="status"]')
const paid = async (page: Page): Promise<void> => status(page).filter({ hasText: 'Paid' }).waitFor()

async function tip(page: Page, sats: string): Promise<void> {
  await page.getByLabel('Amount').fill(sats)
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.locator('main .invoice').waitFor()
}

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
    const there = await visit(name, options)
    expect(await width(there.page)).toBe(options.viewport.width)
    expect(await there.page.evaluate(LOW_CONTRAST)).toEqual([])
    expectClean(there)
  })

  test('says and shows the same without JavaScript', async () => {
    const { page } = await visit(name, { ...PHONE, javaScriptEnabled: false })
    const blocks = server.pages.get(name)?.blocks ?? []
    expect(await page.locator('main > .block').count()).toBe(blocks.length)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(server.pages.get(name)?.title)
    const codes = blocks.filter(({ kind }) => kind === 'qr' || kind === 'invoice').length
    expect(await page.locator('[data-block="qr"] svg, [data-block="invoice"] svg').count()).toBe(codes)
    // Buttons that only work with it are not there.
    for (const button of await page.getByRole('button').all()) expect(await button.getAttribute('type')).toBeNull()
  })
})

test('a form brings an invoice, and the payment becomes visible by itself', async () => {
  const there = await visit('tips')
  const { page } = there
  await page.getByRole('button', { name: '2,500 sat' }).click()
  await page.getByLabel('Message').fill('Viel Glück! <b>')
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.locator('main .invoice').waitFor()
  // What is left empty is not sent; a number is one.
  expect(server.sent).toEqual([{ sats: 2500, message: 'Viel Glück! <b>' }])
  expect(await page.locator('main .invoice .amount').innerText()).toBe('250,000 sat')
  expect(await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toBe(`lightning:${INVOICE}`)
  await expect.poll(() => page.evaluate("document.querySelector('main .invoice img.qr').naturalWidth > 0")).toBe(true)
  expect(await page.getByRole('button', { name: 'Tip', exact: true }).isVisible()).toBe(false)
  expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
  server.states.set('h1', { paid: true })
  await paid(page)
  expect(await page.locator('.verdict:visible').innerText()).toContain('Thank you, from the bottom of the cup.')
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.getByLabel('Amount').inputValue()).toBe('')
  expectClean(there)
})

test('a pending sale survives a reload, and is forgotten when it is over', async () => {
  const { page } = await visit('tips')
  await tip(page, '21')
  await page.reload()
  await page.locator('main .invoice').waitFor()
  expect(server.sent).toHaveLength(1)
  server.states.set('h1', { paid: true, text: 'Bought: one smile.' })
  await paid(page)
  expect(await page.locator('.verdict:visible').innerText()).toContain('Bought: one smile.')
  await page.reload()
  expect(await page.getByRole('button', { name: 'Tip', exact: true }).isVisible()).toBe(true)
})

test('an invoice that has expired says so, and one more can be made', async () => {
  const { page } = await visit('tips')
  await tip(page, '21')
  server.states.set('h1', { paid: false, expired: true })
  await status(page).filter({ hasText: 'has expired' }).waitFor()
  expect(await page.locator('main .invoice img.qr').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await tip(page, '22')
  expect(server.sent).toHaveLength(2)
})

test('what a visitor leaves is no longer looked at', async () => {
  const { page } = await visit('tips')
  await tip(page, '21')
  await page.getByRole('button', { name: 'Start over' }).click()
  await tip(page, '22')
  server.states.set('h1', { paid: true })
  server.states.set('h2', { paid: false, expired: true })
  await status(page).filter({ hasText: 'has expired' }).waitFor()
})

test('without JavaScript a form with a plain route leads to an invoice, and a later look shows the payment', async () => {
  const { page } = await visit('tips', { ...PHONE, javaScriptEnabled: false })
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.waitForURL('**/sample/p/charge')
  expect(server.sent).toEqual([{ sats: '500', name: '', message: '' }])
  expect(await page.locator('.invoice .amount').innerText()).toBe('250,000 sat')
  expect(await page.locator('.copy input').inputValue()).toBe(INVOICE)
  await page.getByText('looks again').waitFor()
  const [invoice] = SAMPLE_PAGES['charge']?.blocks ?? []
  if (invoice?.kind !== 'invoice') throw new Error('the charge has an invoice')
  server.pages.set('charge', { title: 'Order 1815', blocks: [{ ...invoice, status: 'paid' }] })
  // As the page asks for; the test does not wait for it.
  await page.reload()
  await page.locator('[data-status="paid"]').waitFor()
  expect(await page.getByRole('link', { name: 'Back to the shop' }).isVisible()).toBe(true)
  expect(await page.locator('svg').isVisible()).toBe(false)
})

test('without JavaScript a form without a plain route cannot be sent, and says why', async () => {
  const { page } = await visit('event', { ...PHONE, javaScriptEnabled: false })
  expect(await page.getByRole('button', { name: 'Buy ticket' }).isDisabled()).toBe(true)
  await page.getByText('This form needs JavaScript.').waitFor()
})

test('the keyboard alone is enough, and shows where it is', async () => {
  const { page } = await visit('event')
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
  expect(server.sent).toEqual([{ name: 'Mary', email: 'mary@example.com', day: 'fri-21', terms: true }])
  await tab()
  await tab()
  await tab()
  expect(await here()).toBe('Copy')
  await tab()
  expect(await here()).toBe('Open in a wallet')
  expect(new Set(rings)).toEqual(new Set(['solid 2px']))
})

test('what is paid for is offered again on the next visit', async () => {
  const { page } = await visit('event')
  await page.getByLabel('Name').fill('Mary')
  await page.getByLabel('E-mail').fill('m@x.example')
  await page.getByText('16:00').click()
  await page.getByLabel('house rules').check()
  server.states.set('h1', { paid: true })
  await page.getByRole('button', { name: 'Buy ticket' }).click()
  await paid(page)
  const onward = page.getByRole('link', { name: 'Show my ticket' })
  expect(await onward.getAttribute('href')).toBe('/sample/p/ticket?claim=c%2F1')
  await page.reload()
  expect(await page.getByRole('link', { name: 'Open again' }).getAttribute('href')).toBe('/sample/p/ticket?claim=c%2F1')
})

test('a refusal stands beside its field, and the reader is led there', async () => {
  const there = await visit('tips')
  const { page } = there
  const refusals = [{ loc: ['body', 'sats'], msg: 'At most 1000 sat today' }]
  server.answerNext(422, { detail: 'Invalid', errors: refusals })
  await page.getByLabel('Amount').fill('5000')
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  const amount = page.getByLabel('Amount')
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
  const told = await amount.getAttribute('aria-describedby')
  expect(await page.locator(`#${told}`).innerText()).toBe('At most 1000 sat today')
  expect(await page.evaluate('document.activeElement.name')).toBe('sats')
  server.answerNext(400, { detail: 'The jar is <b>closed</b>.' })
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'The jar is <b>closed</b>.' }).waitFor()
  expect(await page.locator(`#${told}`).isVisible()).toBe(false)
  // The browser itself reports answers with an error status.
  expect(there.complaints.every((text) => text.startsWith('Failed to load resource'))).toBe(true)
})

test('a message on the channel brings what is new, and leaves what somebody is writing', async () => {
  const there = await visit('tips')
  const { page } = there
  await expect.poll(() => server.listeners()).toBeGreaterThan(0)
  await page.getByLabel('Message').fill('half a sent')
  const tips = SAMPLE_PAGES['tips']
  if (tips === undefined) throw new Error('there is a tip jar')
  const blocks = tips.blocks.map((block) =>
    block.kind === 'list' ? { ...block, items: [{ title: 'Grace', note: '64 sat' }, ...block.items] } : block,
  )
  server.pages.set('tips', { ...tips, blocks })
  server.push({ event: 'tip' })
  await page.getByText('Grace').waitFor()
  expect(await page.getByLabel('Message').inputValue()).toBe('half a sent')
  expectClean(there)
})

test('the till takes an amount on its keys, tells the sum, and charges', async () => {
  const there = await visit('till', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = there
  for (const key of ['0', '4', '.', '2', '5', '9']) await page.getByRole('button', { name: key, exact: true }).tap()
  expect(await page.getByLabel('Amount').inputValue()).toBe('4.25')
  await page.getByRole('button', { name: 'Delete the last digit' }).tap()
  await page.getByText('10 %').tap()
  await page.locator('.quote').filter({ hasText: '4.62 EUR' }).waitFor()
  await page.getByRole('button', { name: 'Charge' }).tap()
  await page.locator('main .invoice').waitFor()
  expect(server.sent).toEqual([{ amount: 4.2, tip: 10 }])
  expectClean(there)
})

test('a page for the owner comes in answer to the key, which is kept nowhere', async () => {
  const form: Shown['blocks'][number] = {
    kind: 'form',
    action: '/api/v1/sheet',
    method: 'GET',
    submit: 'Show',
    fields: [{ name: 'key', label: 'Admin key', type: 'key', required: true }],
  }
  server.pages.set('owner', { title: 'Vouchers', blocks: [form] })
  const there = await visit('owner')
  const { page } = there
  await page.getByLabel('Admin key').fill('wrong')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('That is not the key.').waitFor()
  await page.getByLabel('Admin key').fill(OWNER_KEY)
  await page.getByRole('button', { name: 'Show' }).click()
  await page.locator('.sheet').waitFor()
  expect(await page.locator('.sheet svg').count()).toBe(8)
  expect(await page.evaluate('document.body.className')).toBe('wide')
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])')
  expect(kept).not.toContain(OWNER_KEY)
})

test('a script of the extension has an invoice shown, and hears of the payment and of the channel', async () => {
  const app = { kind: 'app', id: 'app', data: { name: '</script><b>' }, fallback: 'Needs JavaScript.' } as const
  server.pages.set('app', { title: 'App', channel: 'app', scripts: ['app.js'], blocks: [app] })
  const there = await visit('app')
  const { page } = there
  await page.getByText('hello </script><b>').waitFor()
  await page.getByRole('button', { name: 'Sell' }).click()
  expect(await page.locator('main .invoice .amount').innerText()).toBe('3.00 EUR')
  server.states.set('app', { paid: true })
  await page.getByText('satchel:paid').waitFor()
  await expect.poll(() => server.listeners()).toBeGreaterThan(0)
  server.push({ animation: 'confetti' })
  await page.getByText('{"animation":"confetti"}').waitFor()
  expectClean(there)
})

test('texts of strangers stay texts in a real browser', async () => {
  const text = `"><img src=x onerror=globalThis.hit=1><script>globalThis.hit=1</script>' onfocus='hit=1 \u202Ereversed`
  server.pages.set('hostile', {
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
  const there = await visit('hostile')
  const { page } = there
  expect(await page.evaluate('document.title')).toBe(`${text} – ${text}`)
  expect(await page.locator('h2').textContent()).toBe(text)
  expect(await page.getByRole('textbox').inputValue()).toBe(text)
  server.answerNext(200, { text, href: 'javascript:globalThis.hit=1' })
  await page.locator('main button').click()
  await page.locator('.verdict [data-part="thanks"]').filter({ hasText: 'reversed' }).waitFor()
  expect(await page.locator('.verdict a').getAttribute('href')).toBeNull()
  expect(await page.locator('main script, main img').count()).toBe(0)
  expect(await page.evaluate("'hit' in globalThis")).toBe(false)
  expect(await width(page)).toBe(390)
  expectClean(there)
})

test('on paper there are no buttons and no forms', async () => {
  const { page } = await visit('bill', DESKTOP)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Total EUR').isVisible()).toBe(true)
  expect(await page.locator('button:visible, form:visible, .copy:visible').count()).toBe(0)
})
