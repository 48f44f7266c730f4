import type { Page as Shown } from '@satchel/extension-sdk/page'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OWNER_KEY } from '../world/pages/open-page-server.ts'
import { INVOICE, SAMPLE_PAGES } from '../world/pages/sample-pages.ts'
import { LOW_CONTRAST } from './low-contrast.ts'
import { expectClean, openPageVisits, type PageVisits, PHONE, statusOf, untilPaid } from './page-visits.ts'

let visits: PageVisits

beforeAll(async () => {
  visits = await openPageVisits()
})
afterAll(() => visits?.close())
beforeEach(() => visits.reset())

async function tip(page: Page, sats: string): Promise<void> {
  await page.getByLabel('Amount').fill(sats)
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.locator('main .invoice').waitFor()
}

test('a form leads to an invoice, and the payment appears without a reload', async () => {
  const there = await visits.visit('tips')
  const { page } = there
  await page.getByRole('button', { name: '2,500 sat' }).click()
  await page.getByLabel('Message').fill('Viel Glück! <b>')
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.locator('main .invoice').waitFor()
  // Empty fields are not sent; a number is sent as a number.
  expect(visits.server.sent).toEqual([{ sats: 2500, message: 'Viel Glück! <b>' }])
  expect(await page.locator('main .invoice .amount').innerText()).toBe('250,000 sat')
  expect(await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toBe(`lightning:${INVOICE}`)
  await expect.poll(() => page.evaluate("document.querySelector('main .invoice img.qr').naturalWidth > 0")).toBe(true)
  expect(await page.getByRole('button', { name: 'Tip', exact: true }).isVisible()).toBe(false)
  expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
  visits.server.states.set('h1', { paid: true })
  await untilPaid(page)
  expect(await page.locator('.verdict:visible').innerText()).toContain('Thank you, from the bottom of the cup.')
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.getByLabel('Amount').inputValue()).toBe('')
  expectClean(there)
})

test('a pending sale survives a reload, and is removed when it has ended', async () => {
  const { page } = await visits.visit('tips')
  await tip(page, '21')
  await page.reload()
  await page.locator('main .invoice').waitFor()
  expect(visits.server.sent).toHaveLength(1)
  visits.server.states.set('h1', { paid: true, text: 'Bought: one smile.' })
  await untilPaid(page)
  expect(await page.locator('.verdict:visible').innerText()).toContain('Bought: one smile.')
  await page.reload()
  expect(await page.getByRole('button', { name: 'Tip', exact: true }).isVisible()).toBe(true)
})

