import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BUILT_INS } from '../../../src/extensions/built-ins.ts'
import { ask } from './money-steps.ts'
import { type AppVisits, DESK, openAppVisits, PHONE } from './open-app-visits.ts'
import { button } from './page-steps.ts'
import { TURNING, turnedRuns } from './turned-runs.ts'

let app: AppVisits

beforeAll(async () => {
  app = await openAppVisits({ SERVICE_FIXED_RATES: '{"EUR":50000}' }, { builtIns: BUILT_INS })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

const queryOf = async (page: Page): Promise<string> => {
  const [wallet] = await ask(page, 'GET', '/api/v1/wallets')
  return `?wallet_id=${wallet.id}`
}

test('Home shows the last payments, although newer unpaid invoices would fill the page that it reads', async () => {
  const page = await app.visitAs('keeper', '/welcome')
  const query = await queryOf(page)
  const paid = await ask(page, 'POST', `/api/v1/payments${query}`, { out: false, amount: 21, memo: 'Tea and cake' })
  await app.world.send(await app.world.openWallet(2_000), paid.bolt11)
  for (let count = 0; count < 20; count += 1)
    await ask(page, 'POST', `/api/v1/payments${query}`, { out: false, amount: 5, memo: `Code ${count}` })
  await page.goto(`${app.url}/app/`)
  await page.getByText('Tea and cake').waitFor()
  expect(await page.locator('section[aria-labelledby=last-payments] li').count()).toBe(5)
})

test('before a till is deleted the dialog names what goes with it, and where the payments stay', async () => {
  const page = await app.visitAs('keeper', '/welcome')
  const query = await queryOf(page)
  await ask(page, 'POST', `/api/v1/extension${query}`, { ext_id: 'tpos' })
  const till = await ask(page, 'POST', `/tpos/api/v1/${query}`, { name: 'Counter', currency: 'EUR' })
  await page.goto(`${app.url}/app/apps/tpos/${till.id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await button(page, 'Delete').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Counter is deleted for good.').waitFor()
  await dialog
    .getByText(/^What is listed with it is deleted, too: .*Sales.* The payments stay under Activity\./)
    .waitFor()
})

test('at a desk the first field of Receive and Send has the focus; on a phone no keyboard covers the page', async () => {
  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.localName')
  for (const [options, receive, send] of [
    // With a mouse and no touch.
    [{ ...DESK, hasTouch: false }, 'input', 'textarea'],
    [PHONE, 'h1', 'h1'],
  ] as const) {
    const page = await app.visitAs('walker', '/', options)
    await page.getByRole('link', { name: 'Receive', exact: true }).first().click()
    await page.getByLabel('Amount', { exact: true }).and(page.locator('input')).waitFor()
    await expect.poll(() => focused(page)).toBe(receive)
    await page.goBack()
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await page.getByRole('textbox', { name: 'Invoice, Lightning address or link' }).waitFor()
    await expect.poll(() => focused(page)).toBe(send)
  }
})

/** The digits of the balance stand beside their unit. */
const IS_ONE_LINE = `(() => {
  const [digits, unit] = [...document.querySelector('.balance-digits').children].map((each) => each.getBoundingClientRect())
  return unit.top >= digits.top && unit.top < digits.bottom
})()`

test.each(['en', 'ar'])('a balance stays on one line at 360 px, however large, in %s', async (locale) => {
  const page = await app.visitAs(`rich-${locale}`, '/welcome', { ...PHONE, locale })
  for (const sats of [10_000, 912_345, 9_123_456, 91_234_567, 2_100_000_000]) {
    await page.route('**/api/v1/wallets', async (route) => {
      const answer = await route.fetch()
      const wallets = (await answer.json()) as object[]
      await route.fulfill({ response: answer, json: wallets.map((each) => ({ ...each, balance: sats * 1000 })) })
    })
    await page.goto(`${app.url}/app/`)
    await page.locator('.balance-digits').waitFor()
    expect([sats, await page.evaluate(IS_ONE_LINE)]).toEqual([sats, true])
    await page.unroute('**/api/v1/wallets')
  }
})

const CONSENT = `/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: 'Till of Ann',
  redirect_uri: 'http://127.0.0.1:9/qxa%E2%81%A9%E2%80%AEqxb',
  scope: 'pay receive',
  code_challenge: 'A'.repeat(43),
  code_challenge_method: 'S256',
}).toString()}`

test.each(['en', 'ar'])(
  'names of strangers turn nothing where a wallet is offered, shared, or asked for, in %s',
  async (locale) => {
    const owner = await app.visitAs(`owner-${locale}`, '/welcome', { ...PHONE, locale })
    const guest = await app.visitAs(`guest-${locale}`, '/welcome', { ...PHONE, locale })
    const { username } = await ask(guest, 'GET', '/api/v1/auth')
    const wallet = await ask(owner, 'POST', '/api/v1/wallet', { name: TURNING })
    const invitation = { username, permissions: ['view-payments'] }
    await ask(owner, 'PUT', `/api/v1/wallet/share/invite?wallet_id=${wallet.id}`, invitation)
    for (const [page, path] of [
      [guest, '/'],
      [guest, '/wallets'],
      [owner, '/wallets/people'],
      [owner, CONSENT],
    ] as const) {
      await page.goto(`${app.url}/app${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.skeleton').waitFor({ state: 'detached' })
      await page.waitForLoadState('networkidle')
      expect([path, await turnedRuns(page), await page.locator('body').innerText()]).toEqual([
        path,
        [],
        expect.stringContaining('qx'),
      ])
    }
  },
)

/** The left and right end of the first text of an element, in parts of the screen's width. */
const placeOf = (page: Page, selector: string): Promise<readonly [left: number, right: number]> =>
  page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector(${JSON.stringify(selector)}))
    const { left, right } = range.getBoundingClientRect()
    return [left / innerWidth, right / innerWidth]
  })()`)

test('from right to left, Latin names begin where the page begins, and values end where it ends', async () => {
  const page = await app.visitAs('rtl', '/welcome', { ...PHONE, locale: 'ar' })
  const query = await queryOf(page)
  await ask(page, 'POST', `/api/v1/extension${query}`, { ext_id: 'tipjar' })
  const jar = await ask(page, 'POST', `/tipjar/api/v1/${query}`, { name: 'Ada', description: 'Thanks' })
  await page.goto(`${app.url}/app/apps/tipjar/${jar.id}`)
  await page.getByRole('tab').last().click()
  await page.locator('.facts dd').first().waitFor()
  const [[, headingEnd], [valueStart, valueEnd]] = await Promise.all([placeOf(page, 'h1'), placeOf(page, '.facts dd')])
  expect([headingEnd > 0.7, valueStart < 0.2, valueEnd < 0.5]).toEqual([true, true, true])
  await page.goto(`${app.url}/app/apps/tipjar`)
  await page.locator('.long-list small').waitFor()
  expect(await page.evaluate("getComputedStyle(document.querySelector('.long-list small')).direction")).toBe('rtl')
  expect(await page.locator('.long-list small [dir=auto]').count()).toBe(0)
})
