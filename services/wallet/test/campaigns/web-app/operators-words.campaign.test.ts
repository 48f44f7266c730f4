import { BITCOINSWITCH } from '@satchel/extensions/bitcoinswitch/bitcoinswitch'
import { TPOS } from '@satchel/extensions/tpos/tpos'
import { WATCHONLY } from '@satchel/extensions/watchonly/watchonly'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, SIZES } from './money-steps.ts'
import { type AppVisits, openAppVisits } from './open-app-visits.ts'
import { button, looksClean } from './page-steps.ts'

const MESSAGE = 'Closed on Sunday for maintenance'
let app: AppVisits

beforeAll(async () => {
  const env = { SERVICE_SITE_NAME: 'Corner shop with a rather long name', SERVICE_SITE_MOTD: MESSAGE }
  app = await openAppVisits(env, { builtIns: [TPOS, WATCHONLY, BITCOINSWITCH] })
})
afterEach(() => app.leave())
afterAll(() => app?.close())

test.each(SIZES)(
  'on a $size the message of the operator is read by who is logged in, until they put it away; every window has the name of the site',
  async ({ size, options }) => {
    const page = await app.visitAs(`reader-${size}`, '/activity', options)
    const message = page.getByText(MESSAGE)
    await message.waitFor()
    await expect.poll(() => page.title()).toBe('Activity – Corner shop with a rather long name')
    await looksClean(page, `message-${size}`)
    await page.locator('.banner').getByRole('button', { name: 'Close' }).click()
    await message.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.title()).toContain('Corner shop')
    expect(await message.count()).toBe(0)
  },
)

const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement.localName')

test('on a phone no keyboard covers Receive, and its heading shows no ring', async () => {
  const phone = await app.visitAs('phone', '/')
  await phone.getByRole('link', { name: 'Receive' }).first().click()
  await phone.getByRole('textbox', { name: 'Amount' }).waitFor()
  await expect.poll(() => focused(phone)).toBe('h1')
  const outline = await phone.evaluate('getComputedStyle(document.activeElement).outlineStyle')
  expect(outline).toBe('none')
})

/** Whether the toast covers a control. */
const COVERS = `(() => {
  const { top, bottom, left, right } = document.querySelector('.toast').getBoundingClientRect()
  return [...document.querySelectorAll('button, a[href], input, select, textarea')].some((element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.top < bottom && box.bottom > top && box.left < right && box.right > left
  })
})()`

test.each(SIZES)('on a $size no message of the app covers a button', async ({ size, options }) => {
  const page = await app.visitAs(`owner-${size}`, '/', options)
  await ask(page, 'POST', '/api/v1/extension', { ext_id: 'bitcoinswitch' })
  await page.goto(`${app.url}/app/apps/bitcoinswitch/new`)
  await page.getByLabel('Title').fill('Coffee')
  await page.getByLabel(/^Time on/).fill('1.5')
  await page.getByLabel('Pin').fill('1')
  await page.getByLabel(/^Amount/).fill('10')
  await looksClean(page, `switch-${size}`)
  await button(page, 'Create').click()
  await page.locator('.toast').waitFor()
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
  await expect.poll(() => page.evaluate(COVERS)).toBe(false)
  const [device] = await ask(page, 'GET', '/bitcoinswitch/api/v1/')
  expect(device.switches).toMatchObject([{ duration: 1500 }])
})

test('a till without JavaScript explains its limits, and takes an amount', async () => {
  const owner = await app.visitAs('keeper', '/')
  await ask(owner, 'POST', '/api/v1/extension', { ext_id: 'tpos' })
  const till = await ask(owner, 'POST', '/tpos/api/v1/', { name: 'Counter', currency: 'sat' })
  const page = await app.visit('/', { javaScriptEnabled: false })
  await page.goto(`${app.url}/tpos/p/${till.id}`)
  await page.getByText('Without JavaScript this till takes one amount at a time.').waitFor()
  await page.getByRole('button', { name: 'Charge' }).waitFor()
})