test('an expired invoice says so, and the visitor can create another', async () => {
  const { page } = await visits.visit('tips')
  await tip(page, '21')
  visits.server.states.set('h1', { paid: false, expired: true })
  await statusOf(page).filter({ hasText: 'has expired' }).waitFor()
  expect(await page.locator('main .invoice img.qr').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await tip(page, '22')
  expect(visits.server.sent).toHaveLength(2)
})

test('the page no longer polls an invoice that the visitor has left', async () => {
  const { page } = await visits.visit('tips')
  await tip(page, '21')
  await page.getByRole('button', { name: 'Start over' }).click()
  await tip(page, '22')
  visits.server.states.set('h1', { paid: true })
  visits.server.states.set('h2', { paid: false, expired: true })
  await statusOf(page).filter({ hasText: 'has expired' }).waitFor()
})

test('without JavaScript a form leads to an invoice, and a reload shows the payment', async () => {
  const { page } = await visits.visit('event', { ...PHONE, javaScriptEnabled: false })
  await page.getByLabel('Name').fill('Mary')
  await page.getByLabel('E-mail').fill('m@x.example')
  await page.getByText('16:00', { exact: true }).click()
  await page.getByLabel('house rules').check()
  await page.getByRole('button', { name: 'Buy ticket' }).click()
  await page.waitForURL('**/pages/outcome/*')
  expect(visits.server.sent).toMatchObject([{ name: 'Mary', email: 'm@x.example', terms: true }])
  expect(await page.locator('.copy input').inputValue()).toBe(INVOICE)
  await page.getByText('looks again').waitFor()
  visits.server.states.set('h1', { paid: true })
  await page.getByRole('link', { name: 'I have paid' }).click()
  await page.locator('[data-status="paid"]').waitFor()
  const onward = page.getByRole('link', { name: 'Show my ticket' })
  expect(await onward.getAttribute('href')).toBe('/sample/p/ticket?claim=c%2F1')
})

test('a paid sale is offered again on the next visit', async () => {
  const { page } = await visits.visit('event')
  await page.getByLabel('Name').fill('Mary')
  await page.getByLabel('E-mail').fill('m@x.example')
  await page.getByText('16:00').click()
  await page.getByLabel('house rules').check()
  visits.server.states.set('h1', { paid: true })
  await page.getByRole('button', { name: 'Buy ticket' }).click()
  await untilPaid(page)
  const onward = page.getByRole('link', { name: 'Show my ticket' })
  expect(await onward.getAttribute('href')).toBe('/sample/p/ticket?claim=c%2F1')
  await page.reload()
  expect(await page.getByRole('link', { name: 'Open again' }).getAttribute('href')).toBe('/sample/p/ticket?claim=c%2F1')
})

/** The same page at a later visit, with more content above the form, or with the form closed. */
function change(name: string, closed?: string): void {
  const before = SAMPLE_PAGES[name]
  if (before === undefined) throw new Error(`there is a page ${name}`)
  const blocks = before.blocks.map((block) => (block.kind === 'form' ? { ...block, closed } : block))
  visits.server.pages.set(name, { ...before, blocks: [{ kind: 'text', text: 'News.' }, ...blocks] })
}

test('the buyer of the last ticket finds the invoice and then the tickets, although the form is closed', async () => {
  const there = await visits.visit('event')
  const { page } = there
  await page.getByLabel('Name').fill('Mary')
  await page.getByLabel('E-mail').fill('m@x.example')
  await page.getByText('16:00').click()
  await page.getByLabel('house rules').check()
  await page.getByRole('button', { name: 'Buy ticket' }).click()
  await page.locator('main .invoice').waitFor()
  change('event', 'Sold out.')
  await page.reload()
  await page.locator('main .invoice').waitFor()
  expect(await page.getByText('Sold out.').isVisible()).toBe(false)
  // To leave it would be to lose it: there is nothing else to begin.
  expect(await page.getByRole('button', { name: 'Start over' }).isVisible()).toBe(false)
  visits.server.states.set('h1', { paid: true })
  await untilPaid(page)
  expect(await page.getByRole('link', { name: 'Show my ticket' }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Sold out.').waitFor()
  expect(await page.getByRole('link', { name: 'Open again' }).getAttribute('href')).toBe('/sample/p/ticket?claim=c%2F1')
  expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
  expectClean(there)
})

test('after an invoice has expired, the page shows the form in its current state, also if it is closed', async () => {
  const { page } = await visits.visit('tips')
  await tip(page, '21')
  change('tips', 'The jar is full.')
  await page.reload()
  visits.server.states.set('h1', { paid: false, expired: true })
  await statusOf(page).filter({ hasText: 'has expired' }).waitFor()
  visits.server.pages.set('tips', SAMPLE_PAGES['tips'] as Shown)
  await page.getByRole('button', { name: 'Try again' }).click()
  await tip(page, '22')
  expect(visits.server.sent).toHaveLength(2)
})

test('a pending sale is found again although new content is above the form', async () => {
  const { page } = await visits.visit('tips')
  await tip(page, '21')
  change('tips')
  await page.reload()
  await page.getByText('News.').waitFor()
  await page.locator('main .invoice').waitFor()
  expect(await page.getByRole('button', { name: 'Tip', exact: true }).isVisible()).toBe(false)
})

test('an error beside a field and under the button disappears once the field is edited', async () => {
  const { page } = await visits.visit('event')
  await page.getByLabel('Name').fill('Mary')
  await page.getByLabel('E-mail').fill('m@x.example')
  await page.getByText('16:00').click()
  await page.getByLabel('house rules').check()
  const buy = page.getByRole('button', { name: 'Buy ticket' })
  const errors = ['name', 'day'].map((name) => ({ loc: ['body', name], msg: `No such ${name}.` }))
  visits.server.answerNext(422, { detail: 'Invalid', errors })
  await buy.click()
  await page.getByText('No such name.').waitFor()
  await page.getByText('No such day.').waitFor()
  const summary = page.getByText('Please look at the fields above.')
  await page.getByLabel('Name').fill('Mary Somerville')
  expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe(null)
  expect(await page.getByText('No such name.').isVisible()).toBe(false)
  expect(await summary.isVisible()).toBe(true)
  await page.getByText('21:00').click()
  expect(await page.getByText('No such day.').isVisible()).toBe(false)
  expect(await summary.isVisible()).toBe(false)
  visits.server.answerNext(400, { detail: 'This code is not known.' })
  await buy.click()
  await page.getByText('This code is not known.').waitFor()
  await page.getByLabel('Name').fill('Ada')
  expect(await page.getByText('This code is not known.').isVisible()).toBe(false)
})

test('an error is shown beside its field, which gets the focus', async () => {
  const there = await visits.visit('tips')
  const { page } = there
  const refusals = [{ loc: ['body', 'sats'], msg: 'At most 1000 sat today' }]
  visits.server.answerNext(422, { detail: 'Invalid', errors: refusals })
  await page.getByLabel('Amount').fill('5000')
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  const amount = page.getByLabel('Amount')
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
  const errorId = await amount.getAttribute('aria-describedby')
  expect(await page.locator(`#${errorId}`).innerText()).toBe('At most 1000 sat today')
  expect(await page.evaluate('document.activeElement.name')).toBe('sats')
  visits.server.answerNext(400, { detail: 'The jar is <b>closed</b>.' })
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'The jar is <b>closed</b>.' }).waitFor()
  expect(await page.locator(`#${errorId}`).isVisible()).toBe(false)
  // The browser itself reports answers with an error status.
  expect(there.complaints.every((text) => text.startsWith('Failed to load resource'))).toBe(true)
})

test('a message on the channel updates the page and keeps what the visitor is typing', async () => {
  const there = await visits.visit('tips')
  const { page } = there
  await expect.poll(() => visits.server.listeners()).toBeGreaterThan(0)
  await page.getByLabel('Message').fill('half a sent')
  const tips = SAMPLE_PAGES['tips']
  if (tips === undefined) throw new Error('there is a tip jar')
  const blocks = tips.blocks.map((block) =>
    block.kind === 'list' ? { ...block, items: [{ title: 'Grace', note: '64 sat' }, ...block.items] } : block,
  )
  visits.server.pages.set('tips', { ...tips, blocks })
  visits.server.push({ event: 'tip' })
  await page.getByText('Grace').waitFor()
  expect(await page.getByLabel('Message').inputValue()).toBe('half a sent')
  expectClean(there)
})

test('the till takes an amount on its keys, shows the sum, and charges', async () => {
  const there = await visits.visit('till', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = there
  for (const key of ['0', '4', '.', '2', '5', '9']) await page.getByRole('button', { name: key, exact: true }).tap()
  expect(await page.getByLabel('Amount').inputValue()).toBe('4.25')
  await page.getByRole('button', { name: 'Delete the last digit' }).tap()
  await page.getByText('10 %').tap()
  await page.locator('.quote').filter({ hasText: '€4.62' }).waitFor()
  await page.getByRole('button', { name: 'Charge' }).tap()
  await page.locator('main .invoice').waitFor()
  expect(visits.server.sent).toEqual([{ amount: 4.2, tip: 10 }])
  expectClean(there)
})

test('the text of an invoice is copied with one press', async () => {
  const { page } = await visits.visit('charge', { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(INVOICE)
})

test('the key opens the page for the owner, and is not stored', async () => {
  const form: Shown['blocks'][number] = {
    kind: 'form',
    action: '/api/v1/sheet',
    method: 'GET',
    submit: 'Show',
    fields: [{ name: 'key', label: 'Admin key', type: 'key', required: true }],
  }
  visits.server.pages.set('owner', { title: 'Vouchers', blocks: [form] })
  const there = await visits.visit('owner')
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

test('a script of the extension shows an invoice, and receives the payment and messages of the channel', async () => {
  const app = { kind: 'app', id: 'app', data: { name: '</script><b>' }, fallback: 'Needs JavaScript.' } as const
  visits.server.pages.set('app', { title: 'App', channel: 'app', scripts: ['app.js'], blocks: [app] })
  const there = await visits.visit('app')
  const { page } = there
  await page.getByText('hello </script><b>').waitFor()
  await page.getByRole('button', { name: 'Sell' }).click()
  expect(await page.locator('main .invoice .amount').innerText()).toBe('3.00 EUR')
  visits.server.states.set('app', { paid: true })
  await page.getByText('satchel:paid').waitFor()
  await expect.poll(() => visits.server.listeners()).toBeGreaterThan(0)
  visits.server.push({ animation: 'confetti' })
  await page.getByText('{"animation":"confetti"}').waitFor()
  expectClean(there)
})
